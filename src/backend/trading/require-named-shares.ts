import type { StrategyRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import { effectiveRules } from './effective-rules.ts';
import { legDocumentOf } from './legs/leg-document-of.ts';

/** Index whose members a strategy trades; null of every other one. */
export const tradedIndexOf = (strategy: StrategyRow): string | null =>
  legDocumentOf(strategy) ? null : (effectiveRules(strategy).universe?.index ?? null);

/**
 * Rules over the members of an index are backtested only: who they are changes while a strategy runs.
 * @throws Refusal `refused` for such rules
 */
export const requireNamedShares = (strategy: StrategyRow): void => {
  const index = tradedIndexOf(strategy);
  if (index !== null)
    throw new Refusal(
      'refused',
      `Rules over the members of ${index} can be backtested, and not be traded or published yet. Name the shares in a copy of them.`,
    );
};
