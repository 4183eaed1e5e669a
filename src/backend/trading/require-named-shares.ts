import type { StrategyRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import { effectiveRules } from './effective-rules.ts';
import { legDocumentOf } from './legs/leg-document-of.ts';

/**
 * Rules over the members of an index are backtested only: who they are changes while a strategy runs.
 * @throws Refusal `refused` for such rules
 */
export const requireNamedShares = (strategy: StrategyRow): void => {
  if (legDocumentOf(strategy)) return;
  const { universe } = effectiveRules(strategy);
  if (universe)
    throw new Refusal(
      'refused',
      `Rules over the members of ${universe.index} can be backtested, and not be traded or published yet. Name the shares in a copy of them.`,
    );
};
