import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodBars, indicatorArbitrary, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import type { IndicatorScale } from '../../shared/indicators/declare.ts';
import { factsOf, scaleOf, type Indicator } from '../../shared/indicators/indicators.ts';
import type { Bar, Bars } from '../bars.ts';
import { planIndicator } from './indicator-plan.ts';
import { SharedSeries } from './shared-series.ts';

/**
 * Laws that hold for every indicator. Prices are moved and scaled by whole numbers, so that the bars stay bars; what is
 * left to differ is rounding.
 */
const valuesOf = (indicator: Indicator, bars: Bars): Float64Array =>
  planIndicator(indicator, 75).series(bars, new SharedSeries());

const withPrices = (rows: readonly Bar[], change: (price: number) => number): Bars =>
  goodBars(
    rows.map((row) => ({
      ...row,
      open: change(row.open),
      high: change(row.high),
      low: change(row.low),
      close: change(row.close),
    })),
  );

const withVolumes = (rows: readonly Bar[], factor: number): Bars =>
  goodBars(rows.map((row) => ({ ...row, volume: row.volume * factor })));

const expectClose = (ours: Float64Array, expected: Float64Array, scale: number) => {
  expect(ours.length).toBe(expected.length);
  for (const [index, value] of ours.entries()) {
    const other = expected[index] ?? Number.NaN;
    if (Number.isNaN(other)) expect(value).toBeNaN();
    else expect(Math.abs(value - other)).toBeLessThanOrEqual(1e-7 * Math.max(scale, Math.abs(other)));
  }
};

/** Response of an indicator of prices to moved and scaled prices. */
type Answer = 'moves along' | 'stays';
interface Law {
  readonly moved: Answer | 'changes';
  readonly scaled: Answer;
}

const LAWS: Readonly<Record<IndicatorScale, Law>> = {
  level: { moved: 'moves along', scaled: 'moves along' },
  width: { moved: 'stays', scaled: 'moves along' },
  ratio: { moved: 'stays', scaled: 'stays' },
  relative: { moved: 'changes', scaled: 'stays' },
};

const lawOf = (indicator: Indicator): Law => LAWS[scaleOf(indicator)];

/**
 * Whether an indicator can turn with the last bit of its values. Such ones follow a comparison of almost equal numbers.
 */
const turnsOnTheLastBit = (indicator: Indicator): boolean =>
  ['supertrend', 'psar', 'stochrsi'].includes(indicator.name);

const ofPrices = indicatorArbitrary.filter(
  (indicator) => !('source' in indicator && indicator.source === 'volume') && !turnsOnTheLastBit(indicator),
);

describe('translation', () => {
  it('moves what is a level, and leaves widths and places in a range alone', () => {
    fc.assert(
      fc.property(ofPrices, rowsArbitrary(), fc.integer({ min: 1, max: 100_000 }), (indicator, rows, by) => {
        const { moved } = lawOf(indicator);
        if (moved === 'changes') return;
        const before = valuesOf(indicator, goodBars(rows));
        const after = valuesOf(
          indicator,
          withPrices(rows, (price) => price + by),
        );
        const expected = moved === 'stays' ? before : before.map((value) => value + by);
        expectClose(after, expected, 1e4);
      }),
      { numRuns: 400 },
    );
  });
});

describe('scale', () => {
  it('scales prices and widths, and leaves shares and percentages alone', () => {
    fc.assert(
      fc.property(ofPrices, rowsArbitrary(), fc.integer({ min: 2, max: 50 }), (indicator, rows, by) => {
        const before = valuesOf(indicator, goodBars(rows));
        const after = valuesOf(
          indicator,
          withPrices(rows, (price) => price * by),
        );
        const expected = lawOf(indicator).scaled === 'stays' ? before : before.map((value) => value * by);
        expectClose(after, expected, 1e4);
      }),
      { numRuns: 400 },
    );
  });

  it('by a power of two is exact for every indicator', () => {
    fc.assert(
      fc.property(
        indicatorArbitrary.filter((indicator) => !('source' in indicator && indicator.source === 'volume')),
        rowsArbitrary(),
        (indicator, rows) => {
          const before = valuesOf(indicator, goodBars(rows));
          const after = valuesOf(
            indicator,
            withPrices(rows, (price) => price * 4),
          );
          const factor = lawOf(indicator).scaled === 'stays' ? 1 : 4;
          expect(after).toEqual(before.map((value) => value * factor));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('of the volume scales what counts shares and leaves what is weighed by them alone', () => {
    const byVolume = indicatorArbitrary.filter(({ name }) => factsOf(name).weighsVolume === true);
    fc.assert(
      fc.property(byVolume, rowsArbitrary(), (indicator, rows) => {
        if ('source' in indicator && indicator.source === 'volume') return;
        const before = valuesOf(indicator, goodBars(rows));
        const after = valuesOf(indicator, withVolumes(rows, 8));
        const factor = indicator.name === 'obv' || indicator.name === 'ad' ? 8 : 1;
        expect(after).toEqual(before.map((value) => value * factor));
      }),
      { numRuns: 200 },
    );
  });
});

describe('bounds', () => {
  it('hold for what is a place in a range', () => {
    const bounded = indicatorArbitrary.filter(({ name }) => factsOf(name).bounds !== undefined);
    fc.assert(
      fc.property(bounded, rowsArbitrary(), (indicator, rows) => {
        const [low, high] = factsOf(indicator.name).bounds ?? [0, 0];
        for (const value of valuesOf(indicator, goodBars(rows))) {
          if (Number.isNaN(value)) continue;
          // Averages of numbers on the bound may round past it.
          expect(value).toBeGreaterThanOrEqual(low - 1e-9);
          expect(value).toBeLessThanOrEqual(high + 1e-9);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('short series', () => {
  it('of no bars has no values, and of one bar at most one', () => {
    fc.assert(
      fc.property(indicatorArbitrary, rowsArbitrary({ minLength: 20 }), (indicator, rows) => {
        expect(valuesOf(indicator, goodBars([]))).toEqual(new Float64Array(0));
        const one = valuesOf(indicator, goodBars(rows.slice(0, 1)));
        expect(one.length).toBe(1);
        const { warmUp } = planIndicator(indicator, 75);
        if (warmUp > 0) expect(one[0]).toBeNaN();
      }),
      { numRuns: 200 },
    );
  });
});

describe('the past', () => {
  it('is not changed by bars that come later', () => {
    fc.assert(
      fc.property(indicatorArbitrary, rowsArbitrary(), fc.nat({ max: 160 }), (indicator, rows, cut) => {
        const whole = valuesOf(indicator, goodBars(rows));
        const part = valuesOf(indicator, goodBars(rows.slice(0, cut)));
        expect(part).toEqual(whole.subarray(0, part.length));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a price that never moves', () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({
    time: Date.parse('2025-06-02T09:15:00+05:30') + index * 60_000,
    open: 12_345,
    high: 12_345,
    low: 12_345,
    close: 12_345,
    volume: 10,
  }));

  it('is its own average, to the last bit, and has no width, speed or direction', () => {
    fc.assert(
      fc.property(indicatorArbitrary, (indicator) => {
        if ('source' in indicator && indicator.source !== 'close') return;
        const last = valuesOf(indicator, goodBars(rows)).at(-1);
        const { scaled, moved } = lawOf(indicator);
        if (indicator.name === 'psar' && indicator.output === 'direction') expect(last).toBe(1);
        else if (indicator.name === 'supertrend' && indicator.output === 'direction') expect(last).toBe(-1);
        else if (moved === 'moves along') expect(last).toBe(12_345);
        else if (scaled === 'moves along') expect(Math.abs(last ?? Number.NaN)).toBe(0);
        else if (['rsi', 'stochrsi', 'stochastic', 'mfi'].includes(indicator.name)) expect(last).toBe(50);
        else if (indicator.name === 'williams-r') expect(last).toBe(-50);
        else if (indicator.name === 'aroon') expect(last).toBe(indicator.output === 'oscillator' ? 0 : 100);
        else expect(Math.abs(last ?? Number.NaN)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});
