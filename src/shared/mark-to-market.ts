import type { Position } from './contract/positions.ts';
import { type Quote, type Quotes, quoteIn } from './quotes.ts';

/** Worth of a position at a price; money in paise. */
export interface MarkedToMarket {
  ltp: number | null;
  /** ISO time of that price. */
  at: string | null;
  pnl: number;
  pnlPercent: number;
}

/** Whether a price was traded after the one that is known. */
const isLater = (at: string | null | undefined, known: string | null): boolean =>
  typeof at === 'string' && (known === null || Date.parse(at) > Date.parse(known));

/** Whether a quote may be of a position's own contract. */
const isOfContract = ({ tradingSymbol: traded }: Quote, { tradingSymbol: held }: Position): boolean =>
  traded === undefined || held === null || traded === held;

/** A position as the backend last told of it: with the list, as a fact, or in what moves. */
export const asLastReported = (position: Position, { values }: Quotes): Position => {
  const value = values.get(position.positionId);
  return position.status === 'open' && value && isLater(value.ltpAt, position.ltpAt) ? value : position;
};

/**
 * Money that went into a position, paise. Where its percentage says how much was sold of it, that counts too.
 */
const investedIn = ({ pnl, pnlPercent, averagePrice, quantity }: Position): number =>
  pnlPercent === 0 ? averagePrice * Math.abs(quantity) : (pnl / pnlPercent) * 100;

/**
 * A position at the latest price. The backend values it every second, charges and all; in between the result moves by
 * price × quantity. A quote of another source, another contract or an older one changes nothing.
 */
export const markToMarket = (position: Position, quotes: Quotes): MarkedToMarket => {
  const known = asLastReported(position, quotes);
  const { ltp, ltpAt, quantity } = known;
  const quote = quoteIn(quotes, position.source, position.symbol);
  if (!quote || !isOfContract(quote, known) || ltp === null || !isLater(quote.at, ltpAt))
    return { ltp, at: ltpAt, pnl: known.pnl, pnlPercent: known.pnlPercent };
  const pnl = known.pnl + (quote.ltp - ltp) * quantity;
  const invested = investedIn(known);
  return {
    ltp: quote.ltp,
    at: quote.at,
    pnl,
    pnlPercent: invested === 0 ? 0 : (pnl / invested) * 100,
  };
};

/** Several positions in one instrument at the latest price, as one. */
export const markNetToMarket = (
  [oldest, ...others]: readonly [Position, ...Position[]],
  quotes: Quotes,
): MarkedToMarket => {
  const { ltp, at, ...first } = markToMarket(oldest, quotes);
  let { pnl } = first;
  let invested = investedIn(asLastReported(oldest, quotes));
  for (const position of others) {
    pnl += markToMarket(position, quotes).pnl;
    invested += investedIn(asLastReported(position, quotes));
  }
  return { ltp, at, pnl, pnlPercent: invested === 0 ? 0 : (pnl / invested) * 100 };
};

/** Sum of the results of positions, in paise. */
export const sumMarkedToMarket = (positions: Iterable<Position>, quotes: Quotes): number => {
  let sum = 0;
  for (const position of positions) sum += markToMarket(position, quotes).pnl;
  return sum;
};
