import type { TradebookReport } from '../../shared/contract/tradebook.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OnBad } from '../market/import/read-import.ts';
import { pauses } from '../pauses.ts';
import { requireTradebookQuota } from '../quotas.ts';
import type { FillValues, ReadTradebook, Slice, TradebookTask } from './read-tradebooks.ts';
import { deleteFills } from './delete-fills.ts';

/** Where brokers' files are read and kept. */
export interface TradebookPlace {
  readonly database: Database;
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  /** Threads on which files are read and sorted out. */
  readonly pool: { run(name: 'readTradebooks', task: TradebookTask): Promise<ReadTradebook[]> };
}

const INSERT_ROWS = 100;

const listFile = async (
  { query }: Transaction,
  userId: number,
  { name, broker, rowsRead, rowsRepeated, rowsRefused }: TradebookReport,
  at: number,
): Promise<number> => {
  if (broker === null) throw new Error('A file of no broker has nothing to keep.');
  const { id } = await query
    .insertInto('tradebook_files')
    .values({
      user_id: userId,
      name,
      broker,
      rows_read: rowsRead,
      rows_kept: 0,
      rows_repeated: rowsRepeated,
      rows_refused: rowsRefused,
      imported_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Writes a slice, and counts it at its file. */
const writeSlice = async ({ query }: Transaction, fileId: number, slice: Slice): Promise<void> => {
  const fills = JSON.parse(slice.fills) as FillValues[];
  const pause = pauses();
  for (let from = 0; from < fills.length; from += INSERT_ROWS) {
    const rows = fills.slice(from, from + INSERT_ROWS).map((fill) => ({ ...fill, file_id: fileId }));
    await query.insertInto('tradebook_fills').values(rows).execute();
    await pause();
  }
  await query
    .updateTable('tradebook_files')
    .set((eb) => ({ rows_kept: eb('rows_kept', '+', slice.rows) }))
    .where('id', '=', fileId)
    .execute();
};

/**
 * Write what is new in a file slice by slice. Thus nobody else's write waits for a whole file. What cannot be written
 * to its end is taken back.
 */
const writeFile = async (
  database: Database,
  userId: number,
  { report, slices }: ReadTradebook,
  at: number,
): Promise<void> => {
  const [first, ...others] = slices;
  // A file that brings nothing new is not listed a second time.
  if (!first) return;
  const fileId = await database.write(userId, async (tx) => {
    const id = await listFile(tx, userId, report, at);
    await writeSlice(tx, id, first);
    return id;
  });
  try {
    for (const slice of others) await database.write(userId, (tx) => writeSlice(tx, fileId, slice));
  } catch (error) {
    await deleteFills(database, userId, fileId);
    await database.write(userId, ({ query }) =>
      query.deleteFrom('tradebook_files').where('id', '=', fileId).executeTakeFirst(),
    );
    throw error;
  }
};

/**
 * Imports brokers' files, one after the other; no two of these of one user may run at once. After a crash a file is listed
 * with as many rows as were kept of it: imported again it brings the rest, as a file that is there changes nothing. Reading
 * and sorting out are done on a thread, and writing lets everybody else in between.
 */
export const importTradebooks = async (
  { database, databaseAt, pool }: TradebookPlace,
  userId: number,
  files: readonly { readonly name: string; readonly text: string }[],
  onBad: OnBad,
  at: number,
): Promise<TradebookReport[]> => {
  const read = await pool.run('readTradebooks', { databaseAt, userId, files, onBad });
  const fresh = read.reduce((sum, { report }) => sum + report.rowsKept, 0);
  await requireTradebookQuota(database, userId, fresh);
  for (const file of read) await writeFile(database, userId, file, at);
  return read.map(({ report }) => report);
};
