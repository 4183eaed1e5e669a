import { expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { compileRules } from '../rules/compile.ts';
import { lossBlockReason, StrategyRuntime } from './strategy-runtime.ts';

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
  expect(runtime.next('RELIANCE', barAt(0), null)).not.toBeNull();
  expect(runtime.next('RELIANCE', barAt(1), null)).not.toBeNull();
  expect(runtime.next('RELIANCE', barAt(1), null)).toBeNull();
  expect(runtime.next('RELIANCE', barAt(0), null)).toBeNull();
  expect(runtime.next('RELIANCE', barAt(2), null)).not.toBeNull();
});
