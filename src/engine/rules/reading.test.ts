import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentArbitrary, goodBars, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { RuleDocumentSchema, type RuleDocumentInput } from '../../shared/rule-document.ts';
import { barAt } from '../bars.ts';
import { compileRules } from './compile.ts';
import { describeReading } from './reading-text.ts';
import { entryParts } from './reading.ts';

const BASE = {
  ...{ version: 1, instruments: ['RELIANCE'], timeframe: '5m', side: 'long', product: 'intraday' },
  size: { kind: 'fixed', quantity: 1 },
} as const;

const rulesOf = (entry: RuleDocumentInput['entry']) =>
  compileRules(RuleDocumentSchema.parse({ ...BASE, entry }));

const closes = (...prices: number[]) =>
  goodBars(
    prices.map((close, at) => ({
      ...{ time: Date.parse('2026-11-20T09:15:00+05:30') + at * 300_000, volume: 10 },
      ...{ open: close, high: close, low: close, close },
    })),
  );

const textsAfter = (entry: RuleDocumentInput['entry'], prices: number[], language: 'en' | 'hi' = 'en') => {
  const rules = rulesOf(entry);
  const stream = rules.stream();
  const bars = closes(...prices);
  for (let at = 0; at < bars.length; at++) stream.next(barAt(bars, at), null);
  const { entry: readings, candlesToGo } = stream.latest();
  return {
    candlesToGo,
    read: readings.map((reading) => [
      reading.depth,
      reading.holds,
      describeReading(reading, language, rules.document.variables),
    ]),
  };
};

const price = { kind: 'price', field: 'close' } as const;
const sma = { kind: 'indicator', indicator: { name: 'sma', period: 3 } } as const;
const rsi = { kind: 'indicator', indicator: { name: 'rsi', period: 2 } } as const;
const below = { kind: 'compare', left: rsi, operator: '<', right: { kind: 'constant', value: 30 } } as const;
const above = { kind: 'compare', left: price, operator: '>', right: sma } as const;

describe('the last entry of a scan', () => {
  it('reads every part of any rules as a running strategy reads it', () => {
    let [known, fired] = [0, 0];
    fc.assert(
      fc.property(documentArbitrary(), rowsArbitrary(), (document, rows) => {
        const rules = compileRules(document);
        const bars = goodBars(rows);
        const stream = rules.stream();
        for (let at = 0; at < bars.length; at++) stream.next(barAt(bars, at), null);
        const { entry, candlesToGo, fires } = rules.lastEntry(bars);
        const latest = stream.latest();
        expect(candlesToGo).toBe(latest.candlesToGo);
        expect(fires).toBe(rules.signals(bars).entry.at(-1) === 1);
        expect(entry.map(({ holds, depth }) => [holds, depth])).toEqual(
          latest.entry.map(({ holds, depth }) => [holds, depth]),
        );
        for (const [at, { operands }] of entry.entries())
          for (const [number, { operand, value }] of operands.entries()) {
            const other = latest.entry[at]?.operands[number];
            expect(other?.operand).toEqual(operand);
            if (value === null) expect(other?.value).toBeNull();
            else expect(other?.value).toBeCloseTo(value, 6);
            if (value !== null) known++;
          }
        if (fires) fired++;
      }),
    );
    expect(known).toBeGreaterThan(100);
    expect(fired).toBeGreaterThan(0);
  });

  it('takes groups apart, and what is negated as one part with all its values', () => {
    const rules = rulesOf({
      kind: 'all',
      conditions: [
        below,
        {
          kind: 'any',
          conditions: [above, { kind: 'not', condition: { kind: 'all', conditions: [above, below] } }],
        },
      ],
    });
    const parts = entryParts(rules.lastEntry(closes(10_000, 10_100, 10_000, 9_900)).entry);
    expect(parts.map(({ holds, operands }) => [holds, operands.length])).toEqual([
      [true, 2],
      [false, 2],
      [true, 4],
    ]);
    expect(parts[2]?.operands.map(({ value }) => value)).toEqual([9_900, 10_000, 25, 30]);
  });
});

describe('what an entry waits for', () => {
  it('says the value of both sides and whether the condition holds', () => {
    const { candlesToGo, read } = textsAfter(
      { kind: 'all', conditions: [below, { kind: 'not', condition: above }] },
      [10_000, 10_100, 10_000, 9_900],
    );
    expect(candlesToGo).toBe(0);
    expect(read).toEqual([
      [0, true, ''],
      [1, true, 'RSI(2) 25, needs below 30'],
      [1, true, ''],
      [2, false, 'close ₹99.00, needs above SMA(3) ₹100.00'],
    ]);
  });

  it('says that there is no value yet, and how many candles it takes', () => {
    expect(textsAfter(above, [])).toEqual({
      candlesToGo: 3,
      read: [[0, null, 'close no value yet, needs above SMA(3) no value yet']],
    });
    expect(textsAfter(above, [10_000, 10_100])).toEqual({
      candlesToGo: 1,
      read: [[0, null, 'close ₹101.00, needs above SMA(3) no value yet']],
    });
  });

  it('says it in Hindi, of times, of ranges and of several candles', () => {
    expect(textsAfter(below, [10_000, 10_100, 10_000, 9_900], 'hi').read).toEqual([
      [0, true, 'RSI(2) 25, 30 से नीचे चाहिए'],
    ]);
    const after = {
      kind: 'compare',
      left: { kind: 'time-of-day' },
      operator: '>=',
      right: { kind: 'clock', at: '09:30' },
    } as const;
    expect(textsAfter(after, [10_000]).read).toEqual([[0, false, 'time 09:20, needs at or after 09:30']]);
    const range = {
      kind: 'between',
      value: rsi,
      low: { kind: 'constant', value: 20 },
      high: { kind: 'constant', value: 40 },
      forBars: 2,
    } as const;
    expect(textsAfter(range, [10_000, 10_100, 10_000, 9_900]).read).toEqual([
      [0, false, 'RSI(2) 25, needs between 20 and 40 for 2 candles'],
    ]);
  });
});

it('is what the signal was decided on, at every candle', () => {
  fc.assert(
    fc.property(documentArbitrary(), rowsArbitrary(), (document, rows) => {
      const stream = compileRules(RuleDocumentSchema.parse(document)).stream();
      const bars = goodBars(rows);
      for (let at = 0; at < bars.length; at++) {
        const { entry, reverseEntry } = stream.next(barAt(bars, at), null);
        const latest = stream.latest();
        const isWarm = latest.candlesToGo === 0;
        expect(isWarm && latest.entry[0]?.holds === true).toBe(entry);
        expect(isWarm && latest.reverseEntry?.[0]?.holds === true).toBe(reverseEntry);
        expect(latest.bar?.time).toBe(bars.time[at]);
      }
    }),
  );
});
