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

/** Whether an action leaves lots that only the trades tell apart. `rows` are the trades of its share. */
const isUnclear = (action: CarriedActionRow, id: number, rows: readonly TradeRow[]): boolean => {
  const isBesideOthers = rows.some((row) => row.position_id !== id);
  const exDate = istDayStart(action.day);
  return (
    // A part of a share, or less than a whole one, is paid out of this position; first in, first out may ask for another.
    (isBesideOthers && (action.fraction > 0 || action.quantity_after === 0)) ||
    // Sold in shares of before on the ex-date or later: the list came after it. At one moment the count tells.
    rows.some(
      ({ exit_at: at, quantity_after_split: inShares }) =>
        at >= exDate && (at < action.at || (at === action.at && inShares !== null)),
    )
  );
};

/** Shares whose lots a report does not follow exactly. */
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
      (action) => (entries.get(id) ?? 0) >= action.at || isUnclear(action, id, bySymbol.get(symbol) ?? []),
    ),
  );
  return [...new Set(unclear.map(({ symbol }) => symbol))];
};

/** Notes of a report on its unclear shares. */
export const unclearNotes = (symbols: readonly string[]): string[] =>
  symbols.length === 0
    ? []
    : [
        `The lots of ${symbols.join(', ')} may differ from what was traded: beside a split or bonus there was an entry filled over the ex-date, a sale before the list came, or a part of a share beside other positions. Check them by the trades.`,
      ];
