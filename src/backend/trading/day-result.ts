import type { Kysely } from 'kysely';
import { lotProfit } from '../../engine/trading/account.ts';
import { dayResult, type DayPart } from '../../engine/trading/day-result.ts';
import { chargePaise, totalCharges } from '../../engine/charges/charges.ts';
import { istMidnight } from '../../shared/time.ts';
import type { PositionRow, Schema } from '../db/schema.ts';
import { entryChargesOf, openLotOf, paidCharges } from './position-charges.ts';
import type { LastPrice } from '../market/last-price.ts';

/** Whose day it is. */
interface DayScope {
  /** Their open positions. */
  readonly open: readonly PositionRow[];
  /** One strategy; null for all of the run. What baskets hold for years is no result of a day. */
  readonly strategyId: number | null;
  /** One owner, of a run that several trade on. */
  readonly userId?: number;
  readonly source: PositionRow['source'];
  readonly runId: number;
  readonly now: number;
}

/** Prices of the run, paise. */
interface Prices {
  readonly lastPrice: (symbol: string) => LastPrice | null;
  readonly previousClose: (symbol: string) => number | null;
}

/**
 * The day's result of strategies on a run, paise (`dayResult`). The day is that of `now`; open positions are
 * included.
 */
export const loadDayResult = async (
  db: Kysely<Schema>,
  { open, strategyId, userId, source, runId, now }: DayScope,
  prices: Prices,
): Promise<number> => {
  const closed = await db
    .selectFrom('trades')
    .innerJoin('positions', 'positions.id', 'trades.position_id')
    .innerJoin('strategies', 'strategies.id', 'trades.strategy_id')
    .selectAll('positions')
    .select((eb) => [
      eb.fn.coalesce('trades.quantity_after_split', 'trades.quantity').as('sold'),
      'trades.net',
      'trades.entry_at',
    ])
    .where('trades.source', '=', source)
    .where('trades.run_id', '=', runId)
    .where('strategies.kind', '!=', 'basket')
    .$if(strategyId !== null, (query) => query.where('trades.strategy_id', '=', strategyId))
    .$if(userId !== undefined, (query) => query.where('trades.user_id', '=', Number(userId)))
    .where('trades.exit_at', '>=', istMidnight(now))
    .execute();
  const booked = await bookedOf(db, open);
  const parts: DayPart[] = closed.map((row) => ({
    lot: shareOfEntry(row, row.sold),
    enteredAt: row.entry_at,
    result: row.net,
    previousClose: prices.previousClose(row.symbol),
  }));
  for (const row of open) {
    const { sold = 0, net = 0 } = booked.get(row.id) ?? {};
    const previousClose = prices.previousClose(row.symbol);
    parts.push({
      // What was sold of it and is no trade yet still counts as its own.
      lot: shareOfEntry(row, row.entry_quantity - sold),
      enteredAt: row.opened_at,
      result: resultOf(row, prices.lastPrice(row.symbol)?.price ?? previousClose) - net,
      previousClose,
    });
  }
  return dayResult(parts, now);
};

/** Parts of open positions that are sold already, by position; `net` in paise. */
const bookedOf = async (
  db: Kysely<Schema>,
  open: readonly PositionRow[],
): Promise<ReadonlyMap<number | null, { readonly sold: number; readonly net: number }>> => {
  if (open.length === 0) return new Map();
  const rows = await db
    .selectFrom('trades')
    .select((eb) => [
      'position_id',
      eb.fn.sum<number>(eb.fn.coalesce('quantity_after_split', 'quantity')).as('sold'),
      eb.fn.sum<number>('net').as('net'),
    ])
    .where(
      'position_id',
      'in',
      open.map(({ id }) => id),
    )
    .groupBy('position_id')
    .execute();
  return new Map(rows.map((row) => [row.position_id, row]));
};

/** So many shares of a position as they were entered. */
const shareOfEntry = (row: PositionRow, quantity: number): DayPart['lot'] => {
  const part = (amount: number) => Math.round((amount * quantity) / row.entry_quantity);
  const paid = chargePaise(totalCharges(entryChargesOf(row)));
  return { side: row.side, quantity, value: part(row.entry_value), chargesPaid: part(paid) };
};

/** The result of a whole position at a price. Less what its orders were charged. */
const resultOf = (row: PositionRow, price: number | null): number => {
  const lot = openLotOf(row);
  const sold = { ...lot, quantity: 1, value: row.entry_value - lot.value };
  const profit = price === null ? 0 : lotProfit(lot, price);
  return profit + lotProfit(sold, row.exit_value) - paidCharges(row);
};
