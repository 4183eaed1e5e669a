import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentArbitrary, goodBars, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { sliceBars, type Bar, type Bars } from '../bars.ts';
import { NO_CHARGES, addCharges, chargePaise, totalCharges } from '../charges/charges.ts';
import { MARGIN_PERCENT } from '../instrument.ts';
import { compileRules } from '../rules/compile.ts';
import { simulate } from './simulate.ts';
import type { Fill, Simulation, SimulationInput } from './simulation.ts';
import type { Slippage } from './slippage.ts';

const SYMBOLS = ['AAA', 'BBB'] as const;

const slippageArbitrary: fc.Arbitrary<Slippage> = fc.oneof(
  fc.record({ kind: fc.constant('ticks' as const), ticks: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('basis-points' as const), points: fc.integer({ min: 0, max: 50 }) }),
);

const inputArbitrary: fc.Arbitrary<SimulationInput> = fc
  .record({
    document: documentArbitrary({ withPosition: true, instruments: SYMBOLS }),
    rows: fc.tuple(rowsArbitrary({ minLength: 1 }), rowsArbitrary({ minLength: 1 })),
    capital: fc.integer({ min: 100_00, max: 10_00_000_00 }),
    slippage: slippageArbitrary,
    volumeSharePercent: fc.option(fc.integer({ min: 1, max: 100 })),
  })
  .map(({ document, rows, ...more }) => ({
    ...more,
    rules: compileRules(document),
    series: SYMBOLS.map((symbol, index) => ({
      instrument: { symbol, kind: 'equity' as const },
      bars: goodBars(rows[index] ?? []),
    })),
  }));

const runOf = (input: SimulationInput): Simulation | null => {
  const result = simulate(input);
  return result.ok ? result.value : null;
};

const barOf = (input: SimulationInput, fill: Fill): Pick<Bar, 'open' | 'high' | 'low' | 'close'> => {
  const bars = input.series.find(({ instrument }) => instrument.symbol === fill.symbol)?.bars as Bars;
  const at = bars.time.indexOf(fill.time);
  expect(at).toBeGreaterThanOrEqual(0);
  const [open, high, low, close] = [bars.open, bars.high, bars.low, bars.close].map((c) => c[at] ?? 0);
  return { open: open ?? 0, high: high ?? 0, low: low ?? 0, close: close ?? 0 };
};

const check = (property: (input: SimulationInput, result: Simulation) => void, numRuns = 200): number => {
  let trades = 0;
  fc.assert(
    fc.property(inputArbitrary, (input) => {
      const result = runOf(input);
      if (!result) return;
      trades += result.trades.length;
      property(input, result);
    }),
    { numRuns },
  );
  return trades;
};

describe('whatever the rules and the market do', () => {
  it('every paisa is accounted for', () => {
    const trades = check((input, { trades, curve, fills }) => {
      for (const trade of trades) {
        const move = trade.exitPrice - trade.entryPrice;
        expect(trade.gross).toBe((trade.side === 'long' ? move : -move) * trade.quantity);
        expect(trade.net).toBe(trade.gross - trade.chargesPaise);
        expect(trade.chargesPaise).toBe(chargePaise(totalCharges(trade.charges)));
      }
      const final = input.capital + trades.reduce((sum, trade) => sum + trade.net, 0);
      expect(curve.cash.at(-1)).toBe(final);
      expect(curve.equity.at(-1)).toBe(final);
      expect(fills).toHaveLength(2 * trades.length);
      const legs = fills.map((fill) => fill.charges).reduce(addCharges, NO_CHARGES);
      expect(legs).toEqual(trades.map((trade) => trade.charges).reduce(addCharges, NO_CHARGES));
    });
    expect(trades).toBeGreaterThan(200);
  });

  it('cash never goes below zero when shares are bought and paid in full', () => {
    check((input, { curve }) => {
      if (input.rules.document.side === 'short') return;
      expect(MARGIN_PERCENT.equity).toBe(100);
      for (const cash of curve.cash) expect(cash).toBeGreaterThanOrEqual(0);
    });
  });

  it('no order meets the market outside its bar, nor fills better than it did', () => {
    check((input, { fills }) => {
      for (const fill of fills) {
        const bar = barOf(input, fill);
        expect(fill.marketPrice).toBeGreaterThanOrEqual(bar.low);
        expect(fill.marketPrice).toBeLessThanOrEqual(bar.high);
        const worse = fill.side === 'buy' ? fill.price - fill.marketPrice : fill.marketPrice - fill.price;
        expect(worse).toBeGreaterThanOrEqual(0);
        if (fill.why === 'entry' || fill.why === 'exit-rule' || fill.why === 'square-off')
          expect(fill.marketPrice).toBe(bar.open);
        expect(Number.isSafeInteger(fill.price) && fill.price > 0).toBe(true);
      }
    });
  });

  it('every entry answers a signal on the bar before it, and no signal is lost', () => {
    check((input, { trades, rejections }) => {
      const { rules } = input;
      if (rules.usesPosition) return;
      for (const { instrument, bars } of input.series) {
        const { entry } = rules.signals(bars);
        const answered = [...trades.map((trade) => ({ ...trade, time: trade.entryTime })), ...rejections]
          .filter(({ symbol }) => symbol === instrument.symbol)
          .map(({ time }) => bars.time.indexOf(time));
        for (const at of answered) expect(entry[at - 1] === 1 || at === bars.length - 1).toBe(true);
        if (entry.includes(1)) expect(answered.length).toBeGreaterThan(0);
      }
    });
  });

  it('intraday positions end with their day, and the day keeps to its limit', () => {
    check((input, { trades }) => {
      const { document } = input.rules;
      const dayOf = (time: number) => Math.floor((time + 19_800_000) / 86_400_000);
      const perDay = new Map<number, number>();
      for (const { entryTime, exitTime } of trades) {
        if (document.product === 'intraday') expect(dayOf(exitTime)).toBe(dayOf(entryTime));
        perDay.set(dayOf(entryTime), (perDay.get(dayOf(entryTime)) ?? 0) + 1);
      }
      for (const count of perDay.values()) expect(count).toBeLessThanOrEqual(document.maxTradesPerDay);
    });
  });

  it('the past does not change when the future is cut off', () => {
    fc.assert(
      fc.property(inputArbitrary, fc.integer({ min: 1, max: 160 }), (input, cut) => {
        const series = input.series.map(({ instrument, bars }) => ({
          instrument,
          bars: sliceBars(bars, 0, Math.min(cut, bars.length)),
        }));
        const full = runOf(input);
        const past = runOf({ ...input, series });
        if (!full || !past) return;
        // Up to the earliest cut both have seen the same bars; the last of them may be a day's last in one only.
        const until = Math.min(...series.map(({ bars }) => bars.time.at(-1) ?? 0));
        const before = ({ fills }: Simulation) => fills.filter((fill) => fill.time < until);
        expect(before(past)).toEqual(before(full));
      }),
      { numRuns: 200 },
    );
  });
});
