import { expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { compileRules } from '../rules/compile.ts';
import { NOTHING_TODAY } from '../rules/compiled-rules.ts';
import { DayTally, intentAt, lossBlockReason, StrategyRuntime } from './strategy-runtime.ts';

it.each([
  [-4_999_99, null],
  [-5_000_00, "The day's loss limit of ₹5,000.00 was reached."],
  [-5_000_01, "The day's loss limit of ₹5,000.00 was reached."],
  [5_000_00, null],
])('a day at %i paise under a limit of ₹5,000', (dayResult, blockReason) => {
  expect(lossBlockReason(dayResult, 5_000_00)).toBe(blockReason);
  expect(lossBlockReason(dayResult, null)).toBeNull();
});

const ALWAYS = RSI_RULES.entry;
const BOTH_SIDES = RuleDocumentSchema.parse({ ...RSI_RULES, reverse: { entry: ALWAYS, exit: ALWAYS } });

// What fires (Entry and eXit of the long side, Short's entry and its exit C), what is held, and what is wanted.
it.each([
  ['', null, null],
  ['E', null, 'long'],
  ['S', null, 'short'],
  ['ES', null, null],
  ['XC', null, null],
  ['EX', null, 'long'],
  ['E', 'long', null],
  ['X', 'long', 'exit'],
  ['C', 'long', null],
  ['S', 'long', 'reverse'],
  ['SX', 'long', 'reverse'],
  ['ES', 'long', null],
  ['ESX', 'long', 'exit'],
  ['S', 'short', null],
  ['C', 'short', 'exit'],
  ['X', 'short', null],
  ['E', 'short', 'reverse'],
  ['EC', 'short', 'reverse'],
  ['ES', 'short', null],
  ['ESC', 'short', 'exit'],
] as const)('rules of both sides: when %s fires and %s is held, %s is wanted', (fires, held, wanted) => {
  const decisions = {
    entryFires: fires.includes('E'),
    exitFires: fires.includes('X'),
    reverseEntryFires: fires.includes('S'),
    reverseExitFires: fires.includes('C'),
  };
  const open = { entries: held === null ? 0 : 1, side: held ?? 'long' } as const;
  expect(intentAt(BOTH_SIDES, decisions, open)).toBe(wanted);
});

it('counts the candles of a position anew when it was turned between two of them', () => {
  const held = {
    kind: 'compare',
    left: { kind: 'position', field: 'bars-held' },
    operator: '>=',
    right: { kind: 'constant', value: 3 },
  } as const;
  const rules = compileRules(
    RuleDocumentSchema.parse({ ...RSI_RULES, exit: held, reverse: { entry: ALWAYS, exit: held } }),
  );
  const runtime = new StrategyRuntime(
    rules,
    () => rules.stream(),
    (_symbol, time) => time,
  );
  const at = (index: number) => istDayStart('2026-11-23') + (555 + index * 5) * MINUTE_MS;
  const askAt = (index: number, side: 'long' | 'short', since: number) => {
    const bar = { time: at(index), open: 1, high: 1, low: 1, close: 1, volume: 1 };
    const position = { side, openedAt: at(since), profit: 0, profitPercent: 0 };
    return runtime.next('RELIANCE', bar, position, NOTHING_TODAY);
  };
  const warm = rules.warmUp;
  for (let index = 0; index < warm; index++)
    runtime.next(
      'RELIANCE',
      { time: at(index), open: 1, high: 1, low: 1, close: 1, volume: 1 },
      null,
      NOTHING_TODAY,
    );
  expect([0, 1, 2].map((index) => askAt(warm + index, 'long', warm)?.exit)).toEqual([false, false, true]);
  expect([3, 4, 5].map((index) => askAt(warm + index, 'short', warm + 3)?.reverseExit)).toEqual([
    false,
    false,
    true,
  ]);
});

it('a candle is evaluated once, and an older one not at all', () => {
  const rules = compileRules(RuleDocumentSchema.parse(RSI_RULES));
  const runtime = new StrategyRuntime(
    rules,
    () => rules.stream(),
    (_symbol, time) => time,
  );
  const opening = istDayStart('2026-11-23') + 555 * MINUTE_MS;
  const barAt = (index: number) => {
    const price = 400_00 + index;
    const time = opening + index * 5 * MINUTE_MS;
    return { time, open: price, high: price, low: price, close: price, volume: 1 };
  };
  expect(runtime.next('RELIANCE', barAt(0), null, NOTHING_TODAY)).not.toBeNull();
  expect(runtime.next('RELIANCE', barAt(1), null, NOTHING_TODAY)).not.toBeNull();
  expect(runtime.next('RELIANCE', barAt(1), null, NOTHING_TODAY)).toBeNull();
  expect(runtime.next('RELIANCE', barAt(0), null, NOTHING_TODAY)).toBeNull();
  expect(runtime.next('RELIANCE', barAt(2), null, NOTHING_TODAY)).not.toBeNull();
});

it('what was done today is counted by instrument, and over all of them', () => {
  const tally = new DayTally();
  tally.turnTo(20_000);
  expect(tally.of('ITC')).toEqual(NOTHING_TODAY);
  tally.enter('ITC');
  tally.enter('ITC', 2);
  tally.enter('SBIN');
  expect([tally.entries, tally.of('ITC').trades, tally.of('SBIN').trades]).toEqual([4, 3, 1]);
  expect(tally.hasExited('ITC')).toBe(false);
  for (const gross of [-1, -200, 0, -5]) tally.leave('ITC', gross);
  expect(tally.of('ITC')).toMatchObject({ losses: 3, lossesInARow: 1 });
  expect(tally.of('SBIN').lossesInARow).toBe(0);
  expect(tally.hasExited('ITC')).toBe(true);
  tally.leave('ITC', -5);
  expect(tally.of('ITC').lossesInARow).toBe(2);
  expect(tally.turnTo(20_000)).toBe(false);
  expect(tally.of('ITC')).toMatchObject({ trades: 3, losses: 4, lossesInARow: 2 });
  expect(tally.turnTo(20_001)).toBe(true);
  expect([tally.entries, tally.of('ITC'), tally.hasExited('ITC')]).toEqual([0, NOTHING_TODAY, false]);
});
