import type { Position } from '../../../shared/contract/positions.ts';
import type { Quote } from '../../state/quotes.ts';

/** What a position is worth at a price; money in paise. */
export interface LiveResult {
  ltp: number | null;
  /** ISO time of that price. */
  at: string | null;
  pnl: number;
  pnlPercent: number;
}

/**
 * A position at the latest price. Between two answers of the server the result moves by price × quantity; the
 * charges of leaving stay those of the last answer. A quote of another source or an older one changes nothing.
 */
export const liveResult = (position: Position, quote: Quote | undefined): LiveResult => {
  const { ltp, ltpAt, quantity, averagePrice } = position;
  const isNewer =
    quote !== undefined &&
    quote.source === position.source &&
    ltp !== null &&
    (ltpAt === null || Date.parse(quote.at) > Date.parse(ltpAt));
  if (!isNewer) return { ltp, at: ltpAt, pnl: position.pnl, pnlPercent: position.pnlPercent };
  const pnl = position.pnl + (quote.ltp - ltp) * quantity;
  const invested = averagePrice * Math.abs(quantity);
  return {
    ltp: quote.ltp,
    at: quote.at,
    pnl,
    pnlPercent: invested === 0 ? 0 : (pnl / invested) * 100,
  };
};
