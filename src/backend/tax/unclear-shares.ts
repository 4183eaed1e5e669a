import type { Kysely } from 'kysely';
import { istDayStart } from '../../shared/time.ts';
import type { CarriedActionRow, Schema, TradeRow } from '../db/schema.ts';
import type { CarriedPositions } from './carried-legs.ts';

/** A carried position of a report. */
export interface CarriedOf {
  readonly id: number;
  readonly symbol: string;
}

/** Moment of the last fill of an entry, by position. */
const lastEntries = async (query: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, number>> => {
  const rows = await query
    .selectFrom('fills')
    .innerJoin('orders', 'orders.id', 'fills.order_id')
    .select(['orders.position_id as id', (eb) => eb.fn.max('fills.at').as('at')])
    .where('orders.position_id', 'in', ids)
    .where('orders.slot', '=', 'entry')
    .groupBy('orders.position_id')
    .execute();
  return new Map(rows.map(({ id, at }) => [id ?? 0, Number(at)]));
};

/**
 * Whether an action leaves its lots unclear. Nothing of the position went on, or its share was sold on the ex-date or
 * later, before the account was read: of which shares is not known.
 */
const isUnread = (action: CarriedActionRow, rows: readonly TradeRow[]): boolean =>
  action.quantity_after === 0 ||
  rows.some(
    ({ exit_at: at, quantity_after_split: inShares }) =>
      at >= istDayStart(action.day) && (at < action.at || (at === action.at && inShares !== null)),
  );

/**
 * Live shares whose lots a report does not follow exactly. The account says how many shares there are, and
 * not which of our fills were of before and which of after.
 */
export const unclearShares = async (
  query: Kysely<Schema>,
  positions: readonly CarriedOf[],
  rows: readonly TradeRow[],
  carried: CarriedPositions,
): Promise<string[]> => {
  if (positions.length === 0) return [];
  const entries = await lastEntries(
    query,
    positions.map(({ id }) => id),
  );
  const bySymbol = Map.groupBy(rows, ({ symbol }) => symbol);
  const unclear = positions.filter(({ id, symbol }) =>
    (carried.get(id) ?? []).some(
      (action) => (entries.get(id) ?? 0) >= action.at || isUnread(action, bySymbol.get(symbol) ?? []),
    ),
  );
  return [...new Set(unclear.map(({ symbol }) => symbol))];
};

/** Notes of a report on its unclear shares. */
export const unclearNotes = (symbols: readonly string[]): string[] =>
  symbols.length === 0
    ? []
    : [
        `The lots of ${symbols.join(', ')} may differ from what was traded: which of their fills were in shares of before a split or bonus is not known for sure. Check them by the trades.`,
      ];
