import type { Database } from '../../db/database.ts';
import { pauses } from '../../pauses.ts';
import { putChunk } from '../candle-store.ts';
import { requireContractQuota, requireHistoryQuota } from '../../quotas.ts';
import { writeContracts } from './import-contracts.ts';
import type { ImportedFile, ImportTask, OnBad, ReadImport } from './read-import.ts';

const TELL_MS = 100;

/** Threads on which files are read. */
interface ImportThreads {
  run(name: 'readImport', task: ImportTask): Promise<ReadImport>;
}

/** Where files of people are read and kept. */
export interface ImportPlace<Threads extends ImportThreads = ImportThreads> {
  readonly database: Database;
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly pool: Threads;
}

/**
 * Import files into a user's history, in one transaction. One import of a user runs at a time, and after a crash all of
 * it is there or none. The same file again changes nothing. `onProgress` is called for each file once it is read.
 * Reading is done on a thread, and writing lets everybody else in between.
 */
export const importFiles = async (
  { database, databaseAt, pool }: ImportPlace,
  userId: number,
  files: readonly { name: string; text: string }[],
  onBad: OnBad,
  onProgress: (done: number, total: number, name: string) => void,
): Promise<ImportedFile[]> => {
  const filesRead = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let lastReported = 0;
  const report = (): void => {
    for (const read = Atomics.load(filesRead, 0); lastReported < read; lastReported++)
      onProgress(lastReported + 1, files.length, files[lastReported]?.name ?? '');
  };
  const progressTimer = setInterval(report, TELL_MS);
  try {
    const { reports, chunks, contracts } = await pool.run('readImport', {
      databaseAt,
      userId,
      files,
      onBad,
      filesRead,
    });
    report();
    await database.write(userId, async (tx) => {
      const pause = pauses();
      for (const { place, values } of chunks) {
        await putChunk(tx, place, values);
        await pause();
      }
      await writeContracts(tx, userId, contracts, pause);
      await requireHistoryQuota(tx, userId);
      await requireContractQuota(tx, userId);
    });
    return [...reports];
  } finally {
    clearInterval(progressTimer);
  }
};
