import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import type { EventSinks } from '../trading/announce.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { clearAttention, DOUBT, raiseAttention } from '../trading/attention.ts';
import type { OrderChannel } from './order-channel.ts';

export interface OrderDoubtsDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly clock: Clock;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  readonly channel: OrderChannel;
}

/** Orders of which nobody knows whether they reached the broker: told once, and cleared when all of a strategy are known. */
export class OrderDoubts {
  private readonly deps: OrderDoubtsDeps;
  private readonly notified = new Set<number>();

  constructor(deps: OrderDoubtsDeps) {
    this.deps = deps;
  }

  /** Note the state of an order. */
  async follow(order: OrderRow): Promise<void> {
    if (order.state === 'unknown') return this.notify(order);
    const isUnseen = order.state === 'expired' && order.slot === 'entry';
    // Of an entry whose day ended in doubt nothing was seen: what it bought is compared with no position.
    if (this.notified.delete(order.id) && !isUnseen) await this.clear(order);
  }

  private async notify(order: OrderRow): Promise<void> {
    if (this.notified.has(order.id)) return;
    this.notified.add(order.id);
    const { database, sinks, termsOf, clock } = this.deps;
    const { strategy } = await termsOf(order.strategy_id);
    const text = `${DOUBT} to ${order.side} ${order.quantity} ${order.symbol} reached the broker. ${order.reason}`;
    await database.write(order.user_id, (tx) =>
      raiseAttention(tx, sinks, strategy, text.trim(), clock.now()),
    );
  }

  private async clear({ user_id: userId, strategy_id: strategyId }: OrderRow): Promise<void> {
    const { channel, database, sinks } = this.deps;
    const isLeft = channel
      .all()
      .some(({ state, strategy_id: id }) => state === 'unknown' && id === strategyId);
    if (!isLeft) await database.write(userId, (tx) => clearAttention(tx, sinks.hub, strategyId, DOUBT));
  }
}
