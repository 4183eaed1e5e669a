import { type Kysely, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { formatCount } from '../../../shared/money.ts';
import { Refusal } from '../../refusal.ts';
import { MOST_TOGETHER, type SymbolChange, SymbolHistory, type SymbolPart } from './symbol-change.ts';

/** Rows of one statement: a database takes a limited number of values. */
const ROWS_AT_ONCE = 500;

/** Changes of a user: ten times those of all years. */
const MOST_CHANGES = 20_000;

/** Changes of symbols that a user keeps. */
export const symbolHistoryOf = async (db: Kysely<Schema>, userId: number): Promise<SymbolHistory> =>
  new SymbolHistory(
    await db
      .selectFrom('symbol_changes')
      .select(['symbol_before as before', 'symbol_after as after', 'day'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .orderBy('symbol_before')
      .execute(),
  );

/**
 * Symbols of the share that has one now, latest first. Only changes that lead there are read, in one query: each series
 * of candles asks for them.
 */
export const symbolPartsOf = async (
  db: Kysely<Schema>,
  userId: number,
  symbol: string,
): Promise<SymbolPart[]> => {
  const changes = await db
    .withRecursive('earlier(symbol)', (eb) =>
      eb
        .selectNoFrom(sql<string>`cast(${symbol} as text)`.as('symbol'))
        .union(
          eb
            .selectFrom('earlier')
            .innerJoin('symbol_changes', 'symbol_after', 'earlier.symbol')
            .where('user_id', '=', userId)
            .select('symbol_before as symbol'),
        ),
    )
    .selectFrom('earlier')
    .innerJoin('symbol_changes', (join) => join.onRef('symbol_after', '=', 'earlier.symbol'))
    .where('user_id', '=', userId)
    .select(['symbol_before as before', 'symbol_after as after', 'day'])
    .union((eb) =>
      eb
        .selectFrom('earlier')
        .innerJoin('symbol_changes', (join) => join.onRef('symbol_before', '=', 'earlier.symbol'))
        .where('user_id', '=', userId)
        .select(['symbol_before as before', 'symbol_after as after', 'day']),
    )
    .execute();
  return new SymbolHistory(changes).parts(symbol);
};

/**
 * Keep changes of symbols. What a later list says of the same symbol and day counts.
 * @returns how many are new or changed
 * @throws Refusal where they would be too many
 */
export const keepSymbolChanges = async (
  { query }: Transaction,
  userId: number,
  changes: readonly SymbolChange[],
): Promise<number> => {
  const idOf = ({ before, day, after }: SymbolChange): string => `${before} ${day} ${after}`;
  const { changes: kept } = await symbolHistoryOf(query, userId);
  const known = new Set(kept.map(idOf));
  const fresh = changes.filter((change) => !known.has(idOf(change)));
  if (kept.length + fresh.length > MOST_CHANGES)
    throw new Refusal('refused', `there would be more than ${formatCount(MOST_CHANGES)} symbol changes`);
  for (let from = 0; from < fresh.length; from += ROWS_AT_ONCE)
    await query
      .insertInto('symbol_changes')
      .values(
        fresh.slice(from, from + ROWS_AT_ONCE).map(({ before, day, after }) => ({
          ...{ user_id: userId, symbol_before: before, day, symbol_after: after },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'symbol_before', 'day'])
          .doUpdateSet((eb) => ({ symbol_after: eb.ref('excluded.symbol_after') })),
      )
      .execute();
  const share = (await symbolHistoryOf(query, userId)).implausible();
  if (share !== null)
    throw new Refusal(
      'refused',
      `${share} belongs to more than ${formatCount(MOST_TOGETHER)} symbol changes that hang together`,
    );
  return fresh.length;
};
