import type { Bar } from '../../engine/bars.ts';
import type { InstrumentKind } from '../../engine/instrument.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { istDate, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { sessionOn } from './calendar.ts';

/** Opening moment of the session a bar belongs to; the day's start outside any session. */
const sessionOpenOf = (time: number, kind: InstrumentKind): number =>
  sessionOn(istDate(time), kind)?.open ?? istMidnight(time);

/**
 * Start of the candle that a moment falls in: counted from the session's opening, so that 09:15 starts a candle in
 * every timeframe. A daily candle starts at midnight in India.
 */
export const candleStart = (time: number, timeframe: Timeframe, kind: InstrumentKind): number => {
  if (timeframe === '1d') return istMidnight(time);
  const open = sessionOpenOf(time, kind);
  const length = TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
  return open + Math.floor((time - open) / length) * length;
};

/** Two bars of the same candle as one; `later` follows `earlier`. */
export const joinBars = (earlier: Bar, later: Bar): Bar => ({
  time: earlier.time,
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  volume: earlier.volume + later.volume,
});

/** One-minute bars as candles of a longer timeframe; minutes that are missing stay missing. */
export const aggregateBars = (minutes: readonly Bar[], timeframe: Timeframe, kind: InstrumentKind): Bar[] => {
  if (timeframe === '1m') return [...minutes];
  const candles: Bar[] = [];
  let open: Bar | null = null;
  for (const bar of minutes) {
    const start = candleStart(bar.time, timeframe, kind);
    if (open && open.time === start) open = joinBars(open, bar);
    else {
      if (open) candles.push(open);
      open = { ...bar, time: start };
    }
  }
  if (open) candles.push(open);
  return candles;
};
