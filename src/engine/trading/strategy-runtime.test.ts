import { expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { compileRules } from '../rules/compile.ts';
import { NOTHING_TODAY } from '../rules/compiled-rules.ts';
import { DayTally, lossBlockReason, StrategyRuntime } from './strategy-runtime.ts';

it.each([
  [-4_999_99, null],
  [-5_000_00, "The day's loss limit of ₹5,000.00 was reached."],
  [-5_000_01, "The day's loss limit of ₹5,000.00 was reached."],
  [5_000_00, null],
])('a day at %i paise under a limit of ₹5,000', (dayResult, blockReason) => {
  expect(lossBlockReason(dayResult, 5_000_00)).toBe(blockReason);
  expect(lossBlockReason(dayResult, null)).toBeNull();
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
  expect(tally.of('ITC')).toEqual({ trades: 0, lossesInARow: 0 });
  tally.enter('ITC');
  tally.enter('ITC', 2);
  tally.enter('SBIN');
  expect([tally.entries, tally.of('ITC').trades, tally.of('SBIN').trades]).toEqual([4, 3, 1]);
  expect(tally.hasExited('ITC')).toBe(false);
  for (const gross of [-1, -200, 0, -5]) tally.leave('ITC', gross);
  expect(tally.of('ITC').lossesInARow).toBe(1);
  expect(tally.of('SBIN').lossesInARow).toBe(0);
  expect(tally.hasExited('ITC')).toBe(true);
  tally.leave('ITC', -5);
  expect(tally.of('ITC').lossesInARow).toBe(2);
  expect(tally.turnTo(20_000)).toBe(false);
  expect(tally.of('ITC')).toMatchObject({ trades: 3, lossesInARow: 2 });
  expect(tally.turnTo(20_001)).toBe(true);
  expect([tally.entries, tally.of('ITC'), tally.hasExited('ITC')]).toEqual([
    0,
    { trades: 0, lossesInARow: 0 },
    false,
  ]);
});
