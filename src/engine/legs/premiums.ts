import type { ListedExpiry } from '../contracts/expiry-calendar.ts';
import type { ChainView } from './contract-choice.ts';

/** A minute of the underlying. It starts at `time`, epoch ms; prices in paise. */
export interface UnderlyingMinute {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Extremes of one contract over a minute, paise. */
export interface PremiumRange {
  readonly high: number;
  readonly low: number;
}

/** Prices of one contract, minute by minute. Null where it has none: nothing is invented. */
export interface PremiumTrack {
  readonly openAt: (minute: UnderlyingMinute) => number | null;
  readonly rangeOver: (minute: UnderlyingMinute) => PremiumRange | null;
  readonly closeAt: (minute: UnderlyingMinute) => number | null;
  /** Half of bid to ask at a price, paise: what an order at the market pays. */
  readonly halfSpread: (minute: UnderlyingMinute, price: number) => number;
}

/** Prices of all contracts of an underlying, for a backtest. */
export interface Premiums {
  /** Their origin, a sentence. It stands beside every figure made of them. */
  readonly label: string;
  /** Expiries that have not ended before a day, in order. */
  readonly expiriesOn: (day: string) => readonly ListedExpiry[];
  /** Options of an expiry at the close of a minute; null where they have no prices. */
  readonly chainAt: (expiry: string, minute: UnderlyingMinute) => ChainView | null;
  /** Prices of a contract; null of one that is not known. */
  readonly trackOf: (symbol: string) => PremiumTrack | null;
}
