import type { Kysely } from 'kysely';
import type { CorporateAction, DatedAction } from '../../../engine/corporate-actions/corporate-action.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import { symbolHistoryOf } from '../symbol-changes/kept-symbol-changes.ts';
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

const textOf = ({ purpose, action }: Pick<KeptAction, 'purpose' | 'action'>): string =>
  JSON.stringify([purpose, action]);

/** Actions of one share by day and kind, after a list. What it says last counts. */
const mergedActions = (
  before: readonly KeptAction[],
  listed: readonly KeptAction[],
): Map<string, KeptAction> => {
  const merged = new Map(before.map((one) => [`${one.day} ${one.action.kind}`, one]));
  for (const one of listed) {
    // Days that were put off: the same words near the day that is kept. Dividends come again with the same words.
    if (one.action.kind !== 'dividend')
      for (const [key, other] of merged)
        if (isSameAction({ ...other, kind: other.action.kind }, { ...one, kind: one.action.kind }))
          merged.delete(key);
    merged.set(`${one.day} ${one.action.kind}`, one);
  }
  return merged;
};

/** Key of an action among those of all shares. */
export const actionKey = (symbol: string, { day, action }: Pick<KeptAction, 'day' | 'action'>): string =>
  `${symbol} ${day} ${action.kind}`;

/**
 * Keep actions of a user. What a later list says of the same share, day and kind replaces what is kept. Those of one
 * share are few: they are compared with each other.
 * @returns keys of those that are new or changed
 */
export const keepActions = async (
  { query }: Transaction,
  userId: number,
  actions: readonly FiledAction[],
): Promise<ReadonlySet<string>> => {
  const bySymbol = Map.groupBy(actions, ({ symbol }) => symbol);
  const known = await listedActions(query, userId, [...bySymbol.keys()]);
  const rows: { symbol: string; one: KeptAction }[] = [];
  for (const [symbol, listed] of bySymbol) {
    const before = known.get(symbol) ?? [];
    const texts = new Map(before.map((one) => [`${one.day} ${one.action.kind}`, textOf(one)]));
    const merged = mergedActions(before, listed);
    for (const [key, one] of merged) if (texts.get(key) !== textOf(one)) rows.push({ symbol, one });
    for (const { day, action } of before)
      if (!merged.has(`${day} ${action.kind}`))
        await query
          .deleteFrom('corporate_actions')
          .where('user_id', '=', userId)
          .where('symbol', '=', symbol)
          .where('day', '=', day)
          .where('kind', '=', action.kind)
          .execute();
  }
  const values = rows.map(({ symbol, one: { day, purpose, action } }) => ({
    ...{ user_id: userId, symbol, day, kind: action.kind, purpose },
    action_json: JSON.stringify(action),
  }));
  for (let from = 0; from < values.length; from += ROWS_AT_ONCE)
    await query
      .insertInto('corporate_actions')
      .values(values.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'symbol', 'day', 'kind']).doUpdateSet((eb) => ({
          purpose: eb.ref('excluded.purpose'),
          action_json: eb.ref('excluded.action_json'),
        })),
      )
      .execute();
  return new Set(rows.map(({ symbol, one }) => actionKey(symbol, one)));
};

/** Actions that a user keeps under some symbols, by symbol. In order of days. */
export const listedActions = async (
  db: Kysely<Schema>,
  userId: number,
  symbols: readonly string[],
): Promise<Map<string, KeptAction[]>> => {
  const bySymbol = new Map<string, KeptAction[]>();
  for (let from = 0; from < symbols.length; from += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom('corporate_actions')
      .select(['symbol', 'day', 'purpose', 'action_json'])
      .where('user_id', '=', userId)
      .where('symbol', 'in', symbols.slice(from, from + ROWS_AT_ONCE))
      .orderBy('day')
      .execute();
    for (const { symbol, day, purpose, action_json } of rows) {
      const action = JSON.parse(action_json) as CorporateAction;
      const own = bySymbol.get(symbol) ?? [];
      bySymbol.set(symbol, own);
      own.push({ day, purpose, action });
    }
  }
  return bySymbol;
};

/** Actions of some shares that a user keeps, by symbol. Those under their earlier symbols are theirs too. */
export const actionsOf = async (
  db: Kysely<Schema>,
  userId: number,
  symbols: readonly string[],
): Promise<Map<string, KeptAction[]>> => {
  const history = await symbolHistoryOf(db, userId);
  const partsOf = new Map(symbols.map((symbol) => [symbol, history.parts(symbol)]));
  const named = [...partsOf.values()].flat().map(({ symbol }) => symbol);
  const listed = await listedActions(db, userId, [...new Set(named)]);
  return new Map(
    [...partsOf].flatMap(([symbol, parts]): [string, KeptAction[]][] => {
      const lists = parts.map((part) =>
        (listed.get(part.symbol) ?? []).filter(
          ({ day }) => (part.from === null || day >= part.from) && (part.until === null || day < part.until),
        ),
      );
      // A list may have an action under the symbol of then, and a later one under that of now.
      const actions = lists.reduceRight(
        (before, own) => [...mergedActions(before, own).values()],
        [] as KeptAction[],
      );
      const inOrder = actions.sort((a, b) => a.day.localeCompare(b.day));
      return inOrder.length === 0 ? [] : [[symbol, inOrder]];
    }),
  );
};
