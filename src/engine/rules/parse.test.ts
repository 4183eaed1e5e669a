import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inHindi } from '../../shared/server-text/hindi.ts';
import { parseRuleDocument } from './parse.ts';

const good = {
  version: 1,
  instruments: ['RELIANCE'],
  timeframe: '1d',
  side: 'long',
  product: 'delivery',
  entry: {
    kind: 'compare',
    left: { kind: 'indicator', indicator: { name: 'rsi', period: 14 } },
    operator: '<',
    right: { kind: 'constant', value: 30 },
  },
  stopLoss: { kind: 'percent', value: 5 },
  size: { kind: 'capital-percent', percent: 20 },
};

const fieldsOf = (input: unknown): Readonly<Record<string, string>> => {
  const result = parseRuleDocument(input);
  if (result.ok) throw new Error('was accepted');
  expect(result.failure.code).toBe('invalid');
  return result.failure.fields ?? {};
};

const withEntry = (entry: unknown) => ({ ...good, entry });

describe('a good document', () => {
  it('is accepted with its defaults', () => {
    const result = parseRuleDocument(good);
    expect(result.ok && result.value.squareOffTime).toBe('15:10');
    expect(result.ok && result.value.maxTradesPerDay).toBe(10);
  });
});

describe('rules of both sides', () => {
  const both = { ...good, timeframe: '5m', product: 'intraday', reverse: { entry: good.entry } };

  it('are accepted, and the other side has no exit rule unless it is given one', () => {
    const result = parseRuleDocument(both);
    expect(result.ok && result.value.reverse?.exit).toBeNull();
  });

  it('leave a document of one side as it was', () => {
    const result = parseRuleDocument(good);
    expect(result.ok && 'reverse' in result.value).toBe(false);
  });

  it.each([
    [{ product: 'delivery' }, 'product'],
    [{ maxEntries: 2 }, 'maxEntries'],
    [{ reentry: false }, 'reentry'],
  ])('are refused with %j, in English and Hindi', (change, path) => {
    const reason = fieldsOf({ ...both, ...change })[path] ?? '';
    expect(reason).toContain('rules that trade both sides');
    expect(inHindi(reason)).toMatch(/\p{Script=Devanagari}/u);
  });

  it('are refused as a rotation', () => {
    const rotation = {
      rankBy: { kind: 'price', field: 'close' },
      hold: 1,
      every: 'week',
    };
    const fields = fieldsOf({ ...good, reverse: both.reverse, rotation, size: { kind: 'equal-weight' } });
    expect(fields.rotation).toContain('on the long side only');
  });

  it('have the same checks on either side', () => {
    const held = { kind: 'position', field: 'bars-held' };
    const asks = { kind: 'compare', left: held, operator: '>', right: { kind: 'constant', value: 3 } };
    expect(fieldsOf({ ...both, reverse: { entry: asks } })).toHaveProperty('reverse.entry');
    const unlike = { ...good.entry, left: { kind: 'price', field: 'close' } };
    expect(fieldsOf({ ...both, reverse: { entry: good.entry, exit: unlike } })).toEqual({
      'reverse.exit.right': 'compares a price with a plain number; give the number in rupees',
    });
  });
});

describe('variables', () => {
  const close = { kind: 'price', field: 'close' };
  const named = (name: string) => ({ kind: 'variable', name });
  const is = (left: unknown, right: unknown) => ({ kind: 'compare', left, operator: '>', right });
  const counter = (name: string, more: object = {}) => ({
    kind: 'counter',
    name,
    when: good.entry,
    candles: 10,
    ...more,
  });
  const kept = (name: string, value: unknown) => ({ ...counter(name), kind: 'kept', value });
  const two = { kind: 'constant', value: 2 };
  const rules = (variables: unknown[], entry: unknown = good.entry) => ({ ...good, variables, entry });

  it('are accepted with their defaults, and leave a document without them as it was', () => {
    const result = parseRuleDocument(rules([counter('a'), kept('b', close)], is(close, named('b'))));
    expect(result.ok && result.value.variables).toMatchObject([
      { reset: null, candles: 10 },
      { keep: 'last' },
    ]);
    const plain = parseRuleDocument(good);
    expect(plain.ok && 'variables' in plain.value).toBe(false);
  });

  it.each<[string, object, Readonly<Record<string, string>>]>([
    [
      'two of the same name',
      rules([counter('a'), counter('a')]),
      { 'variables[1].name': 'is the name of another variable' },
    ],
    [
      'one that is not there',
      rules([counter('a')], { kind: 'not', condition: is(named('b'), two) }),
      { 'entry.condition.left': 'reads a variable that the rules do not have' },
    ],
    [
      'one that reads itself',
      rules([counter('a', { when: is(named('a'), two) })]),
      { 'variables[0].when.left': 'reads a variable that is not above it in the list' },
    ],
    [
      'one that reads one below',
      rules([kept('a', named('b')), counter('b', { reset: is(named('c'), two) })]),
      {
        'variables[0].value': 'reads a variable that is not above it in the list',
        'variables[1].reset.left': 'reads a variable that the rules do not have',
      },
    ],
    [
      'one of the position',
      rules([kept('a', { kind: 'position', field: 'profit-percent' })]),
      {
        'variables[0].value':
          'cannot ask about the position or what was done today: a variable is made of candles alone',
      },
    ],
    [
      'a session of daily candles',
      rules([counter('a', { candles: null })]),
      { 'variables[0].candles': 'is missing: a day is one candle, so say how many count' },
    ],
    [
      'a price that is compared with a count',
      rules([counter('a')], is(close, named('a'))),
      { 'entry.right': 'compares a price with a plain number; give the number in rupees' },
    ],
    [
      'a kept price that is compared with a plain number, inside another variable',
      rules([kept('a', close), kept('b', named('a')), counter('c', { when: is(named('b'), two) })]),
      { 'variables[2].when.right': 'compares a price with a plain number; give the number in rupees' },
    ],
    ['no candles', rules([counter('a', { candles: 0 })]), { 'variables[0].candles': 'must be at least 1' }],
    [
      'a name without a letter',
      rules([counter(' ')]),
      { 'variables[0].name': 'must be a name of 1 to 30 letters and digits' },
    ],
  ])('are refused: %s', (_, document, fields) => {
    expect(fieldsOf(document)).toEqual(fields);
    // Comparisons of unlike things are not in Hindi yet, whatever they compare.
    const own = Object.values(fields).filter((reason) => !reason.startsWith('compares'));
    for (const reason of own) expect(inHindi(reason)).toMatch(/\p{Script=Devanagari}/u);
  });

  it('are refused when there are more than five, or when together they look back too far', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(fieldsOf(rules(names.map((name) => counter(name))))).toHaveProperty('variables');
    const chain = ['a', 'b', 'c'].map((name, at) =>
      counter(name, { candles: 400, ...(at === 0 ? {} : { when: is(named(names[at - 1] ?? ''), two) }) }),
    );
    expect(fieldsOf(rules(chain, is(named('c'), two))).entry).toContain('at most 1000 can be asked for');
  });

  it('read other instruments and longer candles under the checks of every operand', () => {
    const weekly = { kind: 'price', field: 'close', timeframe: '5m' };
    expect(fieldsOf(rules([kept('a', weekly)]))).toHaveProperty(['variables[0].value.timeframe']);
  });
});

describe('a bad document is refused with path and reason', () => {
  it('a period of nothing, deep inside', () => {
    const inside = { ...good.entry, left: { kind: 'indicator', indicator: { name: 'sma', period: 0 } } };
    const fields = fieldsOf(withEntry({ kind: 'all', conditions: [good.entry, inside] }));
    expect(fields).toEqual({ 'entry.conditions[1].left.indicator.period': 'must be at least 1' });
  });

  it('something that is not there', () => {
    expect(fieldsOf({ ...good, size: undefined })).toHaveProperty('size');
    expect(fieldsOf({ ...good, timeframe: undefined })).toHaveProperty('timeframe');
    expect(fieldsOf(null)).toHaveProperty('rules');
    expect(fieldsOf('rules')).toHaveProperty('rules');
  });

  it('names every fault, and the first in the sentence', () => {
    const result = parseRuleDocument({ ...good, side: 'up', stopLoss: { kind: 'percent', value: -1 } });
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(Object.keys(result.failure.fields ?? {})).toEqual(['side', 'stopLoss.value']);
    expect(result.failure.fields?.['stopLoss.value']).toBe('must be more than 0');
    expect(result.failure.message).toMatch(/^The rules cannot be used: side: .* \(and 1 more\)\.$/);
  });

  it('an unknown indicator, instrument or kind', () => {
    const left = { kind: 'indicator', indicator: { name: 'magic', period: 3 } };
    expect(fieldsOf(withEntry({ ...good.entry, left }))).toHaveProperty('entry.left.indicator.name');
    expect(fieldsOf({ ...good, instruments: ['reliance!'] })['instruments[0]']).toMatch(/exchange symbol/);
    expect(fieldsOf(withEntry({ kind: 'sometimes' }))).toHaveProperty('entry.kind');
  });

  it('nested too deep, without running out of stack', () => {
    let deep: unknown = good.entry;
    for (let level = 0; level < 50_000; level++) deep = { kind: 'not', condition: deep };
    expect(fieldsOf(withEntry(deep))['entry']).toMatch(/nested deeper than 6 levels/);
  });

  it('nested too deep beside an empty list of conditions, which the schema takes no notice of', () => {
    for (const levels of [6, 8, 2_000, 50_000]) {
      let entry: unknown = good.entry;
      for (let level = 0; level < levels; level++) entry = { kind: 'not', conditions: [], condition: entry };
      expect(fieldsOf(withEntry(entry))['entry']).toMatch(/nested deeper than 6 levels/);
    }
  });

  it('what is accepted is accepted again as it was read', () => {
    const condition = fc.letrec<{ condition: object; leaf: object }>((tie) => ({
      leaf: fc.constant(good.entry),
      condition: fc.oneof(
        { depthSize: 'large', withCrossShrink: true },
        tie('leaf'),
        fc.record({
          kind: fc.constantFrom('not', 'all', 'any'),
          condition: tie('condition'),
          conditions: fc.array(tie('condition'), { maxLength: 3 }),
        }),
      ),
    })).condition;
    let accepted = 0;
    fc.assert(
      fc.property(condition, (entry) => {
        const result = parseRuleDocument(withEntry(entry));
        if (!result.ok) return;
        accepted++;
        expect(parseRuleDocument(JSON.parse(JSON.stringify(result.value)))).toEqual(result);
      }),
      { numRuns: 2_000, seed: 1 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('nested as deep as allowed is fine', () => {
    const nest = (levels: number): unknown =>
      levels === 1 ? good.entry : { kind: 'all', conditions: [good.entry, nest(levels - 1)] };
    expect(parseRuleDocument(withEntry(nest(6))).ok).toBe(true);
    expect(fieldsOf(withEntry(nest(7)))['entry']).toMatch(/nested deeper/);
  });

  it('a short sale for delivery, sizing by risk without a stop', () => {
    expect(fieldsOf({ ...good, side: 'short' })['product']).toMatch(/sold short/);
    const byRisk = { ...good, stopLoss: null, exit: good.entry, size: { kind: 'risk-percent', percent: 1 } };
    expect(fieldsOf(byRisk)['size']).toMatch(/stop-loss/);
  });

  it('comparisons of unlike things', () => {
    const close = { kind: 'price', field: 'close' };
    const compare = (left: unknown, right: unknown) =>
      withEntry({ kind: 'compare', left, operator: '>', right });
    const number = (value: number, unit?: string) => ({ kind: 'constant', value, unit });
    expect(fieldsOf(compare(close, number(1500)))['entry.right']).toBe(
      'compares a price with a plain number; give the number in rupees',
    );
    expect(fieldsOf(compare(good.entry.left, number(70, 'rupees')))['entry.right']).toMatch(/plain number/);
    expect(fieldsOf(compare(close, { kind: 'clock', at: '10:00' }))['entry.right']).toMatch(/time of day/);
    expect(fieldsOf(compare(close, { kind: 'price', field: 'volume' }))['entry.right']).toMatch(/volume/);
    expect(parseRuleDocument(compare({ kind: 'price', field: 'volume' }, number(100_000))).ok).toBe(true);
    expect(parseRuleDocument(compare(close, number(1500, 'rupees'))).ok).toBe(true);
  });

  it('an opening range that is not made of whole candles', () => {
    const range = (minutes: number) => ({ kind: 'opening-range', edge: 'high', minutes });
    const entry = { kind: 'compare', left: { kind: 'price', field: 'close' }, operator: '>' };
    const on = (timeframe: string, minutes: number) => ({
      ...good,
      timeframe,
      entry: { kind: 'not', condition: { kind: 'any', conditions: [{ ...entry, right: range(minutes) }] } },
    });
    expect(fieldsOf(on('5m', 12))).toEqual({
      'entry.condition.conditions[0].right.minutes': 'must be whole candles: a multiple of 5 minutes',
    });
    expect(fieldsOf(on('1d', 15))).toEqual({
      'entry.condition.conditions[0].right': 'needs candles shorter than a day',
    });
    expect(fieldsOf(on('5m', 0))).toEqual({
      'entry.condition.conditions[0].right.minutes': 'must be at least 1',
    });
    expect(parseRuleDocument(on('5m', 15)).ok).toBe(true);
    const between = { kind: 'between', value: entry.left, low: range(10), high: range(7) };
    expect(fieldsOf({ ...good, timeframe: '5m', exit: between })).toHaveProperty(['exit.high.minutes']);
  });

  it('longer candles that are not, or cannot be made of those of the rules', () => {
    const on = (timeframe: string, longer: unknown) => ({
      ...good,
      timeframe,
      entry: { ...good.entry, left: { ...good.entry.left, timeframe: longer } },
    });
    const reason = (own: string) =>
      `must be longer than ${own}, the timeframe of the rules, and a multiple of it`;
    for (const [own, longer] of [
      ['5m', '5m'],
      ['15m', '5m'],
      ['3m', '5m'],
      ['1d', '1d'],
    ] as const)
      expect(fieldsOf(on(own, longer))).toEqual({ 'entry.left.timeframe': reason(own) });
    expect(fieldsOf(on('5m', '2h'))).toHaveProperty(['entry.left.timeframe']);
    for (const longer of ['15m', '30m', '1h', '1d'])
      expect(parseRuleDocument(on('5m', longer)).ok).toBe(true);
    const rankBy = { kind: 'price', field: 'close', timeframe: '1d' };
    const ranked = {
      ...good,
      size: { kind: 'equal-weight' },
      rotation: { rankBy, hold: 1, every: 'month' },
    };
    expect(fieldsOf(ranked)).toEqual({ 'rotation.rankBy.timeframe': reason('1d') });
    // 400 of them are days of the market, and no limit to how many candles of five minutes that is.
    const left = { kind: 'indicator', indicator: { name: 'sma', period: 400 }, timeframe: '1d' };
    const close = { kind: 'price', field: 'close' };
    expect(parseRuleDocument({ ...on('5m', '1d'), entry: { ...good.entry, left, right: close } }).ok).toBe(
      true,
    );
  });

  it('another instrument that is none, or that a rotation would rank by', () => {
    const of = (instrument: unknown) =>
      withEntry({ ...good.entry, left: { ...good.entry.left, instrument } });
    expect(fieldsOf(of('nifty!'))).toEqual({
      'entry.left.instrument': 'must be an exchange symbol such as RELIANCE',
    });
    expect(parseRuleDocument(of('NIFTY')).ok).toBe(true);
    const ranked = {
      ...good,
      size: { kind: 'equal-weight' },
      rotation: { rankBy: { kind: 'price', field: 'close', instrument: 'NIFTY' }, hold: 1, every: 'month' },
    };
    expect(fieldsOf(ranked)).toEqual({
      'rotation.rankBy.instrument': 'must be left out: each instrument is ranked by its own candles',
    });
  });

  it('a profit in rupees before there is one, and one that is compared with something else', () => {
    const profit = { kind: 'position', field: 'profit-rupees' };
    const compare = (left: unknown, right: unknown) => ({ kind: 'compare', left, operator: '>', right });
    const rupees = { kind: 'constant', value: 500, unit: 'rupees' };
    expect(fieldsOf(withEntry(compare(profit, rupees)))['entry']).toBe(
      'cannot ask about candles held or profit before there is a position',
    );
    const exit = (condition: unknown) => ({ ...good, exit: condition });
    expect(fieldsOf(exit(compare(profit, { kind: 'constant', value: 500 })))['exit.right']).toBe(
      'compares an amount of money with a plain number',
    );
    expect(fieldsOf(exit(compare(profit, { kind: 'price', field: 'close' })))['exit.right']).toBe(
      'compares an amount of money with a price',
    );
    const today = { kind: 'today', field: 'losses-in-a-row' };
    expect(fieldsOf(withEntry(compare(today, rupees)))['entry.right']).toBe(
      'compares a plain number with a price; give the number in rupees',
    );
    expect(fieldsOf(withEntry(compare({ ...today, field: 'wins' }, rupees)))).toHaveProperty([
      'entry.left.field',
    ]);
    expect(parseRuleDocument(exit(compare(profit, rupees))).ok).toBe(true);
    expect(parseRuleDocument(exit(compare(rupees, profit))).ok).toBe(true);
    expect(parseRuleDocument(withEntry(compare({ kind: 'constant', value: 3 }, today))).ok).toBe(true);
  });

  it('a level, a weekday or an expiry that there is not, and what is compared with something else', () => {
    const compare = (left: unknown, right: unknown) =>
      withEntry({ kind: 'compare', left, operator: '>', right });
    const number = (value: number) => ({ kind: 'constant', value });
    const level = (name: string) => ({ kind: 'level', level: name });
    expect(fieldsOf(compare(level('next-day-high'), number(0)))).toHaveProperty(['entry.left.level']);
    expect(fieldsOf(compare({ kind: 'day', day: 'funday' }, { kind: 'weekday' }))).toHaveProperty([
      'entry.left.day',
    ]);
    const days = { kind: 'days-to-expiry', index: 'RELIANCE' };
    expect(fieldsOf(compare(days, number(1)))).toHaveProperty(['entry.left.index']);
    expect(fieldsOf(compare({ kind: 'weekday' }, number(4)))['entry.right']).toBe(
      'compares a day of the week with a plain number',
    );
    expect(
      fieldsOf(compare({ kind: 'minutes-since-open' }, { kind: 'clock', at: '10:00' }))['entry.right'],
    ).toBe('compares a number of minutes with a time of day');
    expect(fieldsOf(compare(level('gap-percent'), level('pivot')))['entry.right']).toBe(
      'compares a percentage with a price',
    );
    expect(fieldsOf(compare({ kind: 'days-to-expiry' }, level('pivot')))['entry.right']).toBe(
      'compares a number of days with a price',
    );
    expect(parseRuleDocument(compare(level('gap-percent'), number(1))).ok).toBe(true);
    expect(parseRuleDocument(compare({ kind: 'days-to-expiry' }, number(1))).ok).toBe(true);
    expect(parseRuleDocument(compare({ kind: 'minutes-since-open' }, number(30))).ok).toBe(true);
  });

  it('looking back further than the limit', () => {
    const left = { kind: 'indicator', indicator: { name: 'rsi', period: 500 }, offset: 600 };
    expect(fieldsOf(withEntry({ ...good.entry, left }))['entry']).toBe(
      'needs 1100 candles of history; at most 1000 can be asked for',
    );
  });
});

describe('the limits, each with its path', () => {
  const compare = (right: unknown) => ({ ...good.entry, right });
  const rotating = {
    ...good,
    instruments: ['AAA', 'BBB'],
    stopLoss: null,
    size: { kind: 'equal-weight' },
    rotation: {
      rankBy: { kind: 'indicator', indicator: { name: 'roc', period: 20 } },
      hold: 1,
      every: 'month',
    },
  };
  const part = { distance: { kind: 'percent', value: 2 }, percent: 50 };
  const manyOperands = {
    kind: 'all',
    conditions: [1, 2, 3].map(() => ({ kind: 'all', conditions: Array(11).fill(good.entry) as unknown[] })),
  };
  const intraday = { ...good, timeframe: '5m', product: 'intraday' };

  it.each<[string, string, object]>([
    ['instruments', 'must have at least 1 entries', { ...good, instruments: [] }],
    [
      'instruments',
      'must be at most 50',
      { ...good, instruments: Array.from({ length: 51 }, (_, index) => `S${index}`) },
    ],
    ['instruments', 'names an instrument twice', { ...good, instruments: ['AAA', 'AAA'] }],
    ['entry', 'has more than 64 operands', withEntry(manyOperands)],
    ['exit', 'has more than 64 operands', { ...good, exit: manyOperands }],
    ['entry.forBars', 'must be at most 100', withEntry({ ...good.entry, forBars: 101 })],
    ['entry.conditions', 'must have at least 1 entries', withEntry({ kind: 'any', conditions: [] })],
    [
      'entry.conditions',
      'must have at most 16 entries',
      withEntry({ kind: 'any', conditions: Array(17).fill(good.entry) as unknown[] }),
    ],
    [
      'entry.left.offset',
      'must be at most 1,000',
      withEntry({ ...good.entry, left: { ...good.entry.left, offset: 1001 } }),
    ],
    [
      'entry.left.indicator.period',
      'must be at most 500',
      withEntry({ ...good.entry, left: { kind: 'indicator', indicator: { name: 'rsi', period: 501 } } }),
    ],
    [
      'entry.right.at',
      'must be a clock time such as 09:30',
      withEntry(compare({ kind: 'clock', at: '25:00' })),
    ],
    [
      'entry',
      'cannot ask about candles held or profit before there is a position',
      withEntry({
        ...good.entry,
        left: { kind: 'position', field: 'bars-held' },
      }),
    ],
    ['stopLoss.value', 'must be at most 100', { ...good, stopLoss: { kind: 'percent', value: 101 } }],
    [
      'size',
      'sizing by risk needs a stop-loss',
      { ...intraday, stopLoss: null, size: { kind: 'risk-percent', percent: 1 } },
    ],
    ['size.percent', 'must be at most 10', { ...good, size: { kind: 'risk-percent', percent: 11 } }],
    ['product', 'shares cannot be sold short for delivery; use intraday', { ...good, side: 'short' }],
    [
      'product',
      'an intraday strategy needs a timeframe shorter than a day',
      { ...good, product: 'intraday' },
    ],
    ['exit', 'a delivery strategy needs an exit, a stop-loss or a target', { ...good, stopLoss: null }],
    ['maxEntries', 'must be at least 1', { ...good, maxEntries: 0 }],
    ['maxEntries', 'must be at most 5', { ...good, maxEntries: 6 }],
    ['maxTradesPerDay', 'must be at most 500', { ...good, maxTradesPerDay: 501 }],
    [
      'partialExits',
      'must have at most 3 entries',
      { ...good, partialExits: Array(4).fill({ ...part, percent: 1 }) as unknown[] },
    ],
    ['partialExits[0].percent', 'must be at least 1', { ...good, partialExits: [{ ...part, percent: 0 }] }],
    ['partialExits[0].percent', 'must be at most 99', { ...good, partialExits: [{ ...part, percent: 100 }] }],
    [
      'partialExits',
      'sell more than the whole position',
      { ...good, partialExits: [part, { ...part, percent: 51 }] },
    ],
    [
      'rotation.rankBy',
      'must be a price or an indicator',
      { ...rotating, rotation: { ...rotating.rotation, rankBy: { kind: 'constant', value: 1 } } },
    ],
    ['rotation.hold', 'must be at least 1', { ...rotating, rotation: { ...rotating.rotation, hold: 0 } }],
    [
      'rotation.hold',
      'must be at most the 2 instruments named',
      { ...rotating, rotation: { ...rotating.rotation, hold: 3 } },
    ],
    [
      'rotation',
      'works on daily candles, for delivery, on the long side only',
      { ...rotating, timeframe: '5m' },
    ],
    ['maxEntries', 'must be 1 for a rotation', { ...rotating, maxEntries: 2 }],
    ['size', 'a rotation gives every holding an equal weight', { ...rotating, size: good.size }],
    [
      'size',
      'an equal weight needs a rotation to share the capital out',
      { ...good, size: { kind: 'equal-weight' } },
    ],
    ['window', 'must start before it ends', { ...intraday, window: { from: '15:00', to: '10:00' } }],
  ])('%s: %s', (path, reason, input) => {
    expect(fieldsOf(input)[path]).toBe(reason);
  });

  it('are no limits to what is just within them', () => {
    expect(parseRuleDocument(rotating)).toMatchObject({
      ok: true,
      value: { rotation: { best: 'highest', reweigh: false }, maxEntries: 1, partialExits: [] },
    });
    expect(parseRuleDocument({ ...good, maxEntries: 5, partialExits: [part, part] }).ok).toBe(true);
  });

  it('count what the ranking looks back on', () => {
    const rankBy = { kind: 'indicator', indicator: { name: 'roc', period: 500 }, offset: 600 };
    expect(fieldsOf({ ...rotating, rotation: { ...rotating.rotation, rankBy } })['entry']).toMatch(
      /needs 1100 candles of history/,
    );
  });
});

describe('a number that is half typed', () => {
  /** Paths of the numbers of a document, but for its version. */
  const numbersIn = (node: unknown, path: readonly string[] = []): string[][] => {
    if (typeof node === 'number') return path[0] === 'version' ? [] : [[...path]];
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries(node).flatMap(([key, child]) => numbersIn(child, [...path, key]));
  };
  const withNumber = (node: unknown, [head, ...rest]: readonly string[], value: number): unknown => {
    if (head === undefined) return value;
    const child = withNumber((node as Record<string, unknown>)[head], rest, value);
    return Array.isArray(node)
      ? node.map((old: unknown, index) => (String(index) === head ? child : old))
      : { ...(node as object), [head]: child };
  };
  const document = {
    ...good,
    variables: [{ kind: 'counter', name: 'seen', when: good.entry, candles: 5 }],
    entry: { ...good.entry, forBars: 1, left: { ...good.entry.left, offset: 0 } },
    target: { kind: 'points', rupees: 5 },
    trailing: { kind: 'atr', multiple: 2, period: 14 },
    partialExits: [{ distance: { kind: 'percent', value: 2 }, percent: 50 }],
    maxEntries: 1,
    maxTradesPerDay: 5,
  };
  const paths = numbersIn(document);

  it('is looked at everywhere', () => {
    expect(parseRuleDocument(document).ok).toBe(true);
    expect(paths.length).toBeGreaterThan(12);
  });

  it.each(paths.map((path) => [path.join('.'), path] as const))('is said of %s in plain words', (_, path) => {
    expect(Object.values(fieldsOf(withNumber(document, path, Number.NaN)))).toEqual(['must be a number']);
  });

  it('is said to be whole where a part is none', () => {
    expect(fieldsOf({ ...good, maxEntries: 1.5 })).toEqual({ maxEntries: 'must be a whole number' });
  });
});
