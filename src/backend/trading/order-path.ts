import type { ProtectionChange } from './changed-protection.ts';
import type { DistanceAtr, ProtectionRules } from '../../engine/protection.ts';
import type { Mode, Source } from '../../shared/contract/fields.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import type { StrategyIdentity } from './announce.ts';
import type { Intent, Purpose } from './order-book.ts';
import type { OpeningTerms } from './settle-fill.ts';

/** Which orders and positions belong together: those of one run of one feed. */
export interface RunIdentity {
  readonly source: Source;
  readonly runId: number;
  readonly mode: Mode;
  readonly brokerId: number;
}

/** Terms a strategy trades on, by strategy id; also for strategies that no longer run but still hold something. */
export interface TradingTerms {
  readonly strategy: StrategyIdentity;
  readonly opening: OpeningTerms;
  /** Protection of each leg, by its place in the document; of a strategy with legs. */
  readonly legs?: readonly ProtectionRules[];
  readonly slippageBp: number;
  readonly squareOffTime: string;
}

/** Money for an entry when it fills, paise. */
export interface EntryMoney {
  readonly cash: number;
  /**
   * The least amount that an entry is made for. Null rejects an entry whole if the cash does not carry it, as a
   * broker would. An entry of a rotation waits for the sales that pay for it, and is then cut down to the cash, but
   * not below this.
   */
  readonly least: number | null;
  /** Funds of an entry at a price, without its charges; where they are not a share of its own value. */
  readonly neededFor?: (entry: OrderRow, price: number) => number;
}

/** Path on which rules, portfolios and people trade: on paper, or at a broker. */
export interface OrderPath {
  openPositions(): PositionRow[];
  openPositionsOf(userId: number): PositionRow[];
  /** Positions of a strategy, in one instrument if it is given: one position for each entry, oldest first. */
  positionsOf(strategyId: number, symbol?: string): PositionRow[];
  /** An entry is on its way; what rests or leaves beside it is no reason to wait. */
  hasWorkingEntry(strategyId: number, symbol: string): boolean;
  /** All of a position is wanted off. Its exit is on its way, or will be tried. */
  isBeingLeft(positionId: number): boolean;
  /** Writes an intent and sends its order. The same intent again changes nothing. */
  place(intent: Intent, alongside?: (tx: Transaction) => Promise<void>): Promise<OrderRow>;
  /** Leaves a position, or so many shares of it. A position that is being left already is left alone. */
  exit(
    positionId: number,
    purpose: Purpose,
    reason: string,
    at: number,
    key: string,
    quantity?: number,
  ): Promise<OrderRow>;
  cancel(orderId: number, at: number, reason: string): Promise<OrderRow>;
  /** Orders by hand that may still open something with real money; not counted on paper. */
  restingByHand?(): number;
  /** Whether an entry of a strategy may still fill. */
  hasEntries(strategyId: number): boolean;
  /** Withdraw or cancel a strategy's unfilled entries. Waits a moment for the end of each. */
  endEntries(strategyId: number, reason: string): Promise<void>;
  /**
   * The protection of a strategy's open positions under other distances. Nothing is changed.
   * @throws Refusal `refused` when the level of a distance is not known yet
   */
  protectionsUnder(
    strategyId: number,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): ProtectionChange[];
  /**
   * New stop-loss, target or trailing distances for a strategy's open positions: written with the rest of a transaction,
   * in force once that is on the disk.
   * @throws Refusal `refused` when the level of a distance is not known yet
   */
  changeProtections(
    tx: Transaction,
    strategy: StrategyIdentity,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): Promise<void>;
}
