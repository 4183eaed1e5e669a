import type { Transaction } from '../db/database.ts';
import type { SubscriptionRow } from '../db/schema.ts';

/** Effects of a plan beyond the right that it gives; each step is part of the transaction that causes it. */
export interface PlanEffects {
  /** It was bought and paid for. */
  begun(tx: Transaction, subscription: SubscriptionRow): Promise<void>;
  /** It has ended, or another took its place. */
  ended(tx: Transaction, subscription: SubscriptionRow): Promise<void>;
}
