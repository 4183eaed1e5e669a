import type { OutsideChannel } from '../../shared/alert-delivery.ts';
import type { AlertCondition } from '../../shared/contract/alert-rules.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import type { AlertRuleRow } from '../db/schema.ts';

export const STRATEGY_GONE = 'Its strategy was removed.';
export const STRATEGY_ELSEWHERE =
  'Its strategy trades on the other market now. Make the alert anew, for the market that it trades on.';
/** Ends that nobody expects: their owner is notified. */
export const TOLD_ENDS: readonly string[] = [STRATEGY_GONE, STRATEGY_ELSEWHERE];

/** Condition as it is stored: rules are a whole document, with everything filled in. */
export type StoredCondition =
  | Exclude<AlertCondition, { readonly kind: 'rules' }>
  | { readonly kind: 'rules'; readonly document: RuleDocument };

export const conditionOf = (row: Pick<AlertRuleRow, 'condition_json'>): StoredCondition =>
  JSON.parse(row.condition_json) as StoredCondition;

export const channelsOf = (row: Pick<AlertRuleRow, 'channels_json'>): readonly OutsideChannel[] =>
  JSON.parse(row.channels_json) as OutsideChannel[];

/** Instrument whose rules they are; a document of an alert has one. */
export const symbolOfDocument = ({ instruments }: RuleDocument): string => instruments[0] ?? '';

/** Whether a rule is looked at, rather than paused or over. */
export const isWatched = ({ state }: Pick<AlertRuleRow, 'state'>): boolean =>
  state === 'armed' || state === 'waiting';

/** Symbol of a condition; null of one that is about no single instrument. */
export const symbolOfCondition = (condition: StoredCondition): string | null => {
  if (condition.kind === 'rules') return symbolOfDocument(condition.document);
  return 'symbol' in condition ? condition.symbol : null;
};
