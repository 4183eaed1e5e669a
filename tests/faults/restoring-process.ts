import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { runDataTask } from '../../src/backend/backup/data-tasks.ts';
import { acceptRestored, settle } from '../../src/backend/backup/pending-change.ts';

/** Task of the process, as JSON in its first argument. `kill-restore.test.ts` gives it; `killAt` null means never. */
export interface RestoringTask {
  readonly dataDir: string;
  readonly backup: string;
  /** Number, from 1, of the disk change before which it dies. */
  readonly killAt: number | null;
}

const { dataDir, backup, killAt } = JSON.parse(process.argv[2] ?? '') as RestoringTask;

let changes = 0;
/** Counts every change on the disk that the program makes by itself; SQLite's own are inside its transactions. */
const counted = <T extends unknown[], R>(change: (...args: T) => R) =>
  ((...args: T): R => {
    changes++;
    if (changes === killAt) process.kill(process.pid, 'SIGKILL');
    return change(...args);
  }) as typeof change;

for (const name of ['renameSync', 'rmSync', 'mkdirSync', 'writeSync', 'writeFileSync', 'fsyncSync'] as const)
  Object.assign(fs, { [name]: counted(fs[name] as (...args: unknown[]) => unknown) });
syncBuiltinESMExports();

const place = { dataDir };
const fixedClock = { now: () => Date.parse('2026-11-22T10:00:00+05:30') };
await runDataTask({ kind: 'stage', path: backup }, place, fixedClock);
await runDataTask({ kind: 'restore' }, place, fixedClock);
settle(dataDir);
acceptRestored(dataDir);
process.stdout.write(String(changes));
