import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodBars, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import { NO_CHARGES } from '../charges/charges.ts';
import { drawdownOf } from '../metrics.ts';
import type { EquityCurve, Simulation, Trade } from '../simulation/simulation.ts';
import { analyse } from './analyse.ts';
import { compareWith, heldCurve } from './benchmark.ts';
import { drawdownPeriods } from './drawdown-periods.ts';
import { drawdownBand } from './monte-carlo.ts';
import { periodsOf } from './periods.ts';
import { thinIndices } from './thin-curve.ts';
import { bySymbol, distributionOf, exitsOf, rejectionsOf } from './trade-groups.ts';

const CAPITAL = 10_000_00;
const START = istDayStart('2025-05-28');

const curveOf = (equity: readonly number[], step = DAY_MS): EquityCurve => ({
  time: Float64Array.from(equity, (_, index) => START + index * step),
  equity: Float64Array.from(equity),
  cash: Float64Array.from(equity),
  positions: Uint16Array.from(equity, () => 1),
});

const tradeOf = (net: number, more: Partial<Trade> = {}): Trade => ({
  symbol: 'RELIANCE',
  side: 'long',
  quantity: 10,
  entryTime: START,
  entryPrice: 1_000_00,
  exitTime: START + DAY_MS,
  exitPrice: 1_000_00,
  why: 'exit-rule',
  entryRule: 'entry',
  exitRule: 'exit',
  barsHeld: 2,
  gross: net,
  charges: NO_CHARGES,
  chargesPaise: 0,
  net,
  isOpenAtEnd: false,
  ...more,
});

const equityArbitrary = fc.array(fc.integer({ min: 1_00, max: 20_000_00 }), {
  minLength: 1,
  maxLength: 300,
  size: 'max',
});

describe('months and years', () => {
  it('start where the one before ended and add up to the whole run', () => {
    const months = periodsOf(
      {
        capital: 100,
        trades: [tradeOf(1, { exitTime: START + 5 * DAY_MS })],
        curve: curveOf([110, 120, 130, 140, 126]),
      },
      'month',
    );
    expect(months).toEqual([
      { name: '2025-05', net: 40, returnPercent: 40, trades: 0 },
      { name: '2025-06', net: -14, returnPercent: -10, trades: 1 },
    ]);
  });

  it('lose nothing, whatever the curve and however many bars a day has', () => {
    fc.assert(
      fc.property(equityArbitrary, fc.integer({ min: 1, max: 40 }), (equity, perDay) => {
        const run = { capital: CAPITAL, trades: [], curve: curveOf(equity, DAY_MS / perDay) };
        for (const by of ['month', 'year'] as const) {
          const periods = periodsOf(run, by);
          const sum = periods.reduce((total, { net }) => total + net, 0);
          expect(CAPITAL + sum).toBe(equity.at(-1));
          expect(new Set(periods.map(({ name }) => name)).size).toBe(periods.length);
        }
      }),
    );
  });
});

describe('falls from a peak', () => {
  it('are listed with their peak, their low and their recovery', () => {
    const falls = drawdownPeriods(curveOf([100, 120, 90, 110, 121, 115, 118]), 100, 10);
    expect(falls).toEqual([
      {
        from: START + DAY_MS,
        lowest: START + 2 * DAY_MS,
        to: START + 4 * DAY_MS,
        percent: 25,
        amount: 30,
        days: 3,
      },
      {
        from: START + 4 * DAY_MS,
        lowest: START + 5 * DAY_MS,
        to: null,
        percent: (100 * 6) / 121,
        amount: 6,
        days: 2,
      },
    ]);
  });

  it('hold the deepest one of the figures', () => {
    fc.assert(
      fc.property(equityArbitrary, (equity) => {
        const curve = curveOf(equity);
        const [deepest] = drawdownPeriods(curve, CAPITAL, 1);
        expect(deepest?.percent ?? 0).toBe(drawdownOf(curve, CAPITAL).percent);
      }),
    );
  });
});

describe('a thinned line', () => {
  it('keeps the ends, the highest and the lowest point, in order, within its limit', () => {
    fc.assert(
      fc.property(equityArbitrary, fc.integer({ min: 4, max: 60 }), (equity, most) => {
        const column = Float64Array.from(equity);
        const indices = thinIndices(column, most);
        expect(indices.length).toBeLessThanOrEqual(Math.max(most, 4));
        expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b));
        expect(indices[0]).toBe(0);
        expect(indices.at(-1)).toBe(equity.length - 1);
        const kept = indices.map((index) => equity[index] as number);
        expect(Math.max(...kept)).toBe(Math.max(...equity));
        expect(Math.min(...kept)).toBe(Math.min(...equity));
      }),
    );
  });
});

describe('trades in groups', () => {
  const trades = [
    tradeOf(150_00, { symbol: 'ITC', why: 'target' }),
    tradeOf(-50_00, { why: 'stop-loss' }),
    tradeOf(-49_00, { why: 'stop-loss' }),
    tradeOf(0),
  ];

  it('are spread over buckets that meet at zero', () => {
    // Entry values are ₹10,000, so ₹50 is half a percent.
    const buckets = distributionOf(trades);
    expect(buckets.reduce((sum, bucket) => sum + bucket.trades, 0)).toBe(4);
    expect(buckets.every(({ fromPercent, toPercent }) => fromPercent >= 0 || toPercent <= 0)).toBe(true);
    expect(buckets.at(-1)).toEqual({ fromPercent: 1.5, toPercent: 1.6, trades: 1 });
    // Fourteen widths without a trade are one row.
    expect(buckets.at(-2)).toEqual({ fromPercent: 0.1, toPercent: 1.5, trades: 0 });
    expect(buckets.every(({ trades: count }, at) => count > 0 || buckets[at + 1]?.trades !== 0)).toBe(true);
  });

  it('are counted by reason and by instrument', () => {
    expect(exitsOf(trades)).toEqual([
      { why: 'stop-loss', trades: 2, net: -99_00 },
      { why: 'exit-rule', trades: 1, net: 0 },
      { why: 'target', trades: 1, net: 150_00 },
    ]);
    expect(bySymbol(trades)).toEqual([
      { symbol: 'ITC', trades: 1, net: 150_00, winRatePercent: 100 },
      { symbol: 'RELIANCE', trades: 3, net: -99_00, winRatePercent: 0 },
    ]);
  });

  it('every trade is in exactly one bucket, whatever the results', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9_000_00, max: 90_000_00 })), (nets) => {
        const buckets = distributionOf(nets.map((net) => tradeOf(net)));
        expect(buckets.reduce((sum, bucket) => sum + bucket.trades, 0)).toBe(nets.length);
        expect(buckets.length).toBeLessThanOrEqual(24);
      }),
    );
  });

  it('count refusals for the same reason as one, whatever the amounts', () => {
    const refusal = (reason: string) => ({ time: START, symbol: 'ITC', reason });
    expect(
      rejectionsOf([
        refusal('Free cash of ₹1,200.50 does not carry one share, which takes ₹1,500.00.'),
        refusal('Free cash of ₹8.00 does not carry one share, which takes ₹1,510.00.'),
        refusal("The day's limit of one trade was reached."),
      ]),
    ).toEqual([
      { reason: 'Free cash of ₹… does not carry one share, which takes ₹….', count: 2 },
      { reason: "The day's limit of one trade was reached.", count: 1 },
    ]);
  });
});

describe('the same trades in another order', () => {
  it('fall within an ordered band that is the same every time', () => {
    const trades = Array.from({ length: 40 }, (_, index) => tradeOf(index % 3 === 0 ? -200_00 : 130_00));
    const band = drawdownBand(trades, CAPITAL);
    if (!band) throw new Error('forty trades have a band');
    expect(band.shuffles).toBe(1_000);
    expect(band.median).toBeLessThanOrEqual(band.percentile95);
    expect(band.percentile95).toBeLessThanOrEqual(band.percentile99);
    expect(band.percentile99).toBeLessThanOrEqual(band.worst);
    // All fourteen losses in a row, from the capital, is the worst there can be; one loss the least.
    expect(band.worst).toBeLessThanOrEqual((100 * 14 * 200) / 10_000);
    expect(band.median).toBeGreaterThanOrEqual((100 * 200) / (10_000 + 26 * 130));
    expect(drawdownBand(trades, CAPITAL)).toEqual(band);
  });

  it('say nothing about a handful of trades', () => {
    expect(drawdownBand([tradeOf(1), tradeOf(-1)], CAPITAL)).toBeNull();
  });
});

describe('the benchmark', () => {
  const rows = (closes: readonly number[]) =>
    goodBars(
      closes.map((close, index) => ({
        time: START + index * DAY_MS,
        open: index === 0 ? 100_00 : close,
        high: Math.max(close, 100_00),
        low: Math.min(close, 100_00),
        close,
        volume: 1,
      })),
    );

  it('is bought in equal parts at the first open and held', () => {
    const { time } = curveOf([1, 1, 1]);
    const series = [rows([110_00, 120_00, 150_00]), rows([90_00, 100_00, 50_00])];
    expect([...heldCurve({ label: 'Two shares', series }, time, 1_000)]).toEqual([1_000, 1_100, 1_000]);
  });

  it('compared with itself has a beta and a correlation of one and no excess', () => {
    fc.assert(
      fc.property(rowsArbitrary({ minLength: 120, minutes: 60 }), (some) => {
        const bars = goodBars(some);
        const held = heldCurve({ label: 'Itself', series: [bars] }, bars.time, CAPITAL);
        const curve = { ...curveOf([]), time: bars.time, equity: held };
        const { beta, correlation, excessPercent } = compareWith(
          { capital: CAPITAL, trades: [], curve },
          'Itself',
          held,
        );
        expect(excessPercent).toBe(0);
        if (beta !== null) expect(beta).toBeCloseTo(1, 9);
        if (correlation !== null) expect(correlation).toBeCloseTo(1, 9);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a whole analysis', () => {
  it('of a run without a bar or a trade is empty and whole', () => {
    const nothing: Simulation = {
      capital: CAPITAL,
      trades: [],
      fills: [],
      rejections: [],
      curve: curveOf([]),
      assumptions: [],
    };
    const result = analyse(nothing, { label: 'Nothing', series: [] });
    expect(result.figures.trades).toBe(0);
    expect(result.equity.time).toEqual([]);
    expect(result.benchmark?.returnPercent).toBe(0);
    expect(result.months).toEqual([]);
  });
});
