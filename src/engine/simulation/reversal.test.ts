import { expect, it } from 'vitest';
import { closeIs, flat, intradayBars, run } from '../../../tests/engine/made-up-market.ts';
import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import type { Simulation } from './simulation.ts';

/** Long above 100, short below 90. */
const BOTH: Partial<RuleDocumentInput> = { entry: closeIs('>', 100), reverse: { entry: closeIs('<', 90) } };

const orders = ({ fills }: Simulation): string[] =>
  fills.map(({ side, quantity, price, why, rule }) =>
    [side, quantity, price / 100, why, ...(rule === null ? [] : [rule])].join(' '),
  );

it('turns from long to short and back at an open, with two orders each time and the charges of both', () => {
  const bars = intradayBars([
    ...flat(101),
    ...flat(102, 2),
    ...flat(85),
    ...flat(84, 2),
    ...flat(105),
    ...flat(104, 2),
  ]);
  const result = run(BOTH, bars);
  expect(orders(result)).toEqual([
    'buy 10 102 entry entry',
    'sell 10 84 reversal reverse.entry',
    'sell 10 84 entry reverse.entry',
    'buy 10 104 reversal entry',
    'buy 10 104 entry entry',
    'sell 10 104 end-of-data',
  ]);
  expect(
    result.trades.map(({ side, gross, entryRule, exitRule }) => [side, gross, entryRule, exitRule]),
  ).toEqual([
    ['long', -180_00, 'entry', 'reverse.entry'],
    ['short', -200_00, 'reverse.entry', 'entry'],
    ['long', 0, 'entry', null],
  ]);
  expect(result.assumptions.join(' ')).toContain('A reversal closes a position and enters the other side');
  for (const { charges } of result.fills.slice(0, -1)) expect(charges.exchange).toBeGreaterThan(0);
});

it('enters the other side from flat, and leaves each side by its own exit rule', () => {
  const reverse = { entry: closeIs('<', 90), exit: closeIs('>', 94) };
  const bars = intradayBars([...flat(85), ...flat(84), ...flat(95, 2), ...flat(101, 2), ...flat(97, 2)]);
  expect(orders(run({ ...BOTH, exit: closeIs('<', 98), reverse }, bars))).toEqual([
    'sell 10 84 entry reverse.entry',
    'buy 10 95 exit-rule reverse.exit',
    'buy 10 101 entry entry',
    'sell 10 97 exit-rule exit',
  ]);
});

it('has the stop and the target of each side at its own entry', () => {
  const protection = {
    stopLoss: { kind: 'percent', value: 5 },
    target: { kind: 'percent', value: 5 },
  } as const;
  const stopped = intradayBars([...flat(85), ...flat(80), [80, 95, 80, 95], ...flat(95)]);
  expect(orders(run({ ...BOTH, ...protection }, stopped))).toEqual([
    'sell 10 80 entry reverse.entry',
    'buy 10 84 stop-loss stopLoss',
  ]);
  const reached = intradayBars([...flat(85), [80, 95, 75, 95], ...flat(95)]);
  expect(orders(run({ ...BOTH, target: protection.target }, reached))).toEqual([
    'sell 10 80 entry reverse.entry',
    'buy 10 76 target target',
  ]);
});

it('leaves and does not enter where the limits of the day are reached', () => {
  const bars = intradayBars([...flat(101, 2), ...flat(85, 2), ...flat(105, 2)]);
  const once = run({ ...BOTH, maxTradesPerDay: 1 }, bars);
  expect(orders(once)).toEqual(['buy 10 101 entry entry', 'sell 10 85 reversal reverse.entry']);
  expect(once.rejections[0]?.reason).toBe("The day's limit of one trade was reached.");
  const lossy = run(BOTH, bars, { maxLossPerDay: 100_00 });
  expect(orders(lossy)).toHaveLength(2);
  expect(lossy.rejections[0]?.reason).toContain('loss limit');
  const late = run({ ...BOTH, window: { from: '09:15', to: '09:25' } }, bars);
  expect(orders(late)).toHaveLength(2);
});

it('squares either side off in time', () => {
  const bars = intradayBars([...flat(101, 2), ...flat(85, 2), ...flat(84, 2)]);
  expect(orders(run({ ...BOTH, squareOffTime: '09:35' }, bars))).toEqual([
    'buy 10 101 entry entry',
    'sell 10 85 reversal reverse.entry',
    'sell 10 85 entry reverse.entry',
    'buy 10 84 square-off squareOffTime',
  ]);
});

it('does not enter the other side of what a circuit kept from being left', () => {
  const day = (rows: readonly (readonly number[])[], at: number) =>
    intradayBars(rows).map((bar) => ({ ...bar, time: bar.time + at * 86_400_000 }));
  // The band is 20%: at 80 nobody buys.
  const bars = [
    ...day(flat(100, 2), 0),
    ...day([...flat(101, 2), [85, 85, 85, 85], [80, 80, 80, 80], [80, 80, 80, 80], ...flat(95, 2)], 1),
  ];
  const share = { symbol: 'RELIANCE', kind: 'equity', fixedBandPercent: 20 } as const;
  const result = run(BOTH, bars, {}, share);
  expect(orders(result)).toEqual(['buy 10 101 entry entry', 'sell 10 95 reversal reverse.entry']);
  expect(result.rejections.map(({ reason }) => reason)).toContain(
    'The position could not be left at this open, so it is not turned.',
  );
});
