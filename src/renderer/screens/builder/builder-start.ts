import type { RuleDocument } from '../../../shared/rule-document.ts';
import type { TypedNames } from './rename-variable.ts';

/** Start of the builder. */
export interface BuilderStart {
  readonly draftId: string;
  /** The strategy that is changed; null for a new one. */
  readonly strategyId: number | null;
  readonly name: string;
  /** Rupee text. */
  readonly capital: string;
  readonly document: RuleDocument;
  /** Refused names of its variables that were left in their fields. */
  readonly typedNames: TypedNames;
  /** Shares that were named before an index was chosen; null where none was. */
  readonly namedShares: readonly string[] | null;
  /** Nobody has chosen its instruments yet. */
  readonly isProposal: boolean;
}
