import type { PositionRow } from '../db/schema.ts';
import type { LastPrice } from '../market/last-price.ts';
import type { MarketRun } from './market-run.ts';
import { exitChargesAt, paidCharges, positionSegment } from './position-charges.ts';

/** Result of shares that are held for long; paise. */
export interface HeldResult {
  /** At the last price, or at cost where there is none. */
  readonly value: number;
  /** After the charges so far. What was sold of the same purchase is included. */
  readonly pnl: number;
  /** Of selling them now. */
  readonly chargesToCome: number;
}

/** Whether shares lie in the demat account: what is intraday, or a contract, is a position and no holding. */
export const isDelivered = (position: PositionRow): boolean => positionSegment(position) === 'delivery';

/** The price that a run values a holding at: the last tick, else the close of the day before. */
export const holdingPrice = (run: MarketRun | null, symbol: string): LastPrice | null => {
  if (!run) return null;
  const close = run.session.previousClose(symbol);
  return run.session.lastPrice(symbol) ?? (close === null ? null : { price: close, at: run.session.now });
};

/** One purchase as holdings and baskets both show it. */
export const heldResult = (row: PositionRow, last: LastPrice | null): HeldResult => {
  const value = last
    ? row.quantity * last.price
    : Math.round((row.entry_value * row.quantity) / row.entry_quantity);
  return {
    value,
    pnl: value + row.exit_value - row.entry_value - paidCharges(row),
    chargesToCome: last ? exitChargesAt(row, last.price, last.at) : 0,
  };
};

/** Several purchases together. */
export const sumHeld = (results: readonly HeldResult[]): HeldResult => ({
  value: results.reduce((sum, { value }) => sum + value, 0),
  pnl: results.reduce((sum, { pnl }) => sum + pnl, 0),
  chargesToCome: results.reduce((sum, { chargesToCome }) => sum + chargesToCome, 0),
});
