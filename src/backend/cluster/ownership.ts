import type { Transaction } from '../db/database.ts';

/** Another process owns the user by now: nothing of them is done here any more. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost';

  constructor() {
    super('Another server has taken this over, so nothing was done here.');
  }
}

/** Users that a process of a house owns. It alone trades for them, and serves them. */
export interface Ownership {
  /**
   * Require inside a transaction that a user is owned here still.
   * @throws OwnershipLost when another process has claimed them
   */
  require(tx: Transaction, userId: number): Promise<void>;
  /** Whether a request to a broker may leave for a user; asked right before it leaves. */
  isHeld(userId: number): boolean;
  /** Time until it ends unless it is renewed, ms. */
  readonly leftMs: number;
}
