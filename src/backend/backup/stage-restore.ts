import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { everybody } from '../db/concern.ts';
import { openDatabase } from '../db/database.ts';
import { extractBackup } from './backup-file.ts';
import { BackupUnusable, type Manifest } from './backup-format.ts';
import { syncFolder } from './durable-files.ts';
import { liveAtStake } from './live-at-stake.ts';
import type { Progress } from './progress.ts';
import { STAGED_FOLDER } from './pending-change.ts';
import { presentFactors } from './present-factors.ts';
import { standDown } from './stand-down.ts';
import { proveBooks, verifyCopy } from './verify-copy.ts';
import { sealedOf } from '../secrets/find-key.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { inWorkFolder } from './work-folder.ts';
import { keepTeamLevels } from '../team/team-levels.ts';
import { keepResults } from '../trading/kept-results.ts';

export interface RestoreOrder {
  readonly dataDir: string;
  readonly path: string;
  readonly passphrase: string | undefined;
  /** With this computer's key; null while its keychain cannot be read. */
  readonly sealer: Sealer | null;
  readonly now: number;
  readonly progress: Progress;
}

/**
 * Refusal without this computer's key. Without it, secrets of its own could not be recognised, and would be given up.
 */
const NO_KEY =
  'The keychain of this computer is locked or missing. Unlock it, and restore then; nothing was changed.';

/**
 * Lays a backup ready beside the data: proved, brought up to this version's schema and made harmless. The data itself is
 * not touched; `decideRestore` exchanges them.
 * @throws BackupUnusable with what is wrong
 */
export const stageRestore = async (order: RestoreOrder): Promise<Manifest> => {
  const { dataDir, path, passphrase, sealer, now, progress } = order;
  const stake = liveAtStake(dataDir);
  if (stake !== null) throw new BackupUnusable(stake);
  return inWorkFolder(dataDir, async (folder) => {
    const manifest = await extractBackup({ path, folder, passphrase, progress });
    await verifyCopy(folder, manifest, progress);
    const database = await openDatabase(folder);
    try {
      const present = presentFactors(dataDir);
      if (sealer === null && (present.length > 0 || (await sealedOf(database)).length > 0))
        throw new BackupUnusable(NO_KEY);
      // Sums are worked out here: what the file says of them nobody has looked at.
      await database.write(await everybody(database.read), async ({ query }) => {
        await keepResults(query);
        await keepTeamLevels(query);
      });
      await standDown(database, {
        backupAt: manifest.at,
        now,
        sealer,
        present,
      });
    } finally {
      await database.close();
    }
    await proveBooks(folder);
    const staged = join(dataDir, STAGED_FOLDER);
    rmSync(staged, { recursive: true, force: true });
    renameSync(folder, staged);
    syncFolder(dataDir);
    return manifest;
  });
};
