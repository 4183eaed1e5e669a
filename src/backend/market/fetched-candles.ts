import type { Bar } from '../../engine/bars.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import type { StoredTimeframe } from '../../shared/contract/market.ts';
import { istDate, istMidnight, minuteStart } from '../../shared/time.ts';
import { tradedAs } from './instrument-master.ts';

/** Candles as they may be kept, in time order. */
export interface CleanCandles {
  readonly bars: readonly Bar[];
  /** Outside continuous trading, there twice, or with prices that cannot be. */
  readonly setAside: number;
}

/** The most that the columns of a stored month hold, paise. */
const MOST_PRICE = 2 ** 31 - 1;

const canBe = ({ open, high, low, close, volume }: Bar): boolean =>
  low > 0 &&
  high <= MOST_PRICE &&
  high >= Math.max(open, close) &&
  low <= Math.min(open, close) &&
  volume >= 0;

/** Whether a moment lies within continuous trading. Each day is looked up once. */
const tradingTimes = (symbol: string, timeframe: StoredTimeframe): ((time: number) => boolean) => {
  const traded = tradedAs(symbol);
  let midnight = Number.NaN;
  let session: ReturnType<typeof sessionOn> = null;
  return (time) => {
    if (istMidnight(time) !== midnight) {
      midnight = istMidnight(time);
      session = sessionOn(istDate(time), traded);
    }
    return session !== null && (timeframe === '1d' || (time >= session.open && time < session.close));
  };
};

/** Candles of a broker without what cannot be kept. Of two at the same time the first counts. */
export const cleanCandles = (
  sent: readonly Bar[],
  symbol: string,
  timeframe: StoredTimeframe,
): CleanCandles => {
  const isTrading = tradingTimes(symbol, timeframe);
  const startOf = timeframe === '1d' ? istMidnight : minuteStart;
  const byTime = new Map<number, Bar>();
  for (const bar of sent) {
    const time = startOf(bar.time);
    if (canBe(bar) && !byTime.has(time) && isTrading(time)) byTime.set(time, { ...bar, time });
  }
  const bars = [...byTime.values()].sort((a, b) => a.time - b.time);
  return { bars, setAside: sent.length - bars.length };
};

/** A candle that was sent otherwise than it is kept; null is none. */
export interface Difference {
  readonly time: number;
  readonly kept: Bar | null;
  readonly sent: Bar | null;
}

/** Result of a merge of sent candles with kept ones. */
export interface FetchedMerge {
  readonly bars: readonly Bar[];
  readonly added: number;
  readonly replaced: number;
  /** Kept with other prices than were sent, and kept but not sent. Empty where what was sent replaces it. */
  readonly differing: readonly Difference[];
  readonly gone: readonly Difference[];
}

const isSame = (a: Bar, b: Bar): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume;

/**
 * Merge candles that were sent of a stretch with kept ones. A kept one is replaced only where that was asked for, and
 * never taken away.
 */
export const mergeFetched = (
  kept: readonly Bar[],
  sent: readonly Bar[],
  { from, until }: { readonly from: number; readonly until: number },
  onDifference: 'keep' | 'replace',
): FetchedMerge => {
  const merged = new Map(kept.map((bar) => [bar.time, bar]));
  const sentTimes = new Set(sent.map(({ time }) => time));
  const differing: Difference[] = [];
  let [added, replaced] = [0, 0];
  for (const bar of sent) {
    const known = merged.get(bar.time);
    if (!known) added++;
    else if (isSame(known, bar)) continue;
    else if (onDifference === 'replace') replaced++;
    else {
      differing.push({ time: bar.time, kept: known, sent: bar });
      continue;
    }
    merged.set(bar.time, bar);
  }
  const gone = kept
    .filter(({ time }) => time >= from && time < until && !sentTimes.has(time))
    .map((bar) => ({ time: bar.time, kept: bar, sent: null }));
  return {
    bars: [...merged.values()].sort((a, b) => a.time - b.time),
    added,
    replaced,
    differing,
    gone,
  };
};
