import { describe, expect, it } from 'vitest';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import { closeIs } from '../../../tests/engine/made-up-market.ts';
import { RuleDocumentSchema, type RuleDocumentInput } from '../../shared/rule-document.ts';
import { istDate, istDayStart } from '../../shared/time.ts';
import type { Bar } from '../bars.ts';
import { ZERO_BROKERAGE } from '../charges/plan.ts';
import { compileRules } from '../rules/compile.ts';
import { simulate } from './simulate.ts';
import type { Simulation, SimulationInput } from './simulation.ts';

/** Thursday 2025-05-29, Friday 30, then June from Monday 2; weekends left out. */
const DAYS = [
  '2025-05-29',
  '2025-05-30',
  '2025-06-02',
  '2025-06-03',
  '2025-06-04',
  '2025-06-05',
  '2025-07-01',
  '2025-07-02',
  '2025-07-03',
];

/** Daily bars that open where the day before closed; `null` is a day without a bar. */
const daily = (closes: readonly (number | null)[]): Bar[] => {
  let before = closes.find((price) => price !== null) ?? 0;
  return closes.flatMap((close, index) => {
    if (close === null) return [];
    const open = before;
    before = close;
    const prices = [open, close].map((price) => price * 100);
    return [
      {
        time: istDayStart(DAYS[index] ?? ''),
        open: open * 100,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: close * 100,
        volume: 1_000_000,
      },
    ];
  });
};

const run = (
  closes: Readonly<Record<string, readonly (number | null)[]>>,
  document: Omit<Partial<RuleDocumentInput>, 'rotation'> & {
    rotation?: Partial<NonNullable<RuleDocumentInput['rotation']>>;
  } = {},
  more: Partial<SimulationInput> = {},
): Simulation => {
  const rules = RuleDocumentSchema.parse({
    version: 1,
    instruments: Object.keys(closes),
    timeframe: '1d',
    side: 'long',
    product: 'delivery',
    entry: closeIs('>', 1),
    size: { kind: 'equal-weight' },
    ...document,
    rotation: { rankBy: { kind: 'price', field: 'close' }, hold: 1, every: 'month', ...document.rotation },
  });
  const result = simulate({
    rules: compileRules(rules),
    series: Object.entries(closes).map(([symbol, path]) => ({
      instrument: { symbol, kind: 'equity' as const },
      bars: goodBars(daily(path)),
    })),
    capital: 1_00_000_00,
    plan: ZERO_BROKERAGE,
    ...more,
  });
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

const orders = ({ fills }: Simulation) =>
  fills.map(({ time, symbol, side, quantity, why, rule }) =>
    [istDate(time), side, quantity, symbol, why, rule].join(' '),
  );

describe('a rotation', () => {
  it('ranks at the close of the first trading day of a month and trades at the next open', () => {
    const result = run({
      AAA: [100, 100, 200, 200, 200, 200, 200, 200, 200],
      BBB: [50, 50, 50, 50, 50, 50, 400, 400, 400],
    });
    expect(orders(result)).toEqual([
      // The first day of all is due as well.
      '2025-05-30 buy 998 AAA entry rotation',
      '2025-07-02 sell 998 AAA rotation rotation',
      '2025-07-02 buy 498 BBB entry rotation',
      '2025-07-03 sell 498 BBB end-of-data ',
    ]);
    expect(result.trades.map(({ entryRule, exitRule }) => [entryRule, exitRule])).toEqual([
      ['rotation', 'rotation'],
      ['rotation', null],
    ]);
  });

  it('shares what the account is worth in equal parts, and leaves a part without a share in cash', () => {
    const flat = (price: number) => DAYS.map(() => price);
    const { fills } = run({ AAA: flat(100), BBB: flat(50), CCC: flat(0.5) }, { rotation: { hold: 3 } });
    expect(fills.slice(0, 2).map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
      ['AAA', 333],
      ['BBB', 666],
    ]);
    expect(fills.filter(({ symbol }) => symbol === 'CCC')).toEqual([]);
  });

  it('ranks the lowest first when set to, every week when set to, and not between rebalances', () => {
    const result = run(
      { AAA: [10, 10, 10, 30, 30, 30, 30, 30, 30], BBB: [20, 20, 20, 20, 20, 20, 20, 20, 20] },
      { rotation: { best: 'lowest', every: 'week' } },
      { from: istDayStart('2025-06-02') },
    );
    expect(orders(result)).toEqual([
      '2025-06-03 buy 9988 AAA entry rotation',
      '2025-07-02 sell 9988 AAA rotation rotation',
      expect.stringContaining('2025-07-02 buy'),
      expect.stringContaining('end-of-data'),
    ]);
  });

  it('waits for the next rebalance when the run begins between two', () => {
    const flat = DAYS.map(() => 100);
    const { fills } = run({ AAA: flat }, {}, { from: istDayStart('2025-06-04') });
    expect(istDate(fills[0]?.time ?? 0)).toBe('2025-07-02');
  });

  it('leaves what the exit rule or a stop ends between rebalances in cash until the next', () => {
    const result = run(
      {
        AAA: [100, 100, 100, 100, 80, 80, 100, 100, 100],
        BBB: [90, 90, 90, 90, 90, 90, 90, 90, 90],
      },
      { exit: closeIs('<', 85) },
    );
    expect(orders(result).slice(0, 3)).toEqual([
      '2025-05-30 buy 998 AAA entry rotation',
      '2025-06-05 sell 998 AAA exit-rule exit',
      '2025-07-02 buy 797 AAA entry rotation',
    ]);
  });

  it('does not rank what the exit rule would end at once', () => {
    const flat = (price: number) => DAYS.map(() => price);
    const { fills } = run({ AAA: flat(100), BBB: flat(90) }, { exit: closeIs('>', 95) });
    expect(new Set(fills.map(({ symbol }) => symbol))).toEqual(new Set(['BBB']));
  });

  it('sells a held share that has no candle on the day, when it trades again', () => {
    const result = run({
      AAA: [100, 100, null, null, 100, 100, 100, 100, 100],
      BBB: [50, 50, 50, 50, 50, 50, 50, 50, 50],
    });
    expect(orders(result).slice(0, 2)).toEqual([
      '2025-05-30 buy 998 AAA entry rotation',
      '2025-06-04 sell 998 AAA rotation rotation',
    ]);
    // Its money was not there yet when BBB was to be bought.
    expect(result.rejections[0]).toMatchObject({
      symbol: 'BBB',
      reason: 'An order for less than ₹998.82 is not worth making at a rebalance.',
    });
  });

  describe('when it reweighs', () => {
    const moved = { AAA: [100, 100, 200, 200, 200, 200, 200, 200, 200], BBB: DAYS.map(() => 100) };

    it('trims what has grown and tops up what has not, out of the same cash', () => {
      const result = run(moved, { rotation: { hold: 2, reweigh: true } });
      expect(orders(result).slice(0, 4)).toEqual([
        '2025-05-30 buy 500 AAA entry rotation',
        '2025-05-30 buy 498 BBB entry rotation',
        '2025-06-03 sell 125 AAA rebalance rotation.reweigh',
        '2025-06-03 buy 250 BBB entry rotation',
      ]);
      expect(Math.min(...result.curve.cash)).toBeGreaterThanOrEqual(0);
      expect(result.trades[0]).toMatchObject({ symbol: 'AAA', quantity: 125, why: 'rebalance' });
    });

    it('leaves out what is not worth an order', () => {
      const little = { ...moved, AAA: [100, 100, 101, 101, 101, 101, 101, 101, 101] };
      const result = run(little, { rotation: { hold: 2, reweigh: true } });
      expect(result.fills.filter(({ why }) => why === 'rebalance')).toEqual([]);
      expect(result.assumptions.join(' ')).toContain('less than ₹500 is not made');
    });

    it('takes the oldest lot first when a topped-up holding is trimmed', () => {
      const swinging = {
        AAA: [100, 100, 50, 50, 50, 50, 200, 200, 200],
        BBB: DAYS.map(() => 100),
      };
      const { trades } = run(swinging, { rotation: { hold: 2, reweigh: true } });
      const trims = trades.filter(({ symbol, why }) => symbol === 'AAA' && why === 'rebalance');
      expect(trims.length).toBeGreaterThan(0);
      expect(istDate(trims[0]?.entryTime ?? 0)).toBe('2025-05-30');
    });
  });

  it('says that the list of shares is of today and how it shares the capital out', () => {
    const { assumptions } = run({ AAA: DAYS.map(() => 100) });
    expect(assumptions.join('\n')).toMatch(/today's list/);
    expect(assumptions.join('\n')).toMatch(/gets all of what the account is worth/);
    expect(assumptions.join('\n')).not.toMatch(/profits are not reinvested/);
  });

  it('is not held up by the trades a day that other strategies keep to', () => {
    const shares = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`S${index}`, DAYS.map(() => 10 + index)]),
    );
    const { fills, rejections } = run(shares, { rotation: { hold: 12 } });
    expect(fills.filter(({ why }) => why === 'entry')).toHaveLength(12);
    expect(rejections).toEqual([]);
  });
});
