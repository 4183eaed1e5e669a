import { openReader } from '../db/database.ts';
import { foldTogether, type ResultFold } from './result-fold.ts';
import { loadTrades, type ResultScope } from './results.ts';

export interface FoldTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly strategyIds: readonly number[];
  readonly scope: ResultScope;
}

/** A task of a thread: reads the trades of strategies, however many, and folds them together. */
export const foldTrades = async ({ databaseAt, strategyIds, scope }: FoldTask): Promise<ResultFold> => {
  const db = await openReader(databaseAt);
  try {
    return foldTogether((await loadTrades(db, strategyIds, scope)).values());
  } finally {
    await db.destroy();
  }
};
