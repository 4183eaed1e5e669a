import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodBars, indicatorArbitrary, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { barAt, type Bars } from '../bars.ts';
import { adx } from './adx.ts';
import { atr } from './atr.ts';
import { BollingerStream, bollinger } from './bollinger.ts';
import { cci } from './cci.ts';
import { DemaStream, dema } from './dema.ts';
import { EmaStream, ema } from './ema.ts';
import { HighestStream, highest } from './highest.ts';
import { HmaStream, hma } from './hma.ts';
import { planIndicator } from './indicator-plan.ts';
import { LinregStream, linreg } from './linreg.ts';
import { LowestStream, lowest } from './lowest.ts';
import { MacdStream, macd } from './macd.ts';
import { MomentumStream, momentum } from './momentum.ts';
import { PpoStream, ppo } from './ppo.ts';
import { RocStream, roc } from './roc.ts';
import { RsiStream, rsi } from './rsi.ts';
import { SharedSeries } from './shared-series.ts';
import { SmaStream, sma } from './sma.ts';
import { StddevStream, stddev } from './stddev.ts';
import { stochastic } from './stochastic.ts';
import { StochrsiStream, stochrsi } from './stochrsi.ts';
import { supertrend } from './supertrend.ts';
import { TemaStream, tema } from './tema.ts';
import { vwap } from './vwap.ts';
import { VwmaStream, vwma } from './vwma.ts';
import { WmaStream, wma } from './wma.ts';

/** Bars from bare columns, which need not be whole paise. */
const barsOf = (high: Float64Array, low: Float64Array, close: Float64Array): Bars => ({
  length: high.length,
  time: new Float64Array(high.length),
  day: new Int32Array(high.length),
  open: close,
  high,
  low,
  close,
  volume: new Float64Array(high.length),
  hasVolume: false,
});

describe('streaming gives the whole-series numbers to the last bit', () => {
  it('every indicator of the rule document, on any bars', () => {
    fc.assert(
      fc.property(indicatorArbitrary, rowsArbitrary(), (indicator, rows) => {
        const bars = goodBars(rows);
        const plan = planIndicator(indicator, 75);
        const series = plan.series(bars, new SharedSeries());
        const stream = plan.stream();
        for (let index = 0; index < bars.length; index++)
          expect(stream.next(barAt(bars, index))).toBe(series[index]);
      }),
      { numRuns: 400 },
    );
  });

  it('every indicator over many pieces of a long series', () => {
    const steps = fc.sample(rowsArbitrary({ minLength: 150 }), { numRuns: 40, seed: 7 });
    const rows = steps.flat().map((row, index) => ({ ...row, time: steps[0]![0]!.time + index * 300_000 }));
    expect(rows.length).toBeGreaterThan(5000);
    const bars = goodBars(rows);
    for (const indicator of fc.sample(indicatorArbitrary, { numRuns: 120, seed: 7 })) {
      const series = planIndicator(indicator, 75).series(bars, new SharedSeries());
      const stream = planIndicator(indicator, 75).stream();
      const streamed = Float64Array.from(rows, (row) => stream.next(row));
      expect({ indicator, series: streamed }).toEqual({ indicator, series });
    }
  });

  /** Fractions, or whole prices only, which take ways of their own; with NaN anywhere. */
  const inputs = fc
    .constantFrom(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.integer({ min: 1, max: 1e6 }),
      fc.integer({ min: -1e6, max: 1e6 }),
    )
    .chain((value) =>
      fc.array(
        fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
        { maxLength: 120 },
      ),
    );

  const forms = [
    ['sma', sma, (period: number) => new SmaStream(period)],
    ['ema', ema, (period: number) => new EmaStream(period)],
    ['wma', wma, (period: number) => new WmaStream(period)],
    ['dema', dema, (period: number) => new DemaStream(period)],
    ['tema', tema, (period: number) => new TemaStream(period)],
    [
      'hma',
      (values: Float64Array, period: number) => hma(values, period + 1),
      (period: number) => new HmaStream(period + 1),
    ],
    [
      'linreg',
      (values: Float64Array, period: number) => linreg(values, period, 'value'),
      (period: number) => new LinregStream(period, 'value'),
    ],
    [
      'linreg slope',
      (values: Float64Array, period: number) => linreg(values, period, 'slope'),
      (period: number) => new LinregStream(period, 'slope'),
    ],
    ['rsi', rsi, (period: number) => new RsiStream(period)],
    ['momentum', momentum, (period: number) => new MomentumStream(period)],
    ['roc', roc, (period: number) => new RocStream(period)],
    ['stddev', stddev, (period: number) => new StddevStream(period)],
    ['highest', highest, (period: number) => new HighestStream(period)],
    ['lowest', lowest, (period: number) => new LowestStream(period)],
  ] as const;

  it.each(forms)('%s, with NaN anywhere in the input', (_name, series, stream) => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 9 }), (values, period) => {
        const whole = series(Float64Array.from(values), period);
        const one = stream(period);
        expect(values.map((v) => one.next(v))).toEqual([...whole]);
      }),
    );
  });

  it('vwma, with NaN anywhere, and with more money in a window than can be counted exactly', () => {
    const shares = fc.constantFrom(0, 1, 7, 2 ** 31 - 1);
    fc.assert(
      fc.property(
        inputs,
        fc.array(shares, { minLength: 120, maxLength: 120 }),
        fc.constantFrom(1, 4093),
        fc.integer({ min: 1, max: 9 }),
        (values, traded, factor, period) => {
          const prices = Float64Array.from(values, (value) => value * factor);
          const volume = Float64Array.from(traded.slice(0, values.length));
          const one = new VwmaStream(period);
          const streamed = prices.map((price, index) => one.next(price, volume[index] ?? 0));
          expect(streamed).toEqual(vwma(prices, volume, period));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('ppo where its slow average is zero now and then: the signal starts afresh', () => {
    const few = fc.array(fc.constantFrom(0, 0, 1, 2), { maxLength: 60 });
    const periods = fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 1, max: 4 }),
    );
    fc.assert(
      fc.property(few, periods, (values, [fast, slow, signal]) => {
        const whole = ppo(Float64Array.from(values), fast, slow, signal);
        const one = new PpoStream(fast, slow, signal);
        for (const [index, value] of values.entries())
          expect(one.next(value)).toEqual({
            ppo: whole.ppo[index],
            signal: whole.signal[index],
            histogram: whole.histogram[index],
          });
      }),
    );
  });

  const several = [
    [
      'macd',
      (values: Float64Array, period: number) => macd(values, period, 3, 4),
      (period: number) => new MacdStream(period, 3, 4),
    ],
    [
      'ppo',
      (values: Float64Array, period: number) => ppo(values, period, 3, 4),
      (period: number) => new PpoStream(period, 3, 4),
    ],
    [
      'bollinger',
      (values: Float64Array, period: number) => bollinger(values, period, 2),
      (period: number) => new BollingerStream(period, 2),
    ],
    [
      'stochrsi',
      (values: Float64Array, period: number) => stochrsi(values, period, 4, 2, 3),
      (period: number) => new StochrsiStream(period, 4, 2, 3),
    ],
  ] as const;

  it.each(several)('%s in all its outputs, with NaN anywhere in the input', (_name, series, stream) => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 9 }), (values, period) => {
        const whole = Object.entries<Float64Array>({ ...series(Float64Array.from(values), period) });
        const one = stream(period);
        const streamed = values.map((v) => Object.entries<number>({ ...one.next(v) }));
        for (const [output, column] of whole)
          expect(streamed.map((bar) => Object.fromEntries(bar)[output])).toEqual([...column]);
      }),
    );
  });
});

describe('warm-up', () => {
  it('ends on the bar the plan says, and not before', () => {
    fc.assert(
      fc.property(
        indicatorArbitrary,
        rowsArbitrary({ minLength: 60 }).map((rows) =>
          rows.map((row) => ({ ...row, volume: row.volume + 1 })),
        ),
        (indicator, rows) => {
          const plan = planIndicator(indicator, 75);
          const series = plan.series(goodBars(rows), new SharedSeries());
          expect(series.findIndex((value) => !Number.isNaN(value))).toBe(plan.warmUp);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('against the plain definition', () => {
  const values = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 60 });
  const windows = (all: readonly number[], period: number) =>
    all.map((_, end) => (end + 1 < period ? null : all.slice(end + 1 - period, end + 1)));
  const mean = (window: readonly number[]) => window.reduce((a, b) => a + b, 0) / window.length;

  const definitions: [string, (v: Float64Array, period: number) => Float64Array, (w: number[]) => number][] =
    [
      ['sma', sma, mean],
      ['wma', wma, (w) => w.reduce((a, v, k) => a + v * (k + 1), 0) / ((w.length * (w.length + 1)) / 2)],
      ['stddev', stddev, (w) => Math.sqrt(mean(w.map((v) => (v - mean(w)) ** 2)))],
      ['highest', highest, (w) => Math.max(...w)],
      ['lowest', lowest, (w) => Math.min(...w)],
    ];

  it.each(definitions)('%s', (_name, series, define) => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 10 }), (all, period) => {
        const ours = series(Float64Array.from(all), period);
        for (const [index, window] of windows(all, period).entries()) {
          if (!window) expect(ours[index]).toBeNaN();
          else expect(Math.abs((ours[index] ?? 0) - define(window))).toBeLessThan(1e-6);
        }
      }),
    );
  });

  it('sma does not drift over a million bars', () => {
    const long = new Float64Array(1_000_000);
    for (let index = 0; index < long.length; index++)
      long[index] = 0.1 + (index % 1000) * 1e4 + Math.sin(index);
    const ours = sma(long, 50);
    const exact = mean([...long.subarray(long.length - 50)]);
    expect(Math.abs((ours.at(-1) ?? 0) - exact) / exact).toBeLessThan(1e-15);
  });
});

describe('against the definition written out bar by bar', () => {
  const range = (bars: Bars, index: number): number => {
    const { high, low } = barAt(bars, index);
    if (index === 0) return high - low;
    const before = barAt(bars, index - 1).close;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  };

  /** Wilder's running total: a plain sum of the first `count` values from `from` on, then less a part, plus the new. */
  const total = (value: (index: number) => number, from: number, period: number, index: number): number => {
    let sum = 0;
    for (let at = from; at <= index; at++)
      sum = at < Math.max(from + 1, period) ? sum + value(at) : sum - sum / period + value(at);
    return sum;
  };

  it('+DI and −DI', () => {
    fc.assert(
      fc.property(rowsArbitrary({ minLength: 20 }), fc.integer({ min: 2, max: 8 }), (rows, period) => {
        const bars = goodBars(rows);
        const rise = (i: number) => barAt(bars, i).high - barAt(bars, i - 1).high;
        const fall = (i: number) => barAt(bars, i - 1).low - barAt(bars, i).low;
        const up = (i: number) => (rise(i) > Math.max(fall(i), 0) ? rise(i) : 0);
        const down = (i: number) => (fall(i) > Math.max(rise(i), 0) ? fall(i) : 0);
        const { plusDi, minusDi } = adx(bars, period);
        for (let index = period - 1; index < bars.length; index += 3) {
          const of = (value: (index: number) => number) => total(value, 1, period, index);
          const ranges = of((i) => range(bars, i));
          if (ranges === 0) continue;
          expect(plusDi[index]).toBeCloseTo((100 * of(up)) / ranges, 8);
          expect(minusDi[index]).toBeCloseTo((100 * of(down)) / ranges, 8);
        }
      }),
    );
  });

  it('supertrend', () => {
    fc.assert(
      fc.property(rowsArbitrary({ minLength: 20 }), fc.integer({ min: 1, max: 8 }), (rows, period) => {
        const bars = goodBars(rows);
        const ranges = atr(bars, period);
        const { line, direction } = supertrend(bars, period, 1.5);
        let [upper, lower, isUp] = [Infinity, -Infinity, false];
        for (let index = period - 1; index < bars.length; index++) {
          const { high, low, close } = barAt(bars, index);
          const before = index === period - 1 ? Number.NaN : barAt(bars, index - 1).close;
          const width = 1.5 * (ranges[index] ?? 0);
          const [above, below] = [(high + low) / 2 + width, (high + low) / 2 - width];
          upper = above < upper || before > upper ? above : upper;
          lower = below > lower || before < lower ? below : lower;
          isUp = isUp ? close >= lower : close > upper;
          expect(direction[index]).toBe(isUp ? 1 : -1);
          expect(line[index]).toBe(isUp ? lower : upper);
        }
      }),
    );
  });
});

describe('prices that do not move', () => {
  const flat = new Float64Array(40).fill(12_345);
  const bars = barsOf(flat, flat, flat);

  it('read as the middle or as nothing, never as a signal out of rounding', () => {
    expect(rsi(flat, 14).at(-1)).toBe(50);
    expect(stochastic(bars, 5, 3, 3).d.at(-1)).toBe(50);
    expect(stddev(flat, 7).at(-1)).toBe(0);
    expect(cci(bars, 7).at(-1)).toBe(0);
    expect(adx(bars, 7).adx.at(-1)).toBe(0);
    expect(atr(bars, 7).at(-1)).toBe(0);
    expect(ema(flat, 9).at(-1)).toBe(12_345);
  });
});

describe('supertrend', () => {
  it('turns up when the close breaks the upper band and trails below a rise', () => {
    const rise = Float64Array.from({ length: 30 }, (_, index) => 10_000 + index * index * 10);
    const bars = barsOf(
      rise.map((v) => v + 20),
      rise.map((v) => v - 20),
      rise,
    );
    const { line, direction } = supertrend(bars, 5, 2);
    expect(direction[4]).toBe(-1);
    expect(direction.at(-1)).toBe(1);
    for (let index = 5; index < 30; index++) {
      if (direction[index] === 1 && direction[index - 1] === 1)
        expect(line[index]).toBeGreaterThanOrEqual(line[index - 1] ?? 0);
    }
  });
});

describe('session VWAP', () => {
  it('weighs by volume and starts afresh each day', () => {
    const base = { open: 100_00, high: 100_00, low: 100_00, close: 100_00, volume: 10 };
    const day = (date: string, minute: number) => Date.parse(`${date}T00:00:00+05:30`) + minute * 60_000;
    const dear = { open: 400_00, high: 400_00, low: 400_00, close: 400_00, volume: 30 };
    const bars = goodBars([
      { ...base, time: day('2025-06-02', 555) },
      { ...dear, time: day('2025-06-02', 556) },
      { ...base, time: day('2025-06-03', 555), volume: 0 },
      { ...base, time: day('2025-06-03', 556) },
    ]);
    expect([...vwap(bars)]).toEqual([100_00, 325_00, Number.NaN, 100_00]);
  });
});
