import type { Kysely } from 'kysely';
import type { CorporateAction, DatedAction } from '../../../engine/corporate-actions/corporate-action.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { FiledAction } from './parse-actions.ts';

/** An action that is kept, as the exchange words it. */
export interface KeptAction extends DatedAction {
  readonly purpose: string;
}

/** Rows of one statement: a database takes a limited number of values. */
const ROWS_AT_ONCE = 500;

/** Days by which an ex-date is put off. The same action of a share within them is one. */
const PUT_OFF_DAYS = 45;

/** Name of an action, beside its share. */
interface ActionName extends Pick<KeptAction, 'day' | 'purpose'> {
  readonly kind: CorporateAction['kind'];
}

/** Whether two actions of a share are one: of one day and kind, or the same words on a day that was put off. */
export const isSameAction = (a: ActionName, b: ActionName): boolean =>
  a.kind === b.kind &&
  (a.day === b.day ||
    (a.purpose === b.purpose && Math.abs(istDayStart(a.day) - istDayStart(b.day)) <= PUT_OFF_DAYS * DAY_MS));

/** Days that a later list has moved: the same words of the same share, near the day that is kept. */
const dropMoved = async (
  { query }: Transaction,
  userId: number,
  { symbol, day, purpose, action }: FiledAction,
): Promise<void> => {
  const around = (days: number): string => istDate(istDayStart(day) + days * DAY_MS);
  await query
    .deleteFrom('corporate_actions')
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('kind', '=', action.kind)
    .where('purpose', '=', purpose)
    .where('day', '!=', day)
    .where('day', '>=', around(-PUT_OFF_DAYS))
    .where('day', '<=', around(PUT_OFF_DAYS))
    .execute();
};

/** Keep actions of a user. What a later file says of the same share, day and kind replaces what is kept. */
export const keepActions = async (
  tx: Transaction,
  userId: number,
  actions: readonly FiledAction[],
): Promise<void> => {
  const { query } = tx;
  const latest = new Map(actions.map((one) => [`${one.symbol} ${one.day} ${one.action.kind}`, one]));
  const rows = [...latest.values()].map(({ symbol, day, purpose, action }) => ({
    user_id: userId,
    symbol,
    day,
    kind: action.kind,
    purpose,
    action_json: JSON.stringify(action),
  }));
  // Dividends come again with the same words.
  for (const one of latest.values()) if (one.action.kind !== 'dividend') await dropMoved(tx, userId, one);
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
