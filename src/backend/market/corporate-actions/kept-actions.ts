import type { Kysely } from 'kysely';
import type { CorporateAction, DatedAction } from '../../../engine/corporate-actions/corporate-action.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { FiledAction } from './parse-actions.ts';

/** An action that is kept, as the exchange words it. */
export interface KeptAction extends DatedAction {
  readonly purpose: string;
}

/** Rows of one statement: a database takes a limited number of values. */
const ROWS_AT_ONCE = 500;

/** Keep actions of a user. What a later file says of the same share, day and kind replaces what is kept. */
export const keepActions = async (
  { query }: Transaction,
  userId: number,
  actions: readonly FiledAction[],
): Promise<void> => {
  const latest = new Map(actions.map((one) => [`${one.symbol} ${one.day} ${one.action.kind}`, one]));
  const rows = [...latest.values()].map(({ symbol, day, purpose, action }) => ({
    user_id: userId,
    symbol,
    day,
    kind: action.kind,
    purpose,
    action_json: JSON.stringify(action),
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await query
      .insertInto('corporate_actions')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'symbol', 'day', 'kind']).doUpdateSet((eb) => ({
          purpose: eb.ref('excluded.purpose'),
          action_json: eb.ref('excluded.action_json'),
        })),
      )
      .execute();
};

/** Actions of some symbols that a user keeps, by symbol. In order of days. */
export const actionsOf = async (
  db: Kysely<Schema>,
  userId: number,
  symbols: readonly string[],
): Promise<Map<string, KeptAction[]>> => {
  const bySymbol = new Map<string, KeptAction[]>();
  if (symbols.length === 0) return bySymbol;
  const rows = await db
    .selectFrom('corporate_actions')
    .select(['symbol', 'day', 'purpose', 'action_json'])
    .where('user_id', '=', userId)
    .where('symbol', 'in', symbols)
    .orderBy('day')
    .execute();
  for (const { symbol, day, purpose, action_json } of rows) {
    const action = JSON.parse(action_json) as CorporateAction;
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), { day, purpose, action }]);
  }
  return bySymbol;
};
