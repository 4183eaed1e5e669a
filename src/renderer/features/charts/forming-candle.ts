import { useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Quote } from '../../../shared/quotes.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { istMidnight, MINUTE_MS } from '../../../shared/time.ts';
import { useQuote } from '../../state/quotes.ts';
import type { Candles } from './bars.ts';
import { barLengthOf } from './drawings/bar-times.ts';

/** The candle at hand, as far as it was seen here. Prices in paise, times in epoch ms. */
export interface Forming {
  readonly start: number;
  /** When its last price was. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Trading begins at 09:15; shares trade until 15:15, and what comes after it is an auction. Ms from midnight. */
const OPEN_MS = 555 * MINUTE_MS;
const AUCTION_MS = 915 * MINUTE_MS;

/** Start of the candle that holds a moment, epoch ms. Null before trading begins. */
const startAt = (at: number, timeframe: Timeframe): number | null => {
  const midnight = istMidnight(at);
  const since = at - midnight - OPEN_MS;
  if (since < 0) return null;
  if (timeframe === '1d') return midnight;
  const length = barLengthOf(timeframe);
  return midnight + OPEN_MS + Math.floor(since / length) * length;
};

type Price = Pick<Quote, 'ltp' | 'at' | 'open' | 'high' | 'low'>;

/** The candle at hand after one more price. Of a day its own range is known; of a shorter candle what was seen here. */
export const formingAfter = (before: Forming | null, price: Price, timeframe: Timeframe): Forming | null => {
  const at = Date.parse(price.at);
  const start = startAt(at, timeframe);
  if (start === null) return null;
  const { ltp: close } = price;
  const seen = before?.start === start ? before : { open: close, high: close, low: close };
  const day: Partial<Price> = timeframe === '1d' ? price : {};
  return {
    ...{ start, at, close },
    open: day.open ?? seen.open,
    high: Math.max(close, day.high ?? seen.high),
    low: Math.min(close, day.low ?? seen.low),
  };
};

/** Whether a candle comes right after the last known one. Where more are missing, they are asked for. */
const isNext = (last: number, { start, at }: Forming, timeframe: Timeframe): boolean => {
  const midnight = istMidnight(start);
  if (istMidnight(last) !== midnight) return timeframe === '1d' || start === midnight + OPEN_MS;
  return start === last + barLengthOf(timeframe) && at < midnight + AUCTION_MS;
};

const replaced = (values: readonly number[], at: number, value: number): number[] => {
  const copy = [...values];
  copy[at] = value;
  return copy;
};

/** Candles whose last one follows the price: the one at hand is grown, or begun. */
export const withForming = (candles: Candles, forming: Forming | null, timeframe: Timeframe): Candles => {
  const at = candles.time.length - 1;
  const last = candles.time[at];
  if (!forming || last === undefined) return candles;
  const { start, open, high, low, close } = forming;
  if (start === last)
    return {
      ...candles,
      high: replaced(candles.high, at, Math.max(high, candles.high[at] ?? high)),
      low: replaced(candles.low, at, Math.min(low, candles.low[at] ?? low)),
      close: replaced(candles.close, at, close),
    };
  if (start < last || !isNext(last, forming, timeframe)) return candles;
  const { openInterest } = candles;
  return {
    ...candles,
    time: [...candles.time, start],
    open: [...candles.open, open],
    high: [...candles.high, high],
    low: [...candles.low, low],
    close: [...candles.close, close],
    volume: [...candles.volume, 0],
    ...(openInterest && { openInterest: [...openInterest, openInterest.at(-1) ?? 0] }),
  };
};

/** React hook: the candle at hand of an instrument; null of no source. */
export const useForming = (source: Source | null, symbol: string, timeframe: Timeframe): Forming | null => {
  const price = useQuote(source, symbol);
  const subject = `${source} ${symbol} ${timeframe}`;
  const [held, setHeld] = useState<{ subject: string; price: Price | null; forming: Forming | null }>({
    ...{ subject, price: null, forming: null },
  });
  if (price === undefined) return null;
  if (held.subject === subject && held.price === price) return held.forming;
  const forming = formingAfter(held.subject === subject ? held.forming : null, price, timeframe);
  setHeld({ subject, price, forming });
  return forming;
};
