import { lockAt, type Lock, lockText } from '../../engine/circuits.ts';
import { istDate, istMinute } from '../../shared/time.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { tradedAs } from '../market/instrument-master.ts';
import type { LastPrice } from '../market/last-price.ts';

/** Why a paper order cannot be filled now. There is a price, but it cannot be used. */
export interface FillBlock {
  readonly kind: 'circuit' | 'auction';
  /** A sentence. */
  readonly why: string;
}

/** The circuit that an instrument stands at by its last price; null where it does not, or nothing is known. */
export const lockOn = (symbol: string, last: LastPrice | null, previousClose: number | null): Lock | null =>
  last && previousClose !== null ? lockAt(tradedAs(symbol), previousClose, last.price, last.at) : null;

/** The closing auction that a share is in at a moment. The paper account takes no part in it: it has one price. */
export const auctionBlock = (symbol: string, at: number): FillBlock | null => {
  const session = sessionOn(istDate(at), tradedAs(symbol));
  if (!session || at < session.close || at >= session.auctionEnd) return null;
  const until = istMinute(session.auctionEnd);
  return {
    kind: 'auction',
    why: `${symbol} is in its closing auction until ${until}, in which the paper account takes no part; the order waits for the next session.`,
  };
};

/** Reason why an order of one side cannot be filled. At a price (paise) and moment; null when nothing does. */
export const fillBlock = (
  { symbol, side }: { readonly symbol: string; readonly side: 'buy' | 'sell' },
  price: number,
  at: number,
  previousClose: number | null,
): FillBlock | null => {
  const auction = auctionBlock(symbol, at);
  if (auction) return auction;
  const lock = previousClose === null ? null : lockAt(tradedAs(symbol), previousClose, price, at);
  return lock?.side === side ? { kind: 'circuit', why: lockText(symbol, lock) } : null;
};
