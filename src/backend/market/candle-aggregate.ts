import { joinBars, type Bar } from '../../engine/bars.ts';
import type { TradedKind } from '../../engine/instrument.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { istDate, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';

/** Opening moment of the session a bar belongs to; the day's start outside any session. */
const sessionOpenOf = (time: number, kind: TradedKind): number =>
  sessionOn(istDate(time), { kind })?.open ?? istMidnight(time);

/**
 * Start of the candle that a moment falls in: counted from the session's opening, so that 09:15 starts a candle in
 * every timeframe. A daily candle starts at midnight in India.
 */
export const candleStart = (time: number, timeframe: Timeframe, kind: TradedKind): number => {
  const first = timeframe === '1d' ? istMidnight(time) : sessionOpenOf(time, kind);
  return alignedStart(time, first, timeframe);
};

/** Start of the candle that holds a moment. Candles are counted from the start of the day's first one. */
const alignedStart = (time: number, first: number, timeframe: Timeframe): number => {
  if (timeframe === '1d') return first;
  const length = TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
  return first + Math.floor((time - first) / length) * length;
};

/** One-minute bars as candles of a longer timeframe; minutes that are missing stay missing. */
export const aggregateBars = (minutes: readonly Bar[], timeframe: Timeframe, kind: TradedKind): Bar[] => {
  if (timeframe === '1m') return [...minutes];
  const candles: Bar[] = [];
  let open: Bar | null = null;
  let day = Number.NaN;
  let firstStart = 0;
  for (const bar of minutes) {
    const midnight = istMidnight(bar.time);
    if (midnight !== day) {
      day = midnight;
      firstStart = timeframe === '1d' ? midnight : sessionOpenOf(bar.time, kind);
    }
    const start = alignedStart(bar.time, firstStart, timeframe);
    if (open && open.time === start) open = joinBars(open, bar);
    else {
      if (open) candles.push(open);
      open = { ...bar, time: start };
    }
  }
  if (open) candles.push(open);
  return candles;
};
