import { describe, expect, it } from 'vitest';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import { barAt, type Bar, type Bars } from '../bars.ts';
import { AroonStream, aroon } from './aroon.ts';
import { BollingerStream, bollinger } from './bollinger.ts';
import { CciStream, cci } from './cci.ts';
import { HighestStream, highest } from './highest.ts';
import { HmaStream, hma } from './hma.ts';
import { LinregStream, linreg } from './linreg.ts';
import { LowestStream, lowest } from './lowest.ts';
import { MfiStream, mfi } from './mfi.ts';
import { SmaStream, sma } from './sma.ts';
import { StddevStream, stddev } from './stddev.ts';

/**
 * Length of a series that is harmless for a while, then not. Running sums serve only while they are exact; after that
 * other sums must take over with the same numbers.
 */
const LENGTH = 4000;
const HARMLESS = 3000;
const PERIODS = [1, 2, 3, 14, 20, 120, 500];

const walk = (beyond: (price: number, index: number) => number): Float64Array => {
  let price = 250_000;
  return Float64Array.from({ length: LENGTH }, (_, index) => {
    price += ((index * 7919) % 401) - 200;
    return index < HARMLESS ? price : beyond(price, index);
  });
};

const SERIES = {
  'whole paise throughout': walk((price) => price),
  'fractions at last': walk((price) => price + 0.37),
  'a jump to lakhs of rupees': walk((price) => price + 60_000_000),
  'a gap in the values': walk((price, index) => (index % 700 === 0 ? Number.NaN : price)),
  'prices beyond 32 bits': walk((price) => price + 2 ** 33),
  'below zero, and zero': walk((price, index) => (index % 5 === 0 ? -0 : 240_000 - price)),
};

const barsOf = (closes: Float64Array, volume: number): Bars =>
  goodBars(
    Array.from(closes, (close, index): Bar => {
      const price = Math.abs(Math.round(close || 0)) + 1000;
      return {
        time: Date.parse('2025-06-02T09:15:00+05:30') + index * 60_000,
        open: price,
        high: price + ((index * 31) % 97),
        low: price - ((index * 17) % 89),
        close: price,
        volume: index < HARMLESS ? 1000 + index : volume,
      };
    }),
  );

const VALUE_FORMS = [
  ['stddev', stddev, (period: number) => new StddevStream(period)],
  ['sma', sma, (period: number) => new SmaStream(period)],
  ['highest', highest, (period: number) => new HighestStream(period)],
  ['lowest', lowest, (period: number) => new LowestStream(period)],
  [
    'hma',
    (values: Float64Array, period: number) => hma(values, period + 1),
    (period: number) => new HmaStream(period + 1),
  ],
  [
    'linreg',
    (values: Float64Array, period: number) => linreg(values, period, 'slope'),
    (period: number) => new LinregStream(period, 'slope'),
  ],
] as const;

describe.each(Object.entries(SERIES))('%s', (_name, values) => {
  it.each(VALUE_FORMS)('%s is the same bar by bar', (_form, series, stream) => {
    for (const period of PERIODS) {
      const one = stream(period);
      expect({ period, series: values.map((value) => one.next(value)) }).toEqual({
        period,
        series: series(values, period),
      });
    }
  });

  it('bollinger is the same bar by bar', () => {
    for (const period of PERIODS) {
      const one = new BollingerStream(period, 2);
      const whole = bollinger(values, period, 2);
      for (const [index, value] of values.entries()) {
        const { upper, middle, lower } = one.next(value);
        expect([upper, middle, lower]).toEqual([whole.upper[index], whole.middle[index], whole.lower[index]]);
      }
    }
  });

  it.each([
    ['cci', cci, (period: number) => new CciStream(period)],
    ['mfi', mfi, (period: number) => new MfiStream(period)],
  ] as const)('%s is the same bar by bar', (_form, series, stream) => {
    for (const volume of [5000, 2 ** 40])
      for (const period of PERIODS) {
        const bars = barsOf(values, volume);
        const one = stream(period);
        const streamed = values.map((_value, index) => one.next(barAt(bars, index)));
        expect({ volume, period, series: streamed }).toEqual({
          volume,
          period,
          series: series(bars, period),
        });
      }
  });

  it('aroon is the same bar by bar', () => {
    const bars = barsOf(values, 1);
    for (const period of PERIODS) {
      const { up, down } = aroon(bars, period);
      const one = new AroonStream(period);
      const streamed = values.map((_value, index) => {
        const { up: rise, down: fall } = one.next(barAt(bars, index));
        return rise + 1000 * fall;
      });
      expect({ period, series: streamed }).toEqual({
        period,
        series: up.map((rise, index) => rise + 1000 * (down[index] as number)),
      });
    }
  });
});
