import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendOptions, createBackend } from '../../src/backend/create-backend.ts';
import { keepDatabaseOf, placeOf } from './test-database.ts';
import { istDate } from '../../src/shared/time.ts';

/** Environment variable that names a test run's folder. It keeps what the backends of the run start from. */
export const PREPARED_FOLDERS = 'TRICKDESK_PREPARED_FOLDERS';

type SeededOptions = Omit<BackendOptions, 'dataDir' | 'clock'> & { seed: number };

/** Fills a folder as a first start does, while time stands still. */
const prepare = async (dataDir: string, now: number, options: SeededOptions): Promise<void> => {
  const backend = await createBackend({
    ...options,
    dataDir,
    database: await placeOf(dataDir),
    clock: { now: () => now },
  });
  await backend.prepared;
  await backend.close();
};

/**
 * Fill a data folder as a first start would prepare it. The start is on the day of `now` (ms). The folder of a day is
 * prepared once in a test run and copied from then on; outside a run each start prepares its own.
 */
export const fillAsPrepared = async (dataDir: string, now: number, options: SeededOptions): Promise<void> => {
  const kept = process.env[PREPARED_FOLDERS];
  if (!kept) return;
  const ofDay = join(kept, `${istDate(now)}-${options.seed}`);
  if (!existsSync(ofDay)) {
    // Two workers may do it at once: each in a folder of its own, and the first that is done stays.
    const own = mkdtempSync(join(kept, 'in-work-'));
    await prepare(own, now, options);
    keepDatabaseOf(own);
    try {
      renameSync(own, ofDay);
    } catch (error) {
      if (!existsSync(ofDay)) throw error;
    }
  }
  cpSync(ofDay, dataDir, { recursive: true });
};
