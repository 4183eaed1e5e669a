import { openReader } from '../db/database.ts';
import { foldOf, type ResultFold, type ResultTrade } from './result-fold.ts';
import { loadTrades, type ResultScope } from './results.ts';

export interface FoldTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly strategyIds: readonly number[];
  readonly scope: ResultScope;
}

/** Fold the trades of several strategies together. In the order in which they closed. */
export const foldTogether = (byStrategy: Iterable<readonly ResultTrade[]>): ResultFold =>
  foldOf([...byStrategy].flat().sort((a, b) => a.exit_at - b.exit_at));

/** A task of a thread: reads the trades of strategies, however many, and folds them together. */
export const foldTrades = async ({ databaseAt, strategyIds, scope }: FoldTask): Promise<ResultFold> => {
  const db = await openReader(databaseAt);
  try {
    return foldTogether((await loadTrades(db, strategyIds, scope)).values());
  } finally {
    await db.destroy();
  }
};
