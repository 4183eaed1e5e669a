import { runDataTask, taskTrouble } from '../../src/backend/backup/data-tasks.ts';

/**
 * Task of the process, as JSON in its first argument. `backup-faults.test.ts` gives it: where to back up, one by one.
 */
export interface BackingUpTask {
  readonly dataDir: string;
  readonly paths: readonly string[];
}

const { dataDir, paths } = JSON.parse(process.argv[2] ?? '') as BackingUpTask;
try {
  for (const path of paths) await runDataTask({ kind: 'back-up', path, app: '1' }, { dataDir });
} catch (error) {
  process.stderr.write(`${taskTrouble(error)}\n`);
  process.exitCode = 1;
}
