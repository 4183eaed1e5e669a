import type { Kysely } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { inOrder, type SymbolChange } from './symbol-change.ts';

/** Rows of one statement: a database takes a limited number of values. */
const ROWS_AT_ONCE = 500;

/** Changes of symbols that a user keeps. In the order of their days. */
export const symbolChangesOf = async (db: Kysely<Schema>, userId: number): Promise<SymbolChange[]> =>
  inOrder(
    await db
      .selectFrom('symbol_changes')
      .select(['symbol_before as before', 'symbol_after as after', 'day'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .orderBy('symbol_before')
      .execute(),
  );

/**
 * Keep changes of symbols. What a later list says of the same symbol and day counts.
 * @returns how many are new or changed
 */
export const keepSymbolChanges = async (
  { query }: Transaction,
  userId: number,
  changes: readonly SymbolChange[],
): Promise<number> => {
  const idOf = ({ before, day, after }: SymbolChange): string => `${before} ${day} ${after}`;
  const known = new Set((await symbolChangesOf(query, userId)).map(idOf));
  const fresh = changes.filter((change) => !known.has(idOf(change)));
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
  return fresh.length;
};
