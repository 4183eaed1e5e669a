import { create } from 'zustand';
import type { RuleDocument } from '../../shared/rule-document.ts';

/** Rules without a strategy, for the form of a backtest. */
export interface RulesToTest {
  readonly document: RuleDocument;
  readonly source: 'simulated' | 'replay';
  /** Days in India, both included. */
  readonly from: string;
  readonly to: string;
}

/** Rules that another screen has handed to the backtest; null of none. */
export const rulesToTest = create<{ rules: RulesToTest | null }>(() => ({ rules: null }));
