import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRules } from '../../engine/rules/compile.ts';
import type { RuleStream } from '../../engine/rules/compiled-rules.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { type Evaluation, SharedEvaluations } from './shared-evaluations.ts';

const SYMBOL = 'RELIANCE';
const document = RuleDocumentSchema.parse({
  ...RSI_RULES,
  instruments: [SYMBOL],
  exit: { ...RSI_RULES.entry, operator: 'crosses-below', right: { kind: 'constant', value: 70 } },
});
const opening = istDayStart('2026-11-23') + 555 * MINUTE_MS;
const barAt = (index: number) => {
  const price = Math.round(400_00 + 20_00 * Math.sin(index / 7) + 5_00 * Math.sin(index));
  const time = opening + index * 5 * MINUTE_MS;
  return { time, open: price, high: price + 50, low: price - 50, close: price, volume: 1 };
};
const LENGTH = 400;
const LOOK_BACK = 120;
const every = Array.from({ length: LENGTH }, (_, index) => barAt(index));
const stream = compileRules(document).stream();
const wanted = every.map((bar) => stream.next(bar, null));

interface Copy {
  readonly evaluation: Evaluation;
  readonly stream: RuleStream;
  /** Bars of the past that it is still to be fed. */
  past: readonly ReturnType<typeof barAt>[];
  /** First bar that it has not come to. */
  next: number;
}

it('copies that start, stop, and warm up in pieces between bars decide as they would alone', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'bar' as const, nth: 0 }) },
    { weight: 2, arbitrary: fc.nat(5).map((nth) => ({ kind: 'start' as const, nth })) },
    { weight: 1, arbitrary: fc.nat(5).map((nth) => ({ kind: 'stop' as const, nth })) },
    { weight: 4, arbitrary: fc.nat(5).map((nth) => ({ kind: 'feed' as const, nth })) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 150, maxLength: 400, size: 'max' }), (steps) => {
      const shared = new SharedEvaluations();
      let copies: Copy[] = [];
      let now = LOOK_BACK;
      for (const { kind, nth } of steps) {
        const copy = copies[nth];
        if (kind === 'start' && copies.length < 6) {
          const evaluation = shared.join(document);
          const past = evaluation.unfed(SYMBOL, every.slice(now - LOOK_BACK, now));
          copies.push({ evaluation, stream: evaluation.streamOf(SYMBOL), past, next: now });
        } else if (kind === 'stop' && copy) {
          shared.leave(copy.evaluation);
          copies = copies.filter((one) => one !== copy);
        } else if (kind === 'feed' && copy) {
          for (const bar of copy.past.slice(0, 40)) copy.stream.next(bar, null);
          copy.past = copy.past.slice(40);
        } else if (kind === 'bar' && now < LENGTH) {
          now++;
          for (const one of copies)
            // What closes while it warms up is fed after that.
            while (one.past.length === 0 && one.next < now) {
              const got = one.stream.next(every[one.next]!, null);
              expect([got.entry, got.exit]).toEqual([wanted[one.next]!.entry, wanted[one.next]!.exit]);
              one.next++;
            }
        }
      }
      for (const one of copies) shared.leave(one.evaluation);
      expect(shared.size).toBe(0);
    }),
    { numRuns: 60 },
  );
});
