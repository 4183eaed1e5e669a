import type { RuleDocument } from '../../../shared/rule-document.ts';

/** Start of the builder. */
export interface BuilderStart {
  readonly draftId: string;
  /** The strategy that is changed; null for a new one. */
  readonly strategyId: number | null;
  readonly name: string;
  /** Rupee text. */
  readonly capital: string;
  readonly document: RuleDocument;
  /** Nobody has chosen its instruments yet. */
  readonly isProposal: boolean;
}
