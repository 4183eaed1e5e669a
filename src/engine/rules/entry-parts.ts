import type { Condition } from '../../shared/rule-document.ts';

/** Parts of a rule, in reading order. Groups are taken apart. */
export const entryParts = (condition: Condition): Condition[] =>
  condition.kind === 'all' || condition.kind === 'any'
    ? condition.conditions.flatMap(entryParts)
    : [condition];
