import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentArbitrary,
  goodBars,
  rotationArbitrary,
  rowsArbitrary,
} from '../../tests/engine/arbitraries.ts';
import { closeIs, flat, intradayBars, rulesOf } from '../../tests/engine/made-up-market.ts';
import type { Bars } from './bars.ts';
import { findLookAhead, type LookAheadReport } from './look-ahead.ts';
import { compileRules } from './rules/compile.ts';
import type { CompiledRules, RuleSignals } from './rules/compiled-rules.ts';

/** Sixty bars that climb and fall by turns, five bars each way. */
const bars = goodBars(
  intradayBars(
    Array.from({ length: 60 }, (_, index) => {
      const price = 100 + (Math.floor(index / 5) % 2 === 0 ? index % 5 : 5 - (index % 5));
      return [price, price + 1, price - 1, price];
    }),
  ),
);

const check = (rules: CompiledRules, cuts?: number, over: Bars = bars): LookAheadReport =>
  findLookAhead({
    rules,
    series: [{ instrument: { symbol: 'RELIANCE', kind: 'equity' }, bars: over }],
    cuts,
  });

const honest = rulesOf({
  entry: closeIs('>', 103),
  exit: closeIs('<', 101),
  stopLoss: { kind: 'atr', multiple: 2, period: 3 },
});

/** Rules whose whole-series signals are tampered with. */
const cheating = (tamper: (signals: RuleSignals, bars: Bars) => Partial<RuleSignals>): CompiledRules => ({
  ...honest,
  signals: (over) => {
    const signals = honest.signals(over);
    return { ...signals, ...tamper(signals, over) };
  },
});

describe('rules that do not look ahead', () => {
  it('are found clean at every cut, and it is said how much was looked at', () => {
    expect(check(honest, 20)).toMatchObject({ differences: [], cuts: expect.any(Number) as number });
    const { cuts, barsCompared } = check(honest, 1_000);
    // After each of the first 59 bars, and bar by bar.
    expect(cuts).toBe(60);
    expect(barsCompared).toBe((59 * 60) / 2 + 60);
  });

  it('are clean whatever the document and the bars', () => {
    const cases = fc.oneof(
      fc.tuple(documentArbitrary({ withPosition: true }), rowsArbitrary()),
      fc.tuple(rotationArbitrary({ instruments: ['AAA', 'BBB'] }), rowsArbitrary({ minutes: 1440 })),
    );
    fc.assert(
      fc.property(cases, ([document, rows]) => {
        expect(check(compileRules(document), 12, goodBars(rows)).differences).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('are clean on no bar and on one', () => {
    expect(check(honest, 10, goodBars([]))).toEqual({ cuts: 1, barsCompared: 0, differences: [] });
    expect(check(honest, 10, goodBars(intradayBars(flat(104))))).toMatchObject({ cuts: 1, differences: [] });
  });
});

describe('rules that look ahead', () => {
  it('by the next close are caught, with the bar and both answers', () => {
    const rules = cheating((_signals, { close, length }) => ({
      entry: Uint8Array.from({ length }, (_, index) =>
        (close[index + 1] ?? 0) > (close[index] ?? 0) ? 1 : 0,
      ),
    }));
    const { differences } = check(rules, 6);
    const entries = differences.filter(({ what, withFuture }) => what === 'entry' && withFuture === 1);
    expect(entries.length).toBeGreaterThan(0);
    for (const { symbol, time, without } of entries) {
      const at = bars.time.indexOf(time);
      expect([symbol, without]).toEqual(['RELIANCE', 0]);
      expect(bars.close[at + 1]).toBeGreaterThan(bars.close[at] ?? 0);
    }
    expect(differences.some(({ what }) => what !== 'entry')).toBe(false);
  });

  it('on the other side are caught as well', () => {
    const rules = cheating((_signals, { close, length }) => ({
      reverse: {
        entry: Uint8Array.from({ length }, (_, at) => ((close[at + 1] ?? 0) > (close[at] ?? 0) ? 1 : 0)),
        exit: new Uint8Array(length),
      },
    }));
    const { differences } = check(rules, 6);
    expect(differences.length).toBeGreaterThan(0);
    expect(differences.every(({ what }) => what === 'entry')).toBe(true);
  });

  it('once in the whole series are caught all the same', () => {
    const rules = cheating((_signals, { length }) => ({
      exit: Uint8Array.from({ length }, (_, index) => (index === 41 && length > 42 ? 1 : 0)),
    }));
    expect(check(rules, 2).differences).toContainEqual(
      expect.objectContaining({ what: 'exit', time: bars.time[41], withFuture: 1, without: 0 }),
    );
  });

  it('in an ATR or a rank taken over all bars are caught', () => {
    const meanOf = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0) / column.length;
    const rules = cheating(({ atr }, { close }) => ({
      atr: { ...atr, stopLoss: close.map(() => meanOf(close)) },
      rank: close.map((price) => price - meanOf(close)),
    }));
    const found = new Set(check(rules, 5).differences.map(({ what }) => what));
    expect(found).toEqual(new Set(['atr', 'rank']));
  });

  it('are reported a hundred times at most, each bar once', () => {
    const rules = cheating((_signals, { close, length }) => ({
      atr: { stopLoss: close.map((price) => price + length), target: null, trailing: null, partialExits: [] },
    }));
    const many = goodBars(intradayBars(flat(101, 200)));
    const { differences } = check(rules, 30, many);
    expect(differences).toHaveLength(100);
    expect(new Set(differences.map(({ time }) => time)).size).toBe(100);
  });
});
