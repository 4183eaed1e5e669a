import type { PositionRow } from '../db/schema.ts';
import type { LastPrice } from '../market/last-price.ts';
import type { MarketRun } from './market-run.ts';
import { depositoryToCome, exitChargesAt, paidCharges, positionSegment } from './position-charges.ts';

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

/** A purchase with what it has in common with others. */
interface HeldPurchase extends HeldResult {
  readonly symbol: string;
  /** Part of `chargesToCome` that is paid once for a share. */
  readonly depository: number;
}

/** One purchase as holdings and baskets both show it. */
export const heldResult = (row: PositionRow, last: LastPrice | null): HeldPurchase => {
  const value = last
    ? row.quantity * last.price
    : Math.round((row.entry_value * row.quantity) / row.entry_quantity);
  return {
    symbol: row.symbol,
    depository: last ? depositoryToCome(row, last.at) : 0,
    value,
    pnl: value + row.exit_value - row.entry_value - paidCharges(row),
    chargesToCome: last ? exitChargesAt(row, last.price, last.at) : 0,
  };
};

/** Several purchases together. The depository takes its charge once for a share, whatever is sold of it that day. */
export const sumHeld = (results: readonly HeldPurchase[]): HeldResult => {
  const sum = (figure: 'value' | 'pnl' | 'chargesToCome' | 'depository'): number =>
    results.reduce((total, result) => total + result[figure], 0);
  const depository = [...Map.groupBy(results, ({ symbol }) => symbol).values()].reduce(
    (total, purchases) => total + Math.max(...purchases.map((purchase) => purchase.depository)),
    0,
  );
  return {
    value: sum('value'),
    pnl: sum('pnl'),
    chargesToCome: sum('chargesToCome') - sum('depository') + depository,
  };
};
