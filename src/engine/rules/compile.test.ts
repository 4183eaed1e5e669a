import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentArbitrary,
  goodBars,
  rotationArbitrary,
  rowsArbitrary,
} from '../../../tests/engine/arbitraries.ts';
import { RuleDocumentSchema, type Condition, type RuleDocumentInput } from '../../shared/rule-document.ts';
import { istDayStart } from '../../shared/time.ts';
import { barAt, sliceBars, type Bars } from '../bars.ts';
import { compileRules } from './compile.ts';
import type { CompiledRules, RuleSignal, RuleSignals } from './compiled-rules.ts';
import { minuteAtClose } from './bar-close.ts';

/** The stream's signals at each bar, shaped as the whole-series signals. */
const streamed = (rules: CompiledRules, bars: Bars): RuleSignals => {
  const stream = rules.stream();
  const signals = Array.from({ length: bars.length }, (_, index) => stream.next(barAt(bars, index), null));
  const column = (isThere: boolean, read: (signal: RuleSignal) => number) =>
    isThere ? Float64Array.from(signals, read) : null;
  const { stopLoss, target, trailing, partialExits, rotation, reverse } = rules.document;
  return {
    entry: Uint8Array.from(signals, (signal) => Number(signal.entry)),
    exit: Uint8Array.from(signals, (signal) => Number(signal.exit)),
    reverse: reverse
      ? {
          entry: Uint8Array.from(signals, (signal) => Number(signal.reverseEntry)),
          exit: Uint8Array.from(signals, (signal) => Number(signal.reverseExit)),
        }
      : null,
    atr: {
      stopLoss: column(stopLoss?.kind === 'atr', (signal) => signal.atr.stopLoss),
      target: column(target?.kind === 'atr', (signal) => signal.atr.target),
      trailing: column(trailing?.kind === 'atr', (signal) => signal.atr.trailing),
      partialExits: partialExits.map(({ distance }, at) =>
        column(distance.kind === 'atr', (signal) => signal.atr.partialExits[at] ?? Number.NaN),
      ),
    },
    rank: column(rotation !== null, (signal) => signal.rank),
  };
};

/** Any kind of document with bars of its timeframe. */
const rulesAndRows = (withPosition = false) =>
  fc.oneof(
    fc.tuple(documentArbitrary({ withPosition }), rowsArbitrary()),
    fc.tuple(
      rotationArbitrary({ withPosition, instruments: ['AAA', 'BBB'] }),
      rowsArbitrary({ minutes: 1440 }),
    ),
  );

const expectClose = (actual: Float64Array | null, expected: Float64Array | null): void => {
  expect(actual === null).toBe(expected === null);
  for (const [index, value] of (expected ?? []).entries()) {
    const other = actual?.[index] ?? 0;
    if (Number.isNaN(value)) expect(other).toBeNaN();
    else expect(Math.abs(other - value)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)));
  }
};

const document = (more: Partial<RuleDocumentInput>) =>
  RuleDocumentSchema.parse({
    version: 1,
    instruments: ['RELIANCE'],
    timeframe: '5m',
    side: 'long',
    product: 'intraday',
    entry: { kind: 'compare', left: close, operator: '>', right: rupees(0) },
    size: { kind: 'fixed', quantity: 1 },
    ...more,
  });

const close = { kind: 'price', field: 'close' } as const;
const rupees = (value: number) => ({ kind: 'constant', value, unit: 'rupees' }) as const;

const barsClosingAt = (...closes: number[]): Bars =>
  goodBars(
    closes.map((price, index) => ({
      time: istDayStart('2025-06-02') + (555 + index * 5) * 60_000,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 1,
    })),
  );

const entries = (entry: RuleDocumentInput['entry'], ...closes: number[]) => [
  ...compileRules(document({ entry })).signals(barsClosingAt(...closes)).entry,
];

describe('whole series and bar by bar', () => {
  it('give the same signals for any document on any bars', () => {
    let fired = 0;
    let ranked = 0;
    let turned = 0;
    fc.assert(
      fc.property(rulesAndRows(true), ([rules, rows]) => {
        const compiled = compileRules(rules);
        const bars = goodBars(rows);
        const whole = compiled.signals(bars);
        const single = streamed(compiled, bars);
        expect(single.entry).toEqual(whole.entry);
        expect(single.exit).toEqual(whole.exit);
        expect(single.reverse).toEqual(whole.reverse);
        turned += whole.reverse?.entry.reduce((sum, fires) => sum + fires, 0) ?? 0;
        expectClose(single.rank, whole.rank);
        for (const name of ['stopLoss', 'target', 'trailing'] as const)
          expectClose(single.atr[name], whole.atr[name]);
        for (const [at, column] of whole.atr.partialExits.entries())
          expectClose(single.atr.partialExits[at] ?? null, column);
        fired += whole.entry.reduce((sum, fires) => sum + fires, 0);
        ranked += whole.rank?.filter((rank) => !Number.isNaN(rank)).length ?? 0;
      }),
      { numRuns: 400 },
    );
    expect(fired).toBeGreaterThan(1000);
    expect(ranked).toBeGreaterThan(1000);
    expect(turned).toBeGreaterThan(500);
  });

  it('never look ahead: cutting the future off changes no signal of the past', () => {
    fc.assert(
      fc.property(rulesAndRows(), fc.nat({ max: 160 }), ([rules, rows], cut) => {
        const compiled = compileRules(rules);
        const bars = goodBars(rows);
        const to = Math.min(cut, bars.length);
        const all = compiled.signals(bars);
        const past = compiled.signals(sliceBars(bars, 0, to));
        expect(past.entry).toEqual(all.entry.slice(0, to));
        expect(past.exit).toEqual(all.exit.slice(0, to));
        expect(past.reverse?.entry).toEqual(all.reverse?.entry.slice(0, to));
        expect(past.reverse?.exit).toEqual(all.reverse?.exit.slice(0, to));
        expect(past.rank).toEqual(all.rank && all.rank.slice(0, to));
        expect(past.atr.stopLoss).toEqual(all.atr.stopLoss && all.atr.stopLoss.slice(0, to));
        expect(past.atr.partialExits).toEqual(all.atr.partialExits.map((one) => one && one.slice(0, to)));
      }),
      { numRuns: 300 },
    );
  });

  it('never fire before the warm-up ends', () => {
    fc.assert(
      fc.property(rulesAndRows(), ([rules, rows]) => {
        const compiled = compileRules(rules);
        const { entry, exit, reverse } = compiled.signals(goodBars(rows));
        for (const column of [entry, exit, ...(reverse ? [reverse.entry, reverse.exit] : [])])
          expect(column.slice(0, compiled.warmUp)).not.toContain(1);
        expect(compiled.lookBack).toBeGreaterThanOrEqual(compiled.warmUp);
      }),
    );
  });
});

describe('conditions', () => {
  it('cross on the bar they cross, touching does not count as above', () => {
    const crosses = { kind: 'compare', left: close, operator: 'crosses-above', right: rupees(100) } as const;
    expect(entries(crosses, 9900, 10_000, 10_001, 10_002, 9_999, 10_050)).toEqual([0, 0, 1, 0, 0, 1]);
  });

  it('hold for so many bars in a row', () => {
    const above = { kind: 'compare', left: close, operator: '>', right: rupees(100), forBars: 3 } as const;
    expect(entries(above, 10_100, 10_100, 10_100, 10_100, 9_000, 10_100, 10_100, 10_100)).toEqual([
      0, 0, 1, 1, 0, 0, 0, 1,
    ]);
  });

  it('include both ends of between', () => {
    const between = { kind: 'between', value: close, low: rupees(100), high: rupees(101) } as const;
    expect(entries(between, 9_999, 10_000, 10_100, 10_101)).toEqual([0, 1, 1, 0]);
  });

  it('do not take what is not known for true, not even negated', () => {
    const held: Condition = {
      kind: 'compare',
      left: { kind: 'position', field: 'bars-held' },
      operator: '>',
      right: { kind: 'constant', value: 3, unit: 'number' },
      forBars: 1,
    };
    const rules = compileRules(document({ exit: { kind: 'not', condition: held } }));
    const bars = barsClosingAt(10_000, 10_000);
    expect([...rules.signals(bars).exit]).toEqual([0, 0]);
    const stream = rules.stream();
    expect(stream.next(barAt(bars, 0), { barsHeld: 2, profitPercent: 0, profit: 0 }).exit).toBe(true);
    expect(stream.next(barAt(bars, 1), { barsHeld: 4, profitPercent: 0, profit: 0 }).exit).toBe(false);
  });

  it('compare the time at which the bar closes with a clock', () => {
    const before = {
      kind: 'compare',
      left: { kind: 'time-of-day' },
      operator: '<=',
      right: { kind: 'clock', at: '09:25' },
    } as const;
    expect(entries(before, 10_000, 10_000, 10_000)).toEqual([1, 1, 0]);
  });
});

describe('time of day', () => {
  const at = (minute: number) => istDayStart('2025-06-02') + minute * 60_000;
  const SHARE = { kind: 'equity' } as const;
  const INDEX = { kind: 'index-proxy' } as const;

  it('is when the bar closes; the session cuts the last bar short', () => {
    expect(minuteAtClose(at(555), '5m', SHARE)).toBe(560);
    expect(minuteAtClose(at(915), '1h', SHARE)).toBe(930);
    expect(minuteAtClose(at(0), '1d', SHARE)).toBe(930);
  });

  it('of the last bar is that of the session of its day and of what is traded', () => {
    const later = (minute: number) => istDayStart('2026-11-20') + minute * 60_000;
    expect(minuteAtClose(later(915), '1h', INDEX)).toBe(940);
    expect(minuteAtClose(later(930), '15m', INDEX)).toBe(940);
    expect(minuteAtClose(later(855), '1h', SHARE)).toBe(915);
    expect(minuteAtClose(later(0), '1d', SHARE)).toBe(935);
    expect(minuteAtClose(istDayStart('2026-11-08') + 1_115 * 60_000, '1h', SHARE)).toBe(1_140);
  });

  it('is that of the evaluated instrument, over a series and bar by bar', () => {
    const rules = compileRules(
      document({
        timeframe: '15m',
        entry: {
          kind: 'compare',
          left: { kind: 'time-of-day' },
          operator: '>=',
          right: { kind: 'clock', at: '15:40' },
        },
      }),
    );
    const bar = {
      time: istDayStart('2026-11-20') + 930 * 60_000,
      open: 10,
      high: 10,
      low: 10,
      close: 10,
      volume: 0,
    };
    expect([...rules.signals(goodBars([bar]), undefined, INDEX).entry]).toEqual([1]);
    expect(rules.stream(INDEX).next(bar, null).entry).toBe(true);
    expect([
      ...rules.signals(goodBars([{ ...bar, time: bar.time - 60_000 * 15 }]), undefined, INDEX).entry,
    ]).toEqual([0]);
  });
});

describe('ATR distances', () => {
  it('are reported in paise and hold entries back until they are known', () => {
    const rules = compileRules(document({ stopLoss: { kind: 'atr', multiple: 2, period: 3 } }));
    expect(rules.warmUp).toBe(2);
    const bars = goodBars(
      [10_000, 10_100, 10_200].map((price, index) => ({
        time: istDayStart('2025-06-02') + (555 + index * 5) * 60_000,
        open: price,
        high: price + 50,
        low: price - 50,
        close: price,
        volume: 1,
      })),
    );
    const stream = rules.stream();
    const signals = [0, 1, 2].map((index) => stream.next(barAt(bars, index), null));
    expect(signals.map((signal) => signal.entry)).toEqual([false, false, true]);
    expect(signals[2]?.atr.stopLoss).toBeCloseTo((100 + 150 + 150) / 3, 9);
    expect(signals[2]?.atr.target).toBeNaN();
    expect(rules.signals(bars).atr.stopLoss?.[2]).toBe(signals[2]?.atr.stopLoss);
  });
});
