import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodBars, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { DAY, intradayBars, MONDAY, rulesOf } from '../../../tests/engine/made-up-market.ts';
import { barAt, sliceBars, type Bar } from '../bars.ts';
import { SharedSeries } from '../indicators/shared-series.ts';
import { findLookAhead } from '../look-ahead.ts';
import { isMadeOf } from '../../shared/rule-document.ts';
import { candlesIn, LongerCandles } from './longer-candles.ts';
import { compileOperand, type CandleOperand } from './operand.ts';

const SHARE = { kind: 'equity', fixedBandPercent: 20 } as const;

const valuesOf = (operand: CandleOperand, rows: readonly Bar[]): number[] => [
  ...compileOperand(operand, '5m').column(goodBars(rows), new SharedSeries(), SHARE),
];

const price = (
  field: 'open' | 'high' | 'low' | 'close',
  timeframe: '15m' | '1d',
  offset = 0,
): CandleOperand => ({
  kind: 'price',
  field,
  offset,
  timeframe,
});

/** Seven candles of five minutes, closing at 101, 102, … 107. */
const seven = intradayBars(
  Array.from({ length: 7 }, (_, index) => [100 + index, 103 + index, 99 + index, 101 + index]),
);

describe('longer candles', () => {
  it('count once their last part has closed', () => {
    expect(valuesOf(price('close', '15m'), seven)).toEqual([
      NaN,
      NaN,
      10_300,
      10_300,
      10_300,
      10_600,
      10_600,
    ]);
    expect(valuesOf(price('open', '15m'), seven).slice(2)).toEqual([10_000, 10_000, 10_000, 10_300, 10_300]);
    expect(valuesOf(price('high', '15m'), seven)[2]).toBe(10_500);
    expect(valuesOf(price('low', '15m'), seven)[2]).toBe(9_900);
    expect(valuesOf(price('close', '15m', 1), seven)).toEqual([NaN, NaN, NaN, NaN, NaN, 10_300, 10_300]);
  });

  it('count when the next begins, where the last part is missing', () => {
    const gap = seven.filter((_, index) => index !== 2);
    expect(valuesOf(price('close', '15m'), gap)).toEqual([NaN, NaN, 10_200, 10_200, 10_600, 10_600]);
  });

  it('are left out where their beginning was not seen', () => {
    expect(valuesOf(price('close', '15m'), seven.slice(1))).toEqual([NaN, NaN, NaN, NaN, 10_600, 10_600]);
  });

  it('of a day close with its session; the shortened last one too', () => {
    const whole = intradayBars(Array.from({ length: 75 }, (_, index) => [100, 101, 99, 100 + index / 100]));
    const rows = [...whole, ...intradayBars([[90, 91, 89, 90]], MONDAY + DAY)];
    expect(valuesOf(price('close', '1d'), rows).slice(73)).toEqual([NaN, 10_074, 10_074]);
    // The last hourly candle begins at 15:15.
    const hourly = { ...price('close', '1d'), timeframe: '1h' } as const;
    expect(valuesOf(hourly, rows).slice(70)).toEqual([10_059, 10_071, 10_071, 10_071, 10_074, 10_074]);
  });

  it('are those from which an indicator is computed, as if they were given', () => {
    const ema: CandleOperand = {
      kind: 'indicator',
      indicator: { name: 'ema', period: 3, source: 'close' },
      offset: 0,
    };
    fc.assert(
      fc.property(rowsArbitrary({ minLength: 40 }), (rows) => {
        const candles = new LongerCandles('15m', '5m', SHARE);
        const closed = rows.flatMap((row) => candles.next(row));
        const values = compileOperand(ema, '15m').column(goodBars(closed), new SharedSeries(), SHARE);
        const known = [...values].filter((value) => !Number.isNaN(value)).at(-1) ?? NaN;
        expect(valuesOf({ ...ema, timeframe: '15m' }, rows).at(-1)).toBeCloseTo(known, 6);
      }),
    );
  });

  it('are as many as fit, and longer alone', () => {
    expect(candlesIn('15m', '5m')).toBe(3);
    expect(candlesIn('1d', '1h')).toBe(7);
    expect(isMadeOf('15m', '5m')).toBe(true);
    expect(isMadeOf('1d', '3m')).toBe(true);
    expect(isMadeOf('5m', '3m')).toBe(false);
    expect(isMadeOf('5m', '5m')).toBe(false);
    expect(isMadeOf('5m', '15m')).toBe(false);
    expect(isMadeOf('1d', '1d')).toBe(false);
  });

  it('give the same value to a stream that begins as far back as they look', () => {
    const sma: CandleOperand = {
      kind: 'indicator',
      indicator: { name: 'sma', period: 4, source: 'close' },
      offset: 1,
      timeframe: '15m',
    };
    fc.assert(
      fc.property(rowsArbitrary({ minLength: 120 }), fc.nat({ max: 40 }), (rows, from) => {
        const bars = goodBars(rows);
        const compiled = compileOperand(sma, '5m');
        const whole = compiled.column(bars, new SharedSeries(), SHARE);
        const later = sliceBars(bars, from, bars.length);
        const read = compiled.stream(SHARE);
        for (let index = 0; index < later.length; index++) {
          const value = read(barAt(later, index), null);
          if (index >= compiled.lookBack) expect(value).toBeCloseTo(whole[from + index] ?? NaN, 6);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a look at longer candles', () => {
  const rules = rulesOf({
    entry: {
      kind: 'compare',
      left: { kind: 'price', field: 'close' },
      operator: '>',
      right: { kind: 'price', field: 'close', timeframe: '15m' },
    },
  });
  const bars = goodBars(
    intradayBars(
      Array.from({ length: 60 }, (_, index) => {
        const at = 100 + (index % 7);
        return [at, at + 1, at - 1, at];
      }),
    ),
  );
  const series = [{ instrument: { symbol: 'RELIANCE', kind: 'equity' as const }, bars }];

  it('that have closed is clean', () => {
    expect(findLookAhead({ rules, series }).differences).toEqual([]);
  });

  it('before they have closed is found', () => {
    // The candle that a bar is part of, as it will be when it is over.
    const peeking = {
      ...rules,
      signals: (over: typeof bars) => ({
        ...rules.signals(over),
        entry: Uint8Array.from({ length: over.length }, (_, index) => {
          const last = Math.min(index - (index % 3) + 2, over.length - 1);
          return (over.close[index] ?? 0) > (over.close[last] ?? 0) ? 1 : 0;
        }),
      }),
    };
    const { differences } = findLookAhead({ rules: peeking, series });
    expect(differences.filter(({ what }) => what === 'entry').length).toBeGreaterThan(5);
  });
});
