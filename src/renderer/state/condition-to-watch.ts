import { create } from 'zustand';
import type { RuleDocument } from '../../shared/rule-document.ts';
import type { Mode } from '../../shared/contract/fields.ts';

/** A condition for the form of a new alert. */
export interface ConditionToWatch extends Pick<RuleDocument, 'timeframe' | 'entry' | 'variables'> {
  readonly symbol: string;
  readonly mode: Mode;
}

/** The condition that another screen has handed to the form of alerts; null of none. */
export const conditionToWatch = create<{ condition: ConditionToWatch | null }>(() => ({ condition: null }));

/** Hand a condition to the form of alerts. Answers the address that opens it. */
export const newAlertAddress = (condition: ConditionToWatch): string => {
  conditionToWatch.setState({ condition });
  const { symbol, mode } = condition;
  return `/notifications?${new URLSearchParams({ view: 'mine', symbol, mode, rules: 'handed' }).toString()}`;
};
