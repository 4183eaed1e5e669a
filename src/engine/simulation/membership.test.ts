import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentArbitrary,
  goodBars,
  rotationArbitrary,
  rowsArbitrary,
} from '../../../tests/engine/arbitraries.ts';
import type { RuleDocument, RuleDocumentInput } from '../../shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart } from '../../shared/time.ts';
import { type Bar, dayNumber } from '../bars.ts';
import { type MemberSpan, memberTest } from '../membership.ts';
import { compileRules } from '../rules/compile.ts';
import { parseRuleDocument } from '../rules/parse.ts';
import { simulate } from './simulate.ts';
import type { SimulationInput } from './simulation.ts';

const SYMBOLS = ['AAA', 'BBB'] as const;
const UNIVERSE = { index: 'NIFTY 50' };
const FIRST = istDayStart('2024-01-01');
const dayAt = (at: number): string => istDate(FIRST + at * DAY_MS);

const parsed = (document: RuleDocumentInput): RuleDocument => {
  const result = parseRuleDocument(document);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

/** Enters on every candle; leaves ten percent above. */
const ALWAYS: RuleDocumentInput = {
  ...{ version: 1, instruments: [...SYMBOLS], timeframe: '1d', side: 'long', product: 'delivery' },
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: '>',
    right: { kind: 'constant', value: 1, unit: 'rupees' },
  },
  target: { kind: 'percent', value: 10 },
  size: { kind: 'fixed', quantity: 10 },
};

const still = (days: number): Bar[] =>
  Array.from({ length: days }, (_, at) => ({
    ...{ time: FIRST + at * DAY_MS, open: 100_00, high: 100_00, low: 100_00, close: 100_00, volume: 1_000 },
  }));

const inputOf = (
  document: RuleDocument,
  days: number,
  spans: readonly MemberSpan[] | null,
): SimulationInput => ({
  rules: compileRules(document),
  series: SYMBOLS.map((symbol) => ({
    instrument: { symbol, kind: 'equity' as const },
    bars: goodBars(still(days)),
  })),
  capital: 1_00_000_00,
  ...(spans && { isMember: memberTest(spans) }),
});

const run = (input: SimulationInput) => {
  const result = simulate(input);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

describe('rules over the members of an index', () => {
  const document = parsed({ ...ALWAYS, universe: UNIVERSE });

  it('enter a share on the day on which it joins, and none before', () => {
    const { trades } = run(inputOf(document, 10, [{ symbol: 'AAA', from: dayAt(5), to: null }]));
    expect(trades.map(({ symbol, entryTime }) => [symbol, istDate(entryTime)])).toEqual([['AAA', dayAt(5)]]);
  });

  it('enter no share on the first day after it has left, though decided the day before', () => {
    const spans = [{ symbol: 'AAA', from: dayAt(0), to: dayAt(0) }];
    expect(run(inputOf(document, 10, spans)).trades).toEqual([]);
    expect(run(inputOf(document, 10, [{ symbol: 'AAA', from: dayAt(0), to: dayAt(1) }])).trades).toHaveLength(
      1,
    );
  });

  it('hold a share that has left until they sell it', () => {
    const bars = still(10).map((bar, at) => (at === 7 ? { ...bar, high: 120_00 } : bar));
    const input = inputOf(document, 10, [{ symbol: 'AAA', from: dayAt(0), to: dayAt(3) }]);
    const [aaa, bbb] = input.series;
    if (!aaa || !bbb) throw new Error('no series');
    const { trades } = run({ ...input, series: [{ ...aaa, bars: goodBars(bars) }, bbb] });
    expect(trades.map(({ exitTime, why }) => [istDate(exitTime), why])).toEqual([[dayAt(7), 'target']]);
  });

  it('are not run while nothing says who the members are', () => {
    expect(simulate(inputOf(document, 10, null))).toMatchObject({
      ok: false,
      failure: {
        message: 'The rules trade the members of NIFTY 50, and nothing says who they are on which day.',
      },
    });
  });

  it('trade as without an index when all are members on all days', () => {
    const everyDay = SYMBOLS.map((symbol) => ({ symbol, from: '2000-01-01', to: null }));
    const { trades, fills, rejections } = run(inputOf(document, 10, everyDay));
    expect({ trades, fills, rejections }).toEqual(
      (({ trades, fills, rejections }) => ({ trades, fills, rejections }))(
        run(inputOf(parsed(ALWAYS), 10, null)),
      ),
    );
  });
});

it('a rotation ranks members alone: what has left the index is sold at the next rebalance', () => {
  const document = parsed({
    ...ALWAYS,
    target: null,
    universe: UNIVERSE,
    size: { kind: 'equal-weight' },
    rotation: { rankBy: { kind: 'price', field: 'close' }, hold: 1, every: 'month' },
  });
  const input = inputOf(document, 80, [
    { symbol: 'AAA', from: dayAt(0), to: dayAt(40) },
    { symbol: 'BBB', from: dayAt(0), to: null },
  ]);
  const [aaa, bbb] = input.series;
  if (!aaa || !bbb) throw new Error('no series');
  // AAA is the dearer one on every day, so it ranks first whenever it is ranked.
  const dearer = still(80).map((bar) => ({
    ...bar,
    ...{ open: 200_00, high: 200_00, low: 200_00, close: 200_00 },
  }));
  const { fills } = run({ ...input, series: [{ ...aaa, bars: goodBars(dearer) }, bbb] });
  expect(fills.map(({ symbol, why, time }) => [symbol, why, istDate(time)])).toEqual([
    ['AAA', 'entry', '2024-01-02'],
    ['AAA', 'rotation', '2024-03-02'],
    ['BBB', 'entry', '2024-03-02'],
    ['BBB', 'end-of-data', dayAt(79)],
  ]);
});

const spansArbitrary = fc.array(
  fc
    .record({
      symbol: fc.constantFrom(...SYMBOLS),
      from: fc.integer({ min: 0, max: 40 }),
      days: fc.option(fc.integer({ min: 0, max: 10 })),
    })
    .map(({ symbol, from, days }) => ({
      symbol,
      from: dayAt(from),
      to: days === null ? null : dayAt(from + days),
    })),
  { maxLength: 4 },
);

it('nothing is ever entered outside its membership, nor ranked in', () => {
  let entries = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(
          documentArbitrary({ withPosition: true, instruments: SYMBOLS }),
          fc.tuple(...SYMBOLS.map(() => rowsArbitrary({ minutes: 5, minLength: 1 }))),
        ),
        fc.tuple(
          rotationArbitrary({ withPosition: true, instruments: SYMBOLS }),
          fc.tuple(...SYMBOLS.map(() => rowsArbitrary({ minutes: 1440, minLength: 1 }))),
        ),
      ),
      spansArbitrary,
      ([document, rows], spans) => {
        const first = Math.min(...rows.flatMap((some) => some[0]?.time ?? Infinity));
        // Spans are of the days of the candles.
        const shift = Math.floor((first - FIRST) / DAY_MS) * DAY_MS;
        const moved = spans.map(({ symbol, from, to }) => ({
          symbol,
          from: istDate(istDayStart(from) + shift),
          to: to === null ? null : istDate(istDayStart(to) + shift),
        }));
        const isMember = memberTest(moved);
        const { entry } = parsed(ALWAYS);
        const result = simulate({
          rules: compileRules({ ...document, entry, exit: null, universe: UNIVERSE }),
          series: SYMBOLS.map((symbol, at) => ({
            instrument: { symbol, kind: 'equity' as const },
            bars: goodBars(rows[at] ?? []),
          })),
          capital: 10_00_000_00,
          isMember,
        });
        if (!result.ok) return;
        const bought = result.value.fills.filter(({ why }) => why === 'entry');
        entries += bought.length;
        expect(bought.filter(({ symbol, time }) => !isMember(symbol, dayNumber(time)))).toEqual([]);
      },
    ),
  );
  expect(entries).toBeGreaterThan(0);
});
