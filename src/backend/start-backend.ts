import type { Settled } from '../shared/backup.ts';
import { acceptRestored, settle, rollBack } from './backup/pending-change.ts';
import { lockFolder } from './db/folder-lock.ts';
import { type Backend, type BackendOptions, createBackend } from './create-backend.ts';

/**
 * Start the backend on its data folder. What was decided about the folder (a restore, clearing it) is finished first.
 * Restored data that cannot be opened is taken out again, and the data of before comes back.
 */
export const startBackend = async (
  options: BackendOptions,
): Promise<{ backend: Backend; settled: Settled }> => {
  const folder = lockFolder(options.dataDir, Date.now());
  try {
    return await startOn({ ...options, folder });
  } catch (error) {
    folder.release();
    throw error;
  }
};

const startOn = async (options: BackendOptions): Promise<{ backend: Backend; settled: Settled }> => {
  const settled = settle(options.dataDir);
  try {
    const backend = await createBackend(options);
    if (settled.outcome === 'restored') acceptRestored(options.dataDir);
    return { backend, settled };
  } catch (error) {
    if (settled.outcome !== 'restored') throw error;
    options.logger.error({ err: error }, 'the restored data could not be opened and is taken back');
    const reason = error instanceof Error ? error.message : String(error);
    const rolledBack = rollBack(options.dataDir, reason);
    return { backend: await createBackend(options), settled: rolledBack };
  }
};
