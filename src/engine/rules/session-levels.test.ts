import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodBars, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { DAY, intradayBars, MONDAY } from '../../../tests/engine/made-up-market.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import { LEVELS, type Level } from '../../shared/rule-names.ts';
import { barAt, sliceBars, type Bar } from '../bars.ts';
import { SharedSeries } from '../indicators/shared-series.ts';
import { compileOperand, type CandleOperand } from './operand.ts';

const SHARE = { kind: 'equity', fixedBandPercent: 20 } as const;

const valuesOf = (operand: CandleOperand, rows: readonly Bar[], timeframe: Timeframe = '5m'): number[] => [
  ...compileOperand(operand, timeframe).column(goodBars(rows), new SharedSeries(), SHARE),
];
const levels = (level: Level, rows: readonly Bar[], timeframe?: Timeframe) =>
  valuesOf({ kind: 'level', level }, rows, timeframe);

const rupees = (values: readonly number[]) => values.map((value) => value / 100);

/** Two days of three bars, and the first of a third. */
const rows = [
  ...intradayBars([
    [100, 104, 99, 103],
    [103, 106, 102, 105],
    [105, 105, 97, 101],
  ]),
  ...intradayBars(
    [
      [102, 103, 100, 102],
      [102, 110, 102, 109],
      [109, 109, 108, 108],
    ],
    MONDAY + DAY,
  ),
  ...intradayBars([[107, 107, 107, 107]], MONDAY + 2 * DAY),
];

describe('levels of the session', () => {
  it('are those of the day so far and of the day before', () => {
    expect(rupees(levels('session-open', rows))).toEqual([100, 100, 100, 102, 102, 102, 107]);
    expect(rupees(levels('session-high', rows))).toEqual([104, 106, 106, 103, 110, 110, 107]);
    expect(rupees(levels('session-low', rows))).toEqual([99, 99, 97, 100, 100, 100, 107]);
    expect(rupees(levels('previous-day-open', rows).slice(3))).toEqual([100, 100, 100, 102]);
    expect(rupees(levels('previous-day-high', rows).slice(3))).toEqual([106, 106, 106, 110]);
    expect(rupees(levels('previous-day-low', rows).slice(3))).toEqual([97, 97, 97, 100]);
    expect(rupees(levels('previous-day-close', rows).slice(3))).toEqual([101, 101, 101, 108]);
    expect(levels('previous-day-high', rows).slice(0, 3)).toEqual([NaN, NaN, NaN]);
    expect(levels('gap-percent', rows)[3]).toBeCloseTo(100 / 101, 9);
    expect(levels('gap-percent', rows)[6]).toBeCloseTo(-100 / 108, 9);
  });

  it('have the pivots of the day before: high 106, low 97, close 101', () => {
    const pivot = (106 + 97 + 101) / 3;
    const at = (level: Level) => (levels(level, rows)[4] ?? 0) / 100;
    expect(at('pivot')).toBeCloseTo(pivot, 9);
    expect(at('pivot-r1')).toBeCloseTo(2 * pivot - 97, 9);
    expect(at('pivot-s1')).toBeCloseTo(2 * pivot - 106, 9);
    expect(at('pivot-r2')).toBeCloseTo(pivot + 9, 9);
    expect(at('pivot-s2')).toBeCloseTo(pivot - 9, 9);
    expect(at('pivot-r3')).toBeCloseTo(106 + 2 * (pivot - 97), 9);
    expect(at('pivot-s3')).toBeCloseTo(97 - 2 * (106 - pivot), 9);
  });

  it('of a week are those of Monday to Sunday before', () => {
    const daily = (day: number, price: number): Bar => ({
      time: MONDAY + day * DAY,
      open: price - 1,
      high: price + 5,
      low: price - 5,
      close: price,
      volume: 1,
    });
    // Monday to Wednesday, Saturday, then Monday; the second Monday belongs to a new week.
    const days = [daily(0, 100), daily(1, 120), daily(2, 90), daily(5, 95), daily(7, 99), daily(14, 99)];
    expect(levels('previous-week-high', days, '1d')).toEqual([NaN, NaN, NaN, NaN, 125, 104]);
    expect(levels('previous-week-low', days, '1d').slice(4)).toEqual([85, 94]);
    expect(levels('previous-week-open', days, '1d').slice(4)).toEqual([99, 98]);
    expect(levels('previous-week-close', days, '1d').slice(4)).toEqual([95, 99]);
    // A week of which the beginning was not seen is not known.
    expect(levels('previous-week-high', days.slice(1), '1d')).toEqual([NaN, NaN, NaN, NaN, 104]);
  });

  it('are not known of a day whose beginning was not seen', () => {
    const late = rows.slice(1);
    expect(levels('session-high', late)).toEqual([NaN, NaN, 10_300, 11_000, 11_000, 10_700]);
    expect(levels('previous-day-close', late)).toEqual([NaN, NaN, NaN, NaN, NaN, 10_800]);
  });
});

describe('the opening range', () => {
  const range = (edge: 'high' | 'low', minutes: number, of = rows) =>
    valuesOf({ kind: 'opening-range', edge, minutes }, of);

  it('is known from the close of its last bar on, and ends with the day', () => {
    expect(range('high', 10)).toEqual([NaN, 10_600, 10_600, NaN, 11_000, 11_000, NaN]);
    expect(range('low', 10)).toEqual([NaN, 9_900, 9_900, NaN, 10_000, 10_000, NaN]);
    expect(range('high', 5)).toEqual([10_400, 10_400, 10_400, 10_300, 10_300, 10_300, 10_700]);
  });

  it('is made of what was traded in its minutes, and unknown where nothing was', () => {
    const withoutSecond = rows.filter((_, index) => index !== 1);
    expect(range('high', 10, withoutSecond).slice(0, 2)).toEqual([NaN, 10_400]);
    const withoutFirst = rows.filter((_, index) => index !== 3 && index !== 4);
    expect(range('high', 10, withoutFirst).slice(3)).toEqual([NaN, NaN]);
  });
});

it('every level is the same again for a stream that begins as far back as it looks', () => {
  const operands: CandleOperand[] = [
    ...LEVELS.map((level) => ({ kind: 'level', level }) as const),
    { kind: 'opening-range', edge: 'high', minutes: 60 },
  ];
  const rowsOfHours = rowsArbitrary({ minutes: 60, minLength: 150 });
  fc.assert(
    fc.property(rowsOfHours, fc.constantFrom(...operands), fc.nat({ max: 40 }), (all, operand, skipped) => {
      const bars = goodBars(all);
      const compiled = compileOperand(operand, '1h');
      const whole = compiled.column(bars, new SharedSeries(), SHARE);
      const from = Math.min(skipped, bars.length);
      const later = sliceBars(bars, from, bars.length);
      const read = compiled.stream(SHARE);
      for (let index = 0; index < later.length; index++) {
        const value = read(barAt(later, index), null);
        if (index >= compiled.lookBack) expect(value).toBe(whole[from + index]);
      }
    }),
    { numRuns: 200 },
  );
});
