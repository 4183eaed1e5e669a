import { describe, expect, it } from 'vitest';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import {
  DAY,
  MONDAY,
  closeIs,
  flat,
  intradayBars,
  rulesOf,
  run,
} from '../../../tests/engine/made-up-market.ts';
import { barsFrom, type Bar } from '../bars.ts';
import { simulate } from './simulate.ts';
import type { SimulationInput } from './simulation.ts';

/** Why a simulation of the rows is refused. */
const refusal = (rows: readonly Bar[], more: Partial<SimulationInput> = {}): string => {
  const bars = barsFrom(rows);
  if (!bars.ok) return bars.failure.message;
  const result = simulate({
    rules: rulesOf({}),
    series: [{ instrument: { symbol: 'RELIANCE', kind: 'equity' }, bars: bars.value }],
    capital: 1_00_000_00,
    ...more,
  });
  if (result.ok) throw new Error('was not refused');
  expect(result.failure.code).toBe('invalid');
  return result.failure.message;
};

const good = intradayBars(flat(101, 4));
const [first, second] = good as [Bar, Bar];

describe('bad input', () => {
  it('no candles, or no series at all', () => {
    expect(refusal([])).toBe('There are no candles of RELIANCE to run the rules on.');
    expect(refusal(good, { series: [] })).toBe('There are no candles to run the rules on.');
  });

  it('one instrument without candles is left alone, and the reader is notified', () => {
    const series = ['RELIANCE', 'ITC'].map((symbol) => ({
      instrument: { symbol, kind: 'equity' as const },
      bars: goodBars(symbol === 'ITC' ? [] : good),
    }));
    const result = simulate({ rules: rulesOf({}), series, capital: 1_00_000_00 });
    expect(result.ok && result.value.trades.map(({ symbol }) => symbol)).toEqual(['RELIANCE']);
    expect(result.ok && result.value.assumptions).toContain(
      'There are no candles of ITC, so it was not traded.',
    );
  });

  it('one candle: nothing to fill at', () => {
    const result = run({}, intradayBars(flat(101)));
    expect(result.trades).toEqual([]);
    expect(result.rejections).toEqual([
      { time: first.time, symbol: 'RELIANCE', reason: 'The candles ended before the entry could fill.' },
    ]);
    expect([...result.curve.equity]).toEqual([1_00_000_00]);
  });

  it('candles out of order, or twice', () => {
    expect(refusal([second, first])).toBe(
      'Bar 2 (2025-06-02T09:15:00+05:30) cannot be used: it is earlier than the bar before it; bars must be in time order.',
    );
    expect(refusal([first, first])).toMatch(/^Bar 2 .* it has the same time as the bar before it\.$/);
    const twice = { instrument: { symbol: 'ITC', kind: 'equity' as const }, bars: goodBars(good) };
    expect(refusal(good, { series: [twice, twice] })).toBe('The candles of ITC are given twice.');
  });

  it.each<[string, Partial<Bar>, RegExp]>([
    ['NaN', { close: Number.NaN }, /^Bar 2 .* its close is not a number\.$/],
    ['infinity', { high: Infinity }, /its high is not a number/],
    ['zero', { low: 0 }, /its low is 0 paise, and a price must be above zero/],
    ['a negative price', { open: -100 }, /its open is -100 paise, and a price must be above zero/],
    ['half a paisa', { close: 10_100.5 }, /is not in whole paise/],
    ['a high below the low', { high: 10_000 }, /its high of 10000 paise is below its low of 10100/],
    ['a negative volume', { volume: -1 }, /its volume of -1 is not a whole number of shares/],
    ['no time', { time: Number.NaN }, /its time NaN is not a moment/],
  ])('%s in a candle', (_what, change, reason) => {
    expect(refusal([first, { ...second, ...change }])).toMatch(reason);
  });

  it('weeks without candles: positions for delivery wait, intraday ones do not outlive their day', () => {
    const rows = [...intradayBars(flat(101, 3)), ...intradayBars(flat(90, 3), MONDAY + 60 * DAY)];
    const carried = run({ product: 'delivery', exit: closeIs('<', 95) }, rows);
    expect(carried.trades).toMatchObject([{ barsHeld: 4, why: 'exit-rule', exitPrice: 90_00 }]);
    expect(run({}, rows).trades).toMatchObject([{ why: 'session-end', exitPrice: 101_00 }]);
  });

  it('a jump the size of a split is pointed out, and so is volume that is not there', () => {
    const rows = [...intradayBars(flat(101, 2), MONDAY, 0), ...intradayBars(flat(50, 2), MONDAY + DAY, 0)];
    const byVolume = {
      kind: 'compare',
      left: { kind: 'price', field: 'volume' },
      operator: '>',
      right: { kind: 'constant', value: 5 },
    } as const;
    const { assumptions } = run({ entry: byVolume }, rows);
    expect(assumptions).toContain(
      'RELIANCE jumped from ₹101.00 to ₹50.00 overnight on 03-06-2025: the candles may not be adjusted for a split, bonus or demerger.',
    );
    expect(assumptions).toContain(
      'The rules read volume, and RELIANCE reports none: they cannot fire on it.',
    );
  });

  it('no capital, broken capital, or too little for one share', () => {
    for (const capital of [0, -1, 0.5, Number.NaN, Infinity])
      expect(refusal(good, { capital })).toBe('The capital must be more than zero, in whole paise.');
    const poor = run({}, good, { capital: 50_00 });
    expect(poor.trades).toEqual([]);
    expect(poor.rejections[0]?.reason).toBe(
      'Free cash of ₹50.00 does not carry one share, which takes ₹101.00.',
    );
  });

  it('days outside the candles', () => {
    expect(refusal(good, { from: MONDAY + DAY })).toBe(
      'The candles of RELIANCE end on 02-06-2025, before the run begins on 03-06-2025.',
    );
    expect(refusal(good, { to: MONDAY })).toBe(
      'The candles of RELIANCE begin on 02-06-2025, after the run has ended on 01-06-2025.',
    );
    expect(refusal(good, { from: MONDAY + DAY, to: MONDAY })).toBe('The run must begin before it ends.');
    const apart = [...good, ...intradayBars(flat(101, 2), MONDAY + 5 * DAY)];
    expect(refusal(apart, { from: MONDAY + DAY, to: MONDAY + 2 * DAY })).toBe(
      'There are no candles of RELIANCE on the days of the run.',
    );
  });

  it('days that reach beyond the candles on both sides take what is there', () => {
    const wide = run({}, good, { from: MONDAY - 9 * DAY, to: MONDAY + 9 * DAY });
    expect(wide).toEqual(run({}, good));
  });

  it('candles from the end of the run on are not looked at', () => {
    const to = good[3]?.time ?? 0;
    expect(run({}, good, { to })).toEqual(run({}, good.slice(0, 3)));
  });

  it('rules that never fire, and rules that always do', () => {
    const rows = intradayBars(flat(101, 75));
    const never = run({ entry: closeIs('>', 1e6) }, rows);
    expect([never.trades, never.fills, never.rejections]).toEqual([[], [], []]);
    expect(new Set(never.curve.equity)).toEqual(new Set([1_00_000_00]));
    const always = run({ exit: closeIs('>', 0), maxTradesPerDay: 500 }, rows);
    // In and out by turns: one trade every two bars until the square-off.
    expect(always.trades).toHaveLength(35);
  });

  it('rules that need more candles than there are', () => {
    const slow = {
      kind: 'compare',
      left: { kind: 'indicator', indicator: { name: 'sma', period: 200 } },
      operator: '>',
      right: { kind: 'price', field: 'close' },
    } as const;
    const result = run({ entry: slow }, good);
    expect(result.trades).toEqual([]);
    expect(result.assumptions).toContain(
      'RELIANCE has 4 candles and the rules need more than 199 before they can fire.',
    );
  });
});
