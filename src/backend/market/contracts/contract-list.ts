import type { Contract } from '../../../engine/contracts/contract.ts';
import type { ContractSource } from '../../db/schema.ts';

/** Facts of a contract in a list. Null is what the list does not say. */
export interface ContractTerms {
  /** Units. */
  readonly lotSize: number | null;
  /** Paise. */
  readonly tickSize: number | null;
  /** The source's own number of it, unique within an exchange. */
  readonly token: string | null;
  /** Last day, `YYYY-MM-DD`. A holiday may move it before the expiry. */
  readonly endsOn: string | null;
  /** Whether the list has it. A whole list without it says that it is gone. */
  readonly isListed: boolean;
}

/** A contract as a list has it. */
export interface ListedContract extends Omit<ContractTerms, 'isListed'> {
  readonly contract: Contract;
}

/** Contracts that a source has on a day. */
export interface ContractList {
  readonly source: ContractSource;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Whether it has all contracts of its source. What it lacks is gone then. */
  readonly isWhole: boolean;
  readonly listed: readonly ListedContract[];
  /** Rows that could not be read. */
  readonly leftOut: number;
}
