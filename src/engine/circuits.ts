import { formatPrice } from '../shared/money.ts';
import { hasFutures, roundToTick, tickSizeOn, type Traded } from './instrument.ts';

/** A locked circuit: the side whose orders find no counterparty, and its price. */
export interface Lock {
  readonly side: 'buy' | 'sell';
  /** The edge of the price band, paise. */
  readonly price: number;
}

/** A share with futures has no fixed limits: its band begins at this and is widened step by step (NSE/FAOP/64995). */
const DYNAMIC_BAND_PERCENT = 10;
const DYNAMIC_STEP_PERCENT = 5;

/**
 * The lock of a price at its day's band edge, or null. Trade is one-sided there: at the upper edge there is no seller,
 * so no purchase fills; at the lower one nobody buys. Prices in paise, time in epoch ms.
 *
 * A fixed band (a share without futures) has one edge on each side. A dynamic one has an edge at 10 % and, once
 * widened, at every further 5 %: a price between two edges shows that the band was widened beyond it. A price outside a
 * fixed band shows that the previous close is not what the band was counted from (a split, say), so nothing is known.
 */
export const lockAt = (traded: Traded, previousClose: number, price: number, time: number): Lock | null => {
  const move = (100 * Math.abs(price - previousClose)) / previousClose;
  const percent = hasFutures(traded) ? nearestStep(move) : traded.fixedBandPercent;
  // Nearly every price is far from any edge, and asked about on every fill.
  if (percent === undefined || move < percent / 2) return null;
  const tick = tickSizeOn(traded.kind, price, time);
  const isUp = price > previousClose;
  const edge = isUp
    ? roundToTick((previousClose * (100 + percent)) / 100, tick, 'down')
    : roundToTick((previousClose * (100 - percent)) / 100, tick, 'up');
  return price === edge ? { side: isUp ? 'buy' : 'sell', price: edge } : null;
};

const nearestStep = (move: number): number =>
  Math.max(DYNAMIC_BAND_PERCENT, Math.round(move / DYNAMIC_STEP_PERCENT) * DYNAMIC_STEP_PERCENT);

/** A lock as a sentence. */
export const lockText = (symbol: string, { side, price }: Lock): string =>
  side === 'buy'
    ? `${symbol} is at its upper circuit of ₹${formatPrice(price)}, where nobody sells.`
    : `${symbol} is at its lower circuit of ₹${formatPrice(price)}, where nobody buys.`;
