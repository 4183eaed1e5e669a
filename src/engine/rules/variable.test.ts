import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodBars, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { DAY, intradayBars, rulesOf } from '../../../tests/engine/made-up-market.ts';
import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import type { Bar } from '../bars.ts';

type Entry = RuleDocumentInput['entry'];
type VariableInput = NonNullable<RuleDocumentInput['variables']>[number];

const close = { kind: 'price', field: 'close' } as const;
const rupees = (value: number) => ({ kind: 'constant', value, unit: 'rupees' }) as const;
const number = (value: number) => ({ kind: 'constant', value }) as const;
const named = (name: string) => ({ kind: 'variable', name }) as const;
const closeIs = (operator: '>' | '<' | 'crosses-above', price: number): Entry => ({
  kind: 'compare',
  left: close,
  operator,
  right: rupees(price),
});

/** Candles that close at the prices. They reach a rupee further on both sides. */
const closing = (...closes: number[]): Bar[] =>
  intradayBars(closes.map((price) => [price, price + 1, price - 1, price]));

const fires = (variables: VariableInput[], entry: Entry, rows: readonly Bar[]): number[] => {
  const rules = rulesOf({ variables, entry });
  const bars = goodBars(rows);
  const whole = [...rules.signals(bars).entry];
  const stream = rules.stream();
  const single = rows.map((bar) => Number(stream.next(bar, null).entry));
  expect(single).toEqual(whole);
  return whole;
};

const countIs = (count: number): Entry => ({
  kind: 'between',
  value: named('seen'),
  low: number(count),
  high: number(count),
});

describe('a counter', () => {
  const crosses: VariableInput = { kind: 'counter', name: 'seen', when: closeIs('crosses-above', 100) };

  it('of a cross lets in the second one of the day alone', () => {
    const second: Entry = { kind: 'all', conditions: [closeIs('crosses-above', 100), countIs(2)] };
    const rows = closing(99, 101, 102, 99, 103, 98, 104);
    expect(fires([crosses], second, rows)).toEqual([0, 0, 0, 0, 1, 0, 0]);
  });

  it('begins anew with every session', () => {
    const above: VariableInput = { kind: 'counter', name: 'seen', when: closeIs('>', 100) };
    const rows = [...closing(101, 101), ...closing(99, 101).map((bar) => ({ ...bar, time: bar.time + DAY }))];
    expect(fires([above], countIs(1), rows)).toEqual([1, 0, 0, 1]);
    expect(fires([above], countIs(0), rows)).toEqual([0, 0, 1, 0]);
  });

  it('begins anew where its reset holds, and counts that candle itself', () => {
    const above: VariableInput = {
      kind: 'counter',
      name: 'seen',
      when: closeIs('>', 100),
      reset: closeIs('>', 105),
    };
    expect(fires([above], countIs(1), closing(101, 102, 106, 101, 99))).toEqual([1, 0, 1, 0, 0]);
  });

  it('of the last candles forgets those before, over the night too', () => {
    const above: VariableInput = { kind: 'counter', name: 'seen', when: closeIs('>', 100), candles: 3 };
    const rows = closing(101, 99, 101, 99, 99, 99);
    expect(fires([above], countIs(2), rows)).toEqual([0, 0, 1, 0, 0, 0]);
    expect(fires([above], countIs(1), rows)).toEqual([0, 0, 0, 1, 1, 0]);
  });

  it('does not count what is not known', () => {
    const hour: VariableInput = {
      kind: 'counter',
      name: 'seen',
      when: { kind: 'not', condition: { kind: 'compare', left: close, operator: '>', right: RANGE } },
    };
    // The range of the first ten minutes is known from the second candle on.
    expect(fires([hour], countIs(2), closing(101, 101, 101, 101))).toEqual([0, 0, 1, 0]);
  });

  it('is not known on a day whose beginning was not seen', () => {
    const above: VariableInput = { kind: 'counter', name: 'seen', when: closeIs('>', 100) };
    const late = closing(101, 101).map((bar) => ({ ...bar, time: bar.time + 3_600_000 }));
    const rows = [...late, ...closing(101).map((bar) => ({ ...bar, time: bar.time + DAY }))];
    expect(fires([above], countIs(1), rows)).toEqual([0, 0, 1]);
    expect(fires([above], { kind: 'not', condition: countIs(7) }, rows)).toEqual([0, 0, 1]);
  });
});

const RANGE = { kind: 'opening-range', edge: 'high', minutes: 10 } as const;

describe('a kept value', () => {
  const high = { kind: 'price', field: 'high' } as const;
  const kept = (keep: 'first' | 'last', more: Partial<VariableInput> = {}) =>
    ({ kind: 'kept', name: 'mark', value: high, when: closeIs('<', 100), keep, ...more }) as VariableInput;
  const aboveMark: Entry = { kind: 'compare', left: close, operator: '>', right: named('mark') };

  it('is that of the last candle on which the condition held, or of the first', () => {
    const rows = closing(99, 101, 98, 99.5, 100.2, 102);
    // Highs of the candles below 100: 100, 99, then 100.5.
    expect(fires([kept('last')], aboveMark, rows)).toEqual([0, 1, 0, 0, 0, 1]);
    expect(fires([kept('first')], aboveMark, rows)).toEqual([0, 1, 0, 0, 1, 1]);
  });

  it('is not known before there is one, not even negated', () => {
    expect(fires([kept('last')], { kind: 'not', condition: aboveMark }, closing(101, 101, 99))).toEqual([
      0, 0, 1,
    ]);
  });

  it('is forgotten with the session, or after its candles', () => {
    const nextDay = closing(105).map((bar) => ({ ...bar, time: bar.time + DAY }));
    expect(fires([kept('last')], aboveMark, [...closing(99, 105), ...nextDay])).toEqual([0, 1, 0]);
    expect(fires([kept('last', { candles: 4 })], aboveMark, [...closing(99, 105), ...nextDay])).toEqual([
      0, 1, 1,
    ]);
    const rows = closing(99, 105, 105, 98, 99.5, 105, 105, 105);
    expect(fires([kept('first', { candles: 3 })], aboveMark, rows)).toEqual([0, 1, 1, 0, 1, 1, 1, 0]);
  });
});

describe('a variable', () => {
  it('reads those above it, at the same candle', () => {
    const variables: VariableInput[] = [
      { kind: 'counter', name: 'seen', when: closeIs('crosses-above', 100) },
      {
        kind: 'kept',
        name: 'mark',
        value: close,
        keep: 'first',
        when: { kind: 'compare', left: named('seen'), operator: '>=', right: number(2) },
      },
    ];
    const isMark: Entry = { kind: 'between', value: close, low: named('mark'), high: named('mark') };
    expect(fires(variables, isMark, closing(99, 101, 99, 103, 101, 103))).toEqual([0, 0, 0, 1, 0, 1]);
  });

  it('looks back on its session and on what its condition looks back on', () => {
    const average = { kind: 'indicator', indicator: { name: 'sma', period: 20 } } as const;
    const when: Entry = { kind: 'compare', left: close, operator: 'crosses-above', right: average };
    const rules = rulesOf({ variables: [{ kind: 'counter', name: 'seen', when }], entry: countIs(1) });
    const plain = rulesOf({ entry: when });
    expect(rules.warmUp).toBe(plain.warmUp);
    // A session has 75 candles of five minutes, and some more on a day with an auction.
    expect(rules.lookBack).toBeGreaterThanOrEqual(plain.lookBack + 75);
  });
});

/** Documents of hours with variables of exact operands: none of them only comes close after a restart. */
const hourly = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => hourlyVariable(at))))
  .map((variables) => rulesOf({ timeframe: '1h', variables, entry: readsOf(variables) }));

const before = { kind: 'price', field: 'close', offset: 1 } as const;
const highest = {
  kind: 'indicator',
  indicator: { name: 'highest', period: 5, source: 'close' },
  offset: 1,
} as const;

const hourlyVariable = (at: number): fc.Arbitrary<VariableInput> => {
  const operator = fc.constantFrom('>' as const, '<' as const, 'crosses-above' as const);
  const plain = fc.record({
    kind: fc.constant('compare' as const),
    left: fc.constant(close),
    operator,
    right: fc.constantFrom(before, highest),
  });
  const above = fc.nat({ max: Math.max(0, at - 1) }).map((one) => named(`v${one}`));
  const counted = fc.record({
    kind: fc.constant('compare' as const),
    left: above,
    operator,
    right: fc.constantFrom(number(1), number(2), close),
  });
  const condition: fc.Arbitrary<Entry> = at === 0 ? plain : fc.oneof(plain, counted);
  const parts = {
    name: fc.constant(`v${at}`),
    when: condition,
    reset: fc.option(condition),
    candles: fc.option(fc.integer({ min: 1, max: 9 })),
  };
  return fc.oneof(
    fc.record({ kind: fc.constant('counter' as const), ...parts }),
    fc.record({
      kind: fc.constant('kept' as const),
      ...parts,
      value: fc.constantFrom(close, before),
      keep: fc.constantFrom('first' as const, 'last' as const),
    }),
  );
};

/** Reads every variable: a counter against one, a kept price against the close. */
const readsOf = (variables: readonly VariableInput[]): Entry => ({
  kind: 'any',
  conditions: variables.map(({ kind, name }) => ({
    kind: 'compare',
    left: named(name),
    operator: '>',
    right: kind === 'counter' ? number(1) : close,
  })),
});

it('rules with variables say after a restart what they would have said without one', () => {
  let compared = 0;
  let fired = 0;
  const rowsOfHours = rowsArbitrary({ minutes: 60, minLength: 150 });
  fc.assert(
    fc.property(rowsOfHours, hourly, fc.nat({ max: 40 }), (rows, rules, skipped) => {
      const whole = rules.signals(goodBars(rows)).entry;
      const stream = rules.stream();
      for (const [index, bar] of rows.slice(skipped).entries()) {
        const { entry } = stream.next(bar, null);
        if (index < rules.lookBack) continue;
        expect(Number(entry)).toBe(whole[skipped + index]);
        compared++;
        fired += Number(entry);
      }
    }),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(5_000);
  expect(fired).toBeGreaterThan(500);
});
