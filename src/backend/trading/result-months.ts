import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { isOfRun, type ResultScope } from './results.ts';

/** The result of trades that closed in a calendar month of India. */
export interface ResultMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly net: number;
}

/** The months in which a strategy closed trades, the oldest first; of its kept days, so exact however many there are. */
export const resultMonths = (
  db: Kysely<Schema>,
  strategyId: number,
  scope: ResultScope,
): Promise<ResultMonth[]> => {
  const month = sql<string>`substr(day, 1, 7)`;
  return db
    .selectFrom('result_days')
    .select([month.as('month'), (eb) => eb.fn.sum<number>('net').as('net')])
    .where('strategy_id', '=', strategyId)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .groupBy(month)
    .orderBy('month')
    .execute();
};
