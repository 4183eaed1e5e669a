import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodBars, indicatorArbitrary, rowsArbitrary } from '../../tests/engine/arbitraries.ts';
import type { Bar, Bars } from './bars.ts';
import { giveBack, newColumn } from './columns.ts';
import { planIndicator } from './indicators/indicator-plan.ts';
import { SharedSeries } from './indicators/shared-series.ts';
import { MINUTE_MS } from '../shared/time.ts';

/** Long enough for its columns to be kept. */
const longBars = (rows: readonly Bar[]): Bars => {
  const step = (rows.at(-1)?.time ?? 0) - (rows[0]?.time ?? 0) + 5 * MINUTE_MS;
  const times = Math.ceil(2000 / rows.length);
  return goodBars(
    Array.from({ length: times }, (_, round) =>
      rows.map((row) => ({ ...row, time: row.time + round * step })),
    ).flat(),
  );
};

const fieldsOf = (bars: Bars): Float64Array[] => [
  bars.time,
  bars.open,
  bars.high,
  bars.low,
  bars.close,
  bars.volume,
];

describe('columns', () => {
  it('are had again once they are given back, and only those of the same length', () => {
    const column = newColumn(5001);
    giveBack(column);
    expect(newColumn(5002)).not.toBe(column);
    expect(newColumn(5001)).toBe(column);
    expect(newColumn(5001)).not.toBe(column);
  });

  it('give every indicator the same numbers whatever they held before', () => {
    fc.assert(
      fc.property(indicatorArbitrary, rowsArbitrary({ minLength: 120 }), (indicator, rows) => {
        const bars = longBars(rows);
        const before = fieldsOf(bars).map((field) => field.slice());
        const plan = planIndicator(indicator, 75);
        const shared = new SharedSeries();
        const first = plan.series(bars, shared).slice();
        shared.clear();
        const used = Array.from({ length: 8 }, () => newColumn(bars.length).fill(-7e7));
        used.forEach(giveBack);
        expect(plan.series(bars, new SharedSeries())).toEqual(first);
        // What an indicator returns is its own: giving it back gives nothing of the bars away.
        expect(fieldsOf(bars)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a shared series', () => {
  const compute = (value: number) => () => newColumn(3000).fill(value);

  it('gives a result up only to be computed anew, and its memory only when nobody reads any more', () => {
    const shared = new SharedSeries(1);
    const first = shared.once('first', compute(1));
    const second = shared.once('second', compute(2));
    expect(first).toEqual(compute(1)());
    shared.settle();
    expect(newColumn(3000)).toBe(first);
    expect(shared.once('second', compute(3))).toBe(second);
    expect(shared.once('first', compute(4))[0]).toBe(4);
  });

  it('that is cleared has everything computed anew', () => {
    const shared = new SharedSeries();
    shared.once('one', () => ({ upper: newColumn(3000).fill(1), lower: newColumn(3000).fill(2) }));
    shared.clear();
    expect(shared.once('one', compute(5))[0]).toBe(5);
  });
});
