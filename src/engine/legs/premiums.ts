import type { PremiumOrigin } from '../../shared/premium-choices.ts';
import type { ListedExpiry } from '../contracts/expiry-calendar.ts';
import type { OptionRight } from '../options/black76.ts';
import type { ChainView } from './contract-choice.ts';

/** A minute of the underlying. It starts at `time`, epoch ms; prices in paise. */
export interface UnderlyingMinute {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /**
   * Part of a day of which only daily candles are known: its open, at which legs are entered, the day itself, and its close,
   * at which they are left. None of a real minute.
   */
  readonly part?: 'open' | 'day' | 'close';
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
  /** Of the day at hand; null of a day without any. */
  readonly origin: PremiumOrigin | null;
  /** Expiries that have not ended before a day, in order. */
  readonly expiriesOn: (day: string) => readonly ListedExpiry[];
  /** Options of an expiry at the close of a minute. For a leg of one kind; null where they have no prices. */
  readonly chainAt: (expiry: string, minute: UnderlyingMinute, right: OptionRight) => ChainView | null;
  /** Prices of a contract; null of one that is not known. */
  readonly trackOf: (symbol: string) => PremiumTrack | null;
}
