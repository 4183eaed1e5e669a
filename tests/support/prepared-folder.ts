import { cpSync } from 'node:fs';
import { type BackendOptions, createBackend } from '../../src/backend/create-backend.ts';
import { madeOnce } from './made-once.ts';
import { keepDatabaseOf, placeOf } from './test-database.ts';
import { istDate } from '../../src/shared/time.ts';

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
  const ofDay = await madeOnce(`${istDate(now)}-${options.seed}`, async (folder) => {
    await prepare(folder, now, options);
    keepDatabaseOf(folder);
  });
  if (ofDay !== null) cpSync(ofDay, dataDir, { recursive: true });
};
