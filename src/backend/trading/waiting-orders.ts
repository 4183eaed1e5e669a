import type { Database } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { announceWait, type EventSinks } from './announce.ts';
import type { FillBlock } from './fill-block.ts';
import type { TradingTerms } from './order-path.ts';

interface WaitingDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
}

/** Notifies once per order that it cannot be filled now, and why. */
export class WaitingOrders {
  private readonly deps: WaitingDeps;
  private readonly reported = new Set<number>();

  constructor(deps: WaitingDeps) {
    this.deps = deps;
  }

  async notify(order: OrderRow, block: FillBlock, at: number): Promise<void> {
    if (this.reported.has(order.id)) return;
    const { database, sinks, termsOf } = this.deps;
    const { strategy } = await termsOf(order.strategy_id);
    await database.write(order.user_id, (tx) => announceWait(sinks, tx, strategy, order, block, at));
    this.reported.add(order.id);
  }

  forget(orderId: number): void {
    this.reported.delete(orderId);
  }
}
