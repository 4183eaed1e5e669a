import { describe, expect, it } from 'vitest';
import { istDayStart } from '../shared/time.ts';
import { barAt, barsFrom, barsFromColumns, findJumps, sliceBars, type Bar } from './bars.ts';

const OPEN = istDayStart('2025-06-02') + 555 * 60_000;
const DAY = 86_400_000;

const bar = (more: Partial<Bar> = {}): Bar => ({
  time: OPEN,
  open: 100,
  high: 110,
  low: 90,
  close: 105,
  volume: 10,
  ...more,
});

const reasonOf = (...rows: Bar[]): string => {
  const result = barsFrom(rows);
  if (result.ok) throw new Error('was accepted');
  return result.failure.message;
};

const goodBars = (...rows: Bar[]) => {
  const result = barsFrom(rows);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

describe('bars', () => {
  it('become columns with their days', () => {
    const bars = goodBars(bar(), bar({ time: OPEN + 60_000, close: 99 }), bar({ time: OPEN + DAY }));
    expect([...bars.close]).toEqual([105, 99, 105]);
    expect(bars.day[1]).toBe(bars.day[0]);
    expect(bars.day[2]).toBe((bars.day[0] ?? 0) + 1);
    expect(barAt(bars, 1)).toEqual(bar({ time: OPEN + 60_000, close: 99 }));
    expect(() => barAt(bars, 3)).toThrow('There is no bar 3 in a series of 3.');
  });

  it('come from columns as they come one by one, and lack none', () => {
    const rows = [bar(), bar({ time: OPEN + 60_000, close: 99 }), bar({ time: OPEN + DAY, volume: 0 })];
    const columns = {
      time: rows.map((row) => row.time),
      open: rows.map((row) => row.open),
      high: rows.map((row) => row.high),
      low: rows.map((row) => row.low),
      close: rows.map((row) => row.close),
      volume: rows.map((row) => row.volume),
    };
    expect(barsFromColumns(columns)).toEqual(barsFrom(rows));
    expect(barsFromColumns({ ...columns, low: [90, 120, 90] })).toEqual(
      barsFrom(rows.with(1, bar({ time: OPEN + 60_000, close: 99, low: 120 }))),
    );
    expect(barsFromColumns({ ...columns, high: [110, 110] })).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/^Bar 3 .*its high is not a number\.$/) as string },
    });
  });

  it('know whether volume is reported', () => {
    expect(goodBars(bar()).hasVolume).toBe(true);
    expect(goodBars(bar({ volume: 0 })).hasVolume).toBe(false);
  });

  it('may be none at all', () => {
    expect(goodBars()).toMatchObject({ length: 0, hasVolume: false });
  });

  it('are cut without a copy', () => {
    const bars = goodBars(bar(), bar({ time: OPEN + 60_000 }), bar({ time: OPEN + 120_000 }));
    const cut = sliceBars(bars, 1);
    expect(cut.length).toBe(2);
    expect(cut.close.buffer).toBe(bars.close.buffer);
  });

  it.each([
    ['a price that is no number', { close: Number.NaN }, 'its close is not a number'],
    ['a price without end', { high: Infinity }, 'its high is not a number'],
    ['a zero price', { low: 0 }, 'its low is 0 paise, and a price must be above zero'],
    ['a negative price', { open: -5 }, 'its open is -5 paise, and a price must be above zero'],
    ['half a paisa', { close: 100.5 }, 'its close of 100.5 is not in whole paise'],
    ['high below low', { high: 80 }, 'its high of 80 paise is below its low of 90'],
    ['a close above the high', { close: 120 }, 'its high of 110 paise is not its highest price'],
    ['an open below the low', { open: 80 }, 'its low of 90 paise is not its lowest price'],
    ['negative volume', { volume: -1 }, 'its volume of -1 is not a whole number of shares'],
  ])('are refused with %s', (_what, more, reason) => {
    expect(reasonOf(bar(), bar({ time: OPEN + 60_000, ...more }))).toBe(
      `Bar 2 (2025-06-02T09:16:00+05:30) cannot be used: ${reason}.`,
    );
  });

  it('are refused twice at one time, out of order, or at no time', () => {
    expect(reasonOf(bar(), bar())).toMatch(/same time as the bar before it/);
    expect(reasonOf(bar(), bar({ time: OPEN - 1 }))).toMatch(/must be in time order/);
    expect(reasonOf(bar({ time: Number.NaN }))).toBe('Bar 1 cannot be used: its time NaN is not a moment.');
  });

  it.each([
    ['a 1:2 bonus', 0.667, [1]],
    ['a 3:2 split', 0.66, [1]],
    ['a 1:3 bonus', 0.75, [1]],
    ['a demerger', 0.604, [1]],
    ['a consolidation of two into one', 2, [1]],
    ['an open at the lower edge of the widest band', 0.8, []],
    ['an open at the upper edge of the widest band', 1.2, []],
  ])('show a jump after %s, and none at a gap that a price band allows: %s', (_what, factor, jumps) => {
    const price = 10_000 * factor;
    const [before, after] = [10_000, price].map((value, day) =>
      bar({ time: OPEN + day * DAY, open: value, high: value, low: value, close: value }),
    );
    expect(findJumps(goodBars(before ?? bar(), after ?? bar()))).toEqual(jumps);
  });

  it('show jumps the size of a split, overnight only', () => {
    const halved = bar({ time: OPEN + DAY, open: 52, high: 60, low: 50, close: 55 });
    expect(findJumps(goodBars(bar(), halved))).toEqual([1]);
    expect(findJumps(goodBars(bar(), { ...halved, time: OPEN + 60_000 }))).toEqual([]);
    expect(findJumps(goodBars(bar(), bar({ time: OPEN + DAY })))).toEqual([]);
  });
});
