// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import { newDocument, newVariable } from '../../features/rules/starters.ts';

test('a half-typed number of candles stays a fault in a draft that is opened after a restart', async () => {
  const { ruleDrafts } = await import('../../state/rule-drafts.ts');
  const rules = newDocument();
  const variable = newVariable(rules, (at) => `Variable ${at}`);
  // 1e999 is typed too.
  const document = {
    ...rules,
    maxTradesPerDay: Number.POSITIVE_INFINITY,
    variables: [{ ...variable, candles: Number.NaN }],
  };
  expect(parseRuleDocument(document).ok).toBe(false);
  const kept = { id: 'half', ownerId: 1, name: 'Half', capital: '', strategyId: null, savedAt: 0 };
  ruleDrafts.save({ ...kept, document });

  vi.resetModules();
  const { ruleDrafts: afterRestart } = await import('../../state/rule-drafts.ts');
  const [draft] = afterRestart.of(1);
  // Else a count of the latest candles has become one of today's, and nothing says so.
  expect(parseRuleDocument(draft?.document).ok).toBe(false);
  expect(draft?.document).toEqual(document);
});
