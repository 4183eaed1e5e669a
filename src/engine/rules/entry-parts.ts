import type { Condition } from '../../shared/rule-document.ts';

/** Parts of a rule that are true or not by themselves, in reading order: groups are taken apart. */
export const entryParts = (condition: Condition): Condition[] =>
  condition.kind === 'all' || condition.kind === 'any'
    ? condition.conditions.flatMap(entryParts)
    : [condition];
