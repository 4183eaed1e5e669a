import type { Charges } from '../../engine/charges/charges.ts';
import type { ContractKind } from '../../shared/contract/tradebook.ts';

/** A fill as a broker's file tells it. Price in paise, time in epoch ms, charges in ten-thousandths of a paisa. */
export interface ParsedFill {
  /** 1-based, in the file. */
  readonly line: number;
  /** Rows of the file that are part of it: its own, and those that only carry charges of its order. */
  readonly rows: number;
  /** Of a contract the one that it has everywhere. Where its name can be read. */
  readonly symbol: string;
  /** As the file has it. */
  readonly name: string;
  readonly exchange: string;
  readonly kind: ContractKind;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: number;
  /** Start of the day when `hasTime` is false. */
  readonly tradedAt: number;
  readonly hasTime: boolean;
  readonly orderId: string;
  /** Empty when the file does not tell it. */
  readonly tradeId: string;
  /** Null when the file does not tell them. */
  readonly charges: Charges | null;
}

/** Why a row is no fill. */
export interface Problem {
  readonly line: number;
  readonly reason: string;
}

/** Result of reading a file's rows. */
export interface ParsedRows {
  readonly fills: readonly ParsedFill[];
  readonly problems: readonly Problem[];
  /** Rows below the header, without empty lines and the broker's closing note. */
  readonly rowsRead: number;
}

/** Problem of one cell, thrown by its reader, caught by its row's. */
export class BadRow extends Error {}
