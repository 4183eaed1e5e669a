import { statSync } from 'node:fs';
import type { DataTask } from '../../shared/backend-handshake.ts';
import type { BackupSummary } from '../../shared/backup.ts';
import { systemClock } from '../clock.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import { sealerAtHand } from '../secrets/find-key.ts';
import { printOf } from '../secrets/sealer.ts';
import { BackupUnusable, type Manifest } from './backup-format.ts';
import { checkBackup } from './check-backup.ts';
import { liveAtStake } from './live-at-stake.ts';
import { makeBackup } from './make-backup.ts';
import { decideClearing, decideRestore, dropStaged } from './pending-change.ts';
import { Progress } from './progress.ts';
import { stageRestore } from './stage-restore.ts';

export interface DataPlace {
  readonly dataDir: string;
  /** As of `BackendOptions`. */
  readonly dataKeys?: readonly string[];
}

const summaryOf = (manifest: Manifest, path: string, keyPrint: string | null): BackupSummary => {
  const rows = (table: string): number => manifest.rows[table] ?? 0;
  return {
    at: manifest.at,
    app: manifest.app,
    bytes: statSync(path).size,
    ...manifest.own,
    trades: rows('trades'),
    attachments: rows('attachments') - manifest.missing,
    isOfThisComputer: manifest.keyPrint === (keyPrint ?? ''),
  };
};

const refuseWhileLive = (dataDir: string): void => {
  const stake = liveAtStake(dataDir);
  if (stake !== null) throw new BackupUnusable(stake);
};

/** Does one task on a data folder; answers what is in the backup that it was about, if any. @throws as its parts do */
export const runDataTask = async (
  task: DataTask,
  { dataDir, dataKeys }: DataPlace,
  clock = systemClock,
  onPercent: (percent: number) => void = () => undefined,
): Promise<BackupSummary | null> => {
  const sealer = sealerAtHand(dataDir, dataKeys);
  const keyPrint = sealer && printOf(sealer);
  const now = clock.now();
  const progress = new Progress(onPercent);
  switch (task.kind) {
    case 'back-up': {
      const { path, passphrase, app } = task;
      const order = { dataDir, path, passphrase, app, keyPrint, at: now, progress };
      return summaryOf(await makeBackup(order), path, keyPrint);
    }
    case 'check': {
      const { path, passphrase } = task;
      return summaryOf(await checkBackup(dataDir, { path, passphrase, progress }), path, keyPrint);
    }
    case 'stage': {
      const { path, passphrase } = task;
      return summaryOf(
        await stageRestore({ dataDir, path, passphrase, sealer, now, progress }),
        path,
        keyPrint,
      );
    }
    case 'restore':
      try {
        refuseWhileLive(dataDir);
      } catch (error) {
        // Proved against data that has gone on since; it is as large as that.
        dropStaged(dataDir);
        throw error;
      }
      decideRestore(dataDir, now);
      return null;
    case 'clear':
      refuseWhileLive(dataDir);
      decideClearing(dataDir);
      return null;
  }
};

/** Why a task was not done, as a sentence for the person. */
export const taskTrouble = (error: unknown): string => {
  if (error instanceof BackupUnusable) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return storageTrouble(error) ?? `It could not be done, and nothing was changed: ${reason}`;
};
