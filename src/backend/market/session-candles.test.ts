import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar } from '../../engine/bars.ts';
import { TIMEFRAMES, type Timeframe } from '../../shared/rule-document.ts';
import { istMinute, MINUTE_MS } from '../../shared/time.ts';
import { aggregateBars } from './candle-aggregate.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { SessionCandles } from './session-candles.ts';
import type { TickBatch } from './tape.ts';

const DAY = '2024-01-02';
const SYMBOL = 'ITC';
const { open, close } = sessionOn(DAY, { kind: 'equity' })!;
const MINUTES = (close - open) / MINUTE_MS;

interface Traded {
  readonly time: number;
  readonly price: number;
  readonly volume: number;
}

/** Ticks of a day in time order: a few in some minutes, none in others. */
const ticksOfDay: fc.Arbitrary<Traded[]> = fc
  .array(
    fc.record({
      time: fc.integer({ min: open, max: close - 1 }),
      price: fc.integer({ min: 1, max: 1_000_000 }),
      volume: fc.nat(1_000_000),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((ticks) => ticks.sort((a, b) => a.time - b.time));

/** Minute candles of a day, by a model that knows no batches. It builds one minute at a time. */
const minuteBars = (ticks: readonly Traded[]): Bar[] => {
  const bars: Bar[] = [];
  for (let minute = 0; minute < MINUTES; minute++) {
    const start = open + minute * MINUTE_MS;
    const own = ticks.filter((tick) => tick.time >= start && tick.time < start + MINUTE_MS);
    if (own.length === 0) continue;
    const prices = own.map((tick) => tick.price);
    bars.push({
      time: start,
      open: prices[0]!,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1)!,
      volume: own.reduce((sum, tick) => sum + tick.volume, 0),
    });
  }
  return bars;
};

/** Closed candles of ticks that come in batches of given sizes. Candles are closed whenever a minute has passed. */
const candlesOf = (ticks: readonly Traded[], timeframe: Timeframe, sizes: readonly number[]): Bar[] => {
  const candles = new SessionCandles();
  candles.watch(SYMBOL, timeframe);
  const closed: Bar[] = [];
  const closeUntil = (time: number, endsDay: boolean) =>
    closed.push(...candles.closeUntil(time, endsDay).map((candle) => candle.bar));
  let at = 0;
  for (let turn = 0; at < ticks.length; turn++) {
    const first = ticks[at]!;
    const minuteEnd = Math.floor(first.time / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
    closeUntil(minuteEnd - MINUTE_MS, false);
    const group = ticks
      .slice(at, at + (sizes[turn % sizes.length] ?? 1))
      .filter((tick) => tick.time < minuteEnd);
    const batch: TickBatch = {
      time: first.time,
      ticks: group.map(({ price, volume }) => ({ symbol: SYMBOL, price, volume, isGap: false })),
    };
    candles.add(batch);
    at += group.length;
  }
  closeUntil(close, true);
  return closed;
};

describe.each(TIMEFRAMES)('%s candles from ticks', (timeframe) => {
  it('are the same whatever way the ticks were batched, and equal the minutes put together', () => {
    fc.assert(
      fc.property(ticksOfDay, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (ticks, sizes) => {
        const expected = aggregateBars(minuteBars(ticks), timeframe, 'equity');
        expect(candlesOf(ticks, timeframe, [1])).toEqual(expected);
        expect(candlesOf(ticks, timeframe, sizes)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe('candles', () => {
  const minute = (clock: number, price: number): Bar => ({
    time: open + clock * MINUTE_MS,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 1,
  });

  it('start with the session, so the first one of an hour begins at 09:15', () => {
    const day = Array.from({ length: MINUTES }, (_, index) => minute(index, index + 1));
    const hours = aggregateBars(day, '1h', 'equity');
    expect(hours.map((bar) => (bar.time - open) / MINUTE_MS)).toEqual([0, 60, 120, 180, 240, 300, 360]);
    // The last one holds the quarter of an hour that is left.
    expect(hours.at(-1)).toMatchObject({ open: 361, close: 375, volume: 15 });
  });

  it('leave a gap where nothing traded', () => {
    const bars = aggregateBars([minute(0, 10), minute(1, 11), minute(27, 12)], '5m', 'equity');
    expect(bars.map((bar) => (bar.time - open) / MINUTE_MS)).toEqual([0, 25]);
  });

  it('include the minutes before they were watched, and keep those that were seen', () => {
    const candles = new SessionCandles();
    candles.add({
      time: open + 2 * MINUTE_MS,
      ticks: [{ symbol: SYMBOL, price: 102, volume: 1, isGap: true }],
    });
    candles.closeUntil(open + 3 * MINUTE_MS, false);
    candles.restore(SYMBOL, [minute(0, 100), minute(1, 101), minute(2, 999), minute(3, 103)]);
    const today = candles.today(SYMBOL, '1m', open + 10 * MINUTE_MS);
    expect(today.map(({ time, close }) => [(time - open) / MINUTE_MS, close])).toEqual([
      [0, 100],
      [1, 101],
      [2, 102],
      [3, 103],
    ]);
  });

  it('picked up in the middle of a day know what has gone before', () => {
    const candles = new SessionCandles();
    const tick = (clock: number, price: number) =>
      candles.add({
        time: open + clock * MINUTE_MS,
        ticks: [{ symbol: SYMBOL, price, volume: 1, isGap: true }],
      });
    for (const clock of [0, 1, 2]) {
      tick(clock, 100 + clock);
      candles.closeUntil(open + (clock + 1) * MINUTE_MS, false);
    }
    candles.watch(SYMBOL, '5m');
    tick(3, 90);
    candles.closeUntil(open + 4 * MINUTE_MS, false);
    tick(4, 95);
    const closed = candles.closeUntil(open + 5 * MINUTE_MS, false);
    expect(closed).toEqual([
      {
        symbol: SYMBOL,
        timeframe: '5m',
        bar: { time: open, open: 100, high: 102, low: 90, close: 95, volume: 5 },
        endedAt: open + 5 * MINUTE_MS,
      },
    ]);
  });

  it('stay open for late ticks while the next has begun, and none is lost', () => {
    const candles = new SessionCandles();
    candles.watch(SYMBOL, '1m');
    candles.watch(SYMBOL, '5m');
    const tick = (seconds: number, price: number) =>
      candles.add({
        time: open + seconds * 1_000,
        ticks: [{ symbol: SYMBOL, price, volume: 1, isGap: false }],
      });
    tick(299, 100);
    tick(300, 105);
    tick(299.9, 101);
    const closedAt = (seconds: number) =>
      candles
        .closeUntil(open + seconds * 1_000, false)
        .map(({ timeframe, bar }) => [timeframe, (bar.time - open) / MINUTE_MS, bar.close, bar.volume]);
    expect(closedAt(300)).toEqual([
      ['1m', 4, 101, 2],
      ['5m', 0, 101, 2],
    ]);
    expect(closedAt(360)).toEqual([['1m', 5, 105, 1]]);
  });

  it('that were not closed in time are all closed, none joined to the next', () => {
    const candles = new SessionCandles();
    candles.watch(SYMBOL, '5m');
    for (const clock of [4, 5, 9, 10])
      candles.add({
        time: open + clock * MINUTE_MS,
        ticks: [{ symbol: SYMBOL, price: 100 + clock, volume: 1, isGap: false }],
      });
    const closed = candles.closeUntil(open + 11 * MINUTE_MS, false);
    expect(closed.map(({ bar }) => [(bar.time - open) / MINUTE_MS, bar.open, bar.close])).toEqual([
      [0, 104, 104],
      [5, 105, 109],
    ]);
  });

  it('of today leave out one whose last minute is still kept open for late ticks', () => {
    const candles = new SessionCandles();
    candles.watch(SYMBOL, '5m');
    for (let minute = 0; minute < 5; minute++) {
      candles.add({
        time: open + minute * MINUTE_MS,
        ticks: [{ symbol: SYMBOL, price: 100 + minute, volume: 1, isGap: false }],
      });
      candles.closeUntil(open + minute * MINUTE_MS, false);
    }
    const justAfter = open + 5 * MINUTE_MS + 1_000;
    expect(candles.today(SYMBOL, '5m', justAfter)).toEqual([]);
    candles.closeUntil(open + 5 * MINUTE_MS, false);
    expect(candles.today(SYMBOL, '5m', justAfter)).toMatchObject([{ time: open, close: 104, volume: 5 }]);
  });

  it('of today leave out the one that is still open', () => {
    const candles = new SessionCandles();
    for (const clock of [0, 5, 6]) {
      candles.add({
        time: open + clock * MINUTE_MS,
        ticks: [{ symbol: SYMBOL, price: 100 + clock, volume: 1, isGap: true }],
      });
      candles.closeUntil(open + (clock + 1) * MINUTE_MS, false);
    }
    const today = candles.today(SYMBOL, '5m', open + 7 * MINUTE_MS);
    expect(today.map((bar) => bar.time)).toEqual([open]);
  });
});

describe('the end of the day', () => {
  const at = (day: string, clock: string) => Date.parse(`${day}T${clock}:00+05:30`);
  /** A price in every minute from 15:00 on; the candles that come of it, closed as the clock goes on. */
  const candlesFrom = (symbol: string, timeframe: Timeframe, day: string) => {
    const candles = new SessionCandles();
    candles.watch(symbol, timeframe);
    const closed: { start: string; ended: string; close: number }[] = [];
    for (let time = at(day, '15:00'); time < at(day, '16:00'); time += MINUTE_MS) {
      const price = (time - at(day, '15:00')) / MINUTE_MS + 1;
      candles.add({ time, ticks: [{ symbol, price, volume: 1, isGap: true }] });
      for (const { bar, endedAt } of candles.closeUntil(time + MINUTE_MS, false))
        closed.push({ start: istMinute(bar.time), ended: istMinute(endedAt), close: bar.close });
    }
    return closed;
  };

  it.each([
    ['2026-07-31', 'ITC', '15:25', '15:30', 30],
    ['2026-08-03', 'ITC', '15:10', '15:15', 15],
    ['2026-07-31', 'SMALLCO', '15:25', '15:30', 30],
    ['2026-08-03', 'SMALLCO', '15:25', '15:30', 30],
    ['2026-07-31', 'NIFTY', '15:25', '15:30', 30],
    ['2026-08-03', 'NIFTY', '15:35', '15:40', 40],
  ])('on %s the last five minutes of %s are those of %s to %s', (day, symbol, start, ended, close) => {
    expect(candlesFrom(symbol, '5m', day).at(-1)).toEqual({ start, ended, close });
    expect(candlesFrom(symbol, '1m', day).at(-1)).toMatchObject({ ended, close });
  });

  it.each([
    ['2026-07-31', 'ITC', '15:30', 30],
    // The closing auction's price is the day's close, and what is traded after it is not.
    ['2026-08-03', 'ITC', '15:40', 35],
    ['2026-08-03', 'SMALLCO', '15:40', 30],
    ['2026-08-03', 'NIFTY', '15:40', 40],
  ])('on %s the day of %s closes at %s with all that belongs to it', (day, symbol, ended, close) => {
    expect(candlesFrom(symbol, '1d', day)).toEqual([{ start: '00:00', ended, close }]);
  });

  it('leaves nothing of itself to the next morning', () => {
    const candles = new SessionCandles();
    candles.watch('NIFTY', '5m');
    const tick = (time: number, price: number) =>
      candles.add({ time, ticks: [{ symbol: 'NIFTY', price, volume: 0, isGap: true }] });
    tick(at('2026-08-03', '15:39'), 1);
    candles.closeUntil(at('2026-08-03', '15:40'), false);
    tick(at('2026-08-04', '09:07'), 2);
    tick(at('2026-08-04', '09:15'), 3);
    candles.closeUntil(at('2026-08-04', '09:16'), false);
    expect(candles.today('NIFTY', '1m', at('2026-08-04', '09:16'))).toEqual([
      { time: at('2026-08-04', '09:15'), open: 3, high: 3, low: 3, close: 3, volume: 0 },
    ]);
    candles.restore('NIFTY', [
      { time: at('2026-08-05', '09:15'), open: 4, high: 4, low: 4, close: 4, volume: 0 },
    ]);
    expect(candles.today('NIFTY', '1m', at('2026-08-05', '09:16'))).toHaveLength(1);
  });
});
