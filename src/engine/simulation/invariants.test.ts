import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentArbitrary,
  goodBars,
  rotationArbitrary,
  rowsArbitrary,
} from '../../../tests/engine/arbitraries.ts';
import type { Condition, RuleDocument } from '../../shared/rule-document.ts';
import { dayNumber, sliceBars, type Bar, type Bars } from '../bars.ts';
import { NO_CHARGES, addCharges, chargePaise, totalCharges } from '../charges/charges.ts';
import { MARGIN_PERCENT } from '../instrument.ts';
import { lockAt } from '../circuits.ts';
import { compileRules } from '../rules/compile.ts';
import { replayOf } from '../../../tests/engine/replay-of.ts';
import { simulate } from './simulate.ts';
import type { Fill, Simulation, SimulationInput } from './simulation.ts';
import type { Slippage } from './slippage.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC'] as const;

const slippageArbitrary: fc.Arbitrary<Slippage> = fc.oneof(
  fc.record({ kind: fc.constant('ticks' as const), ticks: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('basis-points' as const), points: fc.integer({ min: 0, max: 50 }) }),
);

const rowsOfEach = (minutes: number) =>
  fc.tuple(...SYMBOLS.map(() => rowsArbitrary({ minutes, minLength: 1 })));

const OFTEN: Condition = {
  kind: 'compare',
  left: { kind: 'price', field: 'close', offset: 0 },
  operator: '>=',
  right: { kind: 'price', field: 'open', offset: 0 },
  forBars: 1,
};

/** Random conditions seldom hold; this one does on every other bar, so that there is enough to look at. */
const lively = (document: RuleDocument): RuleDocument => ({
  ...document,
  entry: OFTEN,
  exit: null,
  ...(document.reverse && { reverse: { entry: { kind: 'not', condition: OFTEN }, exit: null } }),
  maxEntries: document.rotation || document.reverse ? 1 : 3,
});

const inputArbitrary: fc.Arbitrary<SimulationInput> = fc
  .record({
    rules: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.tuple(documentArbitrary({ withPosition: true, instruments: SYMBOLS }), rowsOfEach(5)),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(
          rotationArbitrary({ withPosition: true, instruments: SYMBOLS }),
          rowsOfEach(1440),
        ),
      },
    ),
    isLively: fc.boolean(),
    capital: fc.integer({ min: 100_00, max: 10_00_000_00 }),
    slippage: slippageArbitrary,
    volumeSharePercent: fc.option(fc.integer({ min: 1, max: 100 })),
    maxLossPerDay: fc.option(fc.integer({ min: 1, max: 5_000_00 })),
  })
  .map(({ rules: [document, rows], isLively, ...more }) => ({
    ...more,
    rules: compileRules(isLively ? lively(document) : document),
    series: SYMBOLS.map((symbol, index) => ({
      instrument: { symbol, kind: 'equity' as const },
      bars: goodBars(rows[index] ?? []),
    })),
  }));

const runOf = (input: SimulationInput): Simulation | null => {
  const result = simulate(input);
  return result.ok ? result.value : null;
};

/** Of each bar, the last close of the day before; NaN on the first day. */
const previousDayCloses = ({ day, close }: Bars): number[] => {
  const closes: number[] = [];
  for (let at = 0; at < day.length; at++)
    closes.push((day[at] === day[at - 1] ? closes[at - 1] : close[at - 1]) ?? Number.NaN);
  return closes;
};

const barOf = (input: SimulationInput, fill: Fill): Pick<Bar, 'open' | 'high' | 'low' | 'close'> => {
  const bars = input.series.find(({ instrument }) => instrument.symbol === fill.symbol)?.bars as Bars;
  const at = bars.time.indexOf(fill.time);
  expect(at).toBeGreaterThanOrEqual(0);
  const [open, high, low, close] = [bars.open, bars.high, bars.low, bars.close].map((c) => c[at] ?? 0);
  return { open: open ?? 0, high: high ?? 0, low: low ?? 0, close: close ?? 0 };
};

const check = (property: (input: SimulationInput, result: Simulation) => void, numRuns = 250): number => {
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

const sumOf = <T>(items: readonly T[], read: (item: T) => number): number =>
  items.reduce((sum, item) => sum + read(item), 0);

const entriesOf = ({ fills }: Simulation): Fill[] => fills.filter(({ why }) => why === 'entry');

describe('whatever the rules and the market do', () => {
  it('every paisa and every share is accounted for', () => {
    const trades = check((input, result) => {
      const { trades, curve, fills } = result;
      for (const trade of trades) {
        const [bought, sold] =
          trade.side === 'long' ? [trade.entryPrice, trade.exitPrice] : [trade.exitPrice, trade.entryPrice];
        expect(trade.gross).toBe((sold - bought) * trade.quantity);
        expect(trade.net).toBe(trade.gross - trade.chargesPaise);
        expect(trade.chargesPaise).toBe(chargePaise(totalCharges(trade.charges)));
        expect(Number.isSafeInteger(trade.quantity) && trade.quantity > 0).toBe(true);
      }
      const final = input.capital + sumOf(trades, ({ net }) => net);
      expect(curve.cash.at(-1)).toBe(final);
      expect(curve.equity.at(-1)).toBe(final);
      const legs = fills.map((fill) => fill.charges).reduce(addCharges, NO_CHARGES);
      expect(legs).toEqual(trades.map((trade) => trade.charges).reduce(addCharges, NO_CHARGES));
      const entered = sumOf(entriesOf(result), ({ quantity }) => quantity);
      expect(sumOf(trades, ({ quantity }) => quantity)).toBe(entered);
      expect(sumOf(fills, ({ quantity }) => quantity)).toBe(2 * entered);
    });
    expect(trades).toBeGreaterThan(500);
  });

  it('every exit takes from lots that are open, of which there are never more than allowed', () => {
    let added = 0;
    check((input, result) => {
      const { maxEntries, rotation } = input.rules.document;
      for (const { openLots } of replayOf(input, result)) {
        if (openLots > 1) added++;
        if (!rotation) expect(openLots).toBeLessThanOrEqual(maxEntries);
      }
    });
    // The sample is random: what counts is that some lots were added.
    expect(added).toBeGreaterThan(0);
  });

  it('rules of both sides turn at one open: out of the one, and then into the other', () => {
    let turned = 0;
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const { document } = input.rules;
        if (document.rotation) return;
        const reverse = { entry: OFTEN, exit: null };
        const both = compileRules(lively({ ...document, product: 'intraday', reentry: true, reverse }));
        const result = runOf({ ...input, rules: both, maxLossPerDay: null });
        for (const [at, { why, symbol, time, side }] of result?.fills.entries() ?? []) {
          if (why !== 'reversal') continue;
          const next = result?.fills.slice(at + 1).find((fill) => fill.symbol === symbol);
          if (next?.why !== 'entry' || next.time !== time) continue;
          expect(next.side).toBe(side);
          turned++;
        }
        // It throws when both sides are open.
        if (result) replayOf({ ...input, rules: both }, result);
      }),
      { numRuns: 200 },
    );
    // The sample is random, and turns 170 to 320 times: what counts is that it does.
    expect(turned).toBeGreaterThan(50);
  });

  it('partial exits take no more of an entry than the document says', () => {
    let parts = 0;
    check((input, { trades, fills }) => {
      const { partialExits } = input.rules.document;
      for (const entry of fills.filter(({ why }) => why === 'entry')) {
        const taken = trades.filter(
          (trade) =>
            trade.why === 'partial-exit' && trade.symbol === entry.symbol && trade.entryTime === entry.time,
        );
        parts += taken.length;
        const percent = sumOf(partialExits, (part) => part.percent);
        expect(sumOf(taken, ({ quantity }) => quantity)).toBeLessThanOrEqual(
          (entry.quantity * percent) / 100,
        );
        expect(new Set(taken.map(({ exitRule }) => exitRule)).size).toBe(taken.length);
      }
    });
    expect(parts).toBeGreaterThan(10);
  });

  it('cash never goes below zero when shares are bought and paid in full', () => {
    check((input, { curve, fills }) => {
      if (input.rules.document.side === 'short' || input.rules.document.reverse) return;
      expect(MARGIN_PERCENT.equity).toBe(100);
      // A sale that does not even bring in its own charges is the one thing that can cost more than there is.
      const shortfall = sumOf(fills, ({ side, price, quantity, charges }) =>
        side === 'sell' ? Math.max(0, chargePaise(totalCharges(charges)) - price * quantity) : 0,
      );
      for (const cash of curve.cash) expect(cash).toBeGreaterThanOrEqual(-shortfall);
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
        if (['entry', 'exit-rule', 'reversal', 'square-off', 'rotation', 'rebalance'].includes(fill.why))
          expect(fill.marketPrice).toBe(bar.open);
        expect(Number.isSafeInteger(fill.price) && fill.price > 0).toBe(true);
      }
    });
  });

  it('every fill and trade says at what rule of the document it was made', () => {
    const valueAt = (document: object, path: string): unknown =>
      path
        .split(/[.[\]]+/)
        .filter((key) => key !== '')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], document);
    check((input, { fills, trades }) => {
      const { document } = input.rules;
      for (const { rule, why } of fills) {
        expect(rule === null).toBe(why === 'end-of-data' || why === 'margin-call');
        if (rule !== null) expect(valueAt(document, rule) ?? null).not.toBeNull();
      }
      for (const { side, entryRule, exitRule, why } of trades) {
        const ofSide = side === document.side ? 'entry' : 'reverse.entry';
        expect(entryRule).toBe(document.rotation ? 'rotation' : ofSide);
        expect(exitRule === null).toBe(why === 'end-of-data' || why === 'margin-call');
      }
    });
  });

  it('every entry answers a signal on the bar before it, and no signal is lost', () => {
    check((input, { trades, rejections }) => {
      const { rules } = input;
      if (rules.usesPosition) return;
      for (const { instrument, bars } of input.series) {
        const signals = rules.signals(bars);
        const { reverse } = signals;
        const entry = reverse
          ? signals.entry.map((fires, at) => fires ^ (reverse.entry[at] ?? 0))
          : signals.entry;
        const previousCloses = previousDayCloses(bars);
        const isLocked = (at: number, price: number): boolean =>
          lockAt(instrument, previousCloses[at] ?? Number.NaN, price, bars.time[at] ?? 0) !== null;
        // An entry decided at the edge of the price band, or too small for a rotation, is refused there and then; one
        // that meets the edge waits.
        const isSignalled = (at: number): boolean => {
          const isRefusedAtClose = rules.document.rotation !== null || isLocked(at, bars.close[at] ?? 0);
          if (isRefusedAtClose && entry[at] === 1) return true;
          let signal = at - 1;
          while (entry[signal] !== 1 && isLocked(signal, bars.open[signal] ?? 0)) signal--;
          return entry[signal] === 1;
        };
        const answered = [...trades.map((trade) => ({ ...trade, time: trade.entryTime })), ...rejections]
          .filter(({ symbol }) => symbol === instrument.symbol)
          .map(({ time }) => bars.time.indexOf(time));
        for (const at of answered) expect(isSignalled(at) || at === bars.length - 1).toBe(true);
        if (entry.includes(1) && !rules.document.rotation) expect(answered.length).toBeGreaterThan(0);
      }
    });
  });

  it('intraday positions end with their day, and the day keeps to its limit', () => {
    check((input, result) => {
      const { document } = input.rules;
      if (document.rotation) return;
      if (document.product === 'intraday')
        for (const { entryTime, exitTime } of result.trades)
          expect(dayNumber(exitTime)).toBe(dayNumber(entryTime));
      const perDay = new Map<number, number>();
      for (const { time } of entriesOf(result))
        perDay.set(dayNumber(time), (perDay.get(dayNumber(time)) ?? 0) + 1);
      for (const count of perDay.values()) expect(count).toBeLessThanOrEqual(document.maxTradesPerDay);
    });
  });

  it('no entry is made on a day that has lost as much as it may', () => {
    let refused = 0;
    check((input, result) => {
      const { maxLossPerDay } = input;
      if (!maxLossPerDay) return;
      refused += result.rejections.filter(({ reason }) => reason.includes('loss limit')).length;
      for (const { fill, dayResult } of replayOf(input, result))
        // Charges are rounded once a trade and not once a leg, which is worth a paisa here or there.
        if (fill.why === 'entry')
          expect(dayResult).toBeGreaterThan(-maxLossPerDay - result.trades.length - 1);
    });
    expect(refused).toBeGreaterThan(20);
  });

  it('one instrument trades alone, where quiet bars are passed over, as it does beside one without candles', () => {
    let trades = 0;
    fc.assert(
      fc.property(inputArbitrary, fc.integer({ min: 0, max: 40 }), (input, warm) => {
        const alone = input.series.slice(0, 1);
        const from = alone[0]?.bars.time[warm];
        const idle = { instrument: { symbol: 'ZZZ', kind: 'equity' as const }, bars: goodBars([]) };
        const [one, two] = [alone, [...alone, idle]].map((series) => runOf({ ...input, series, from }));
        expect({ ...one, assumptions: [] }).toEqual({ ...two, assumptions: [] });
        trades += one?.trades.length ?? 0;
      }),
      { numRuns: 200 },
    );
    expect(trades).toBeGreaterThan(100);
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
      { numRuns: 300 },
    );
  });
});
