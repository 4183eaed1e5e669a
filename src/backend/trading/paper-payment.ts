import { cutToCash } from '../../engine/trading/rebalance.ts';
import { formatRupees } from '../../shared/money.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { PaperFill } from '../brokers/paper/paper-broker.ts';
import type { OrderRow } from '../db/schema.ts';
import { announceRejection } from './announce.ts';
import { entryFunds, fundsFor } from './entry-funds.ts';
import { applyEvent } from './order-book.ts';
import type { EntryMoney } from './order-path.ts';
import type { PaperOrders, PaperOrdersDeps } from './paper-orders.ts';

export interface PaperPaymentDeps extends PaperOrdersDeps {
  /** Money for a strategy's entry; null where it is paid for otherwise (a basket). */
  readonly fundsOf: (strategyId: number) => EntryMoney | null;
}

/**
 * Time an instrument on sale may go without a trade (market time). Without one for longer, the sale brings no cash
 * soon, so nothing waits for it.
 */
const SALE_PATIENCE_MS = 5 * MINUTE_MS;

/** Pays for the fills of entries: cut to what the cash carries, waited with while sales are on their way, or refused. */
export class PaperPayment {
  private readonly deps: PaperPaymentDeps;
  private readonly orders: PaperOrders;

  constructor(deps: PaperPaymentDeps, orders: PaperOrders) {
    this.deps = deps;
    this.orders = orders;
  }

  /** The part of an entry's fill that its strategy can pay. Its price is known now; null for none of it. */
  async payFor(fill: PaperFill): Promise<PaperFill | null> {
    const { orderId, marketPrice, price, at } = fill;
    const order = this.orders.get(orderId);
    if (order?.slot !== 'entry' || order.filled_quantity > 0) return fill;
    const money = this.deps.fundsOf(order.strategy_id);
    if (!money) return fill;
    const { opening } = await this.deps.termsOf(order.strategy_id);
    const { cash, least } = money;
    const funds = (paise: number) => entryFunds(order, opening.product, cash, paise, at);
    if (least === null) {
      const atMarket = funds(marketPrice);
      const required = money.neededFor
        ? money.neededFor(order, marketPrice) + atMarket.chargesOn(order.quantity)
        : fundsFor(order.quantity, atMarket);
      // What frees funds is entered, also where the others need more than there is.
      if (required <= Math.max(0, cash)) return fill;
      const reason = `Insufficient funds. Available ${formatRupees(Math.max(0, cash))}, required ${formatRupees(required)}.`;
      return this.rejectEntry(order, reason, at);
    }
    const affordable = cutToCash(order.quantity, least, funds(price));
    // The fill may be of an order that was cut before a full disk kept it from being booked.
    if (affordable.ok && affordable.value === order.quantity)
      return { ...fill, quantity: Math.min(fill.quantity, order.quantity) };
    this.deps.broker.cancel(orderId);
    if (this.isSelling(order.strategy_id, at)) {
      await this.orders.rest(order);
      return null;
    }
    if (!affordable.ok) return this.rejectEntry(order, affordable.failure.message, at);
    const quantity = affordable.value;
    const reason = `${order.reason}. Cut down to ${quantity}: the cash carries no more.`;
    const cut = await this.deps.database.write(order.user_id, (tx) =>
      applyEvent(tx, this.deps.sinks.hub, order, {
        event: 'take-change',
        at,
        reason,
        change: { quantity },
      }),
    );
    this.orders.remember(cut);
    const paid = { ...fill, quantity: Math.min(fill.quantity, quantity) };
    if (paid.quantity < quantity) await this.orders.rest({ ...cut, filled_quantity: paid.quantity });
    return paid;
  }

  /** Whether sales of a strategy will soon bring cash. They count while they trade and no circuit holds them up. */
  private isSelling(strategyId: number, at: number): boolean {
    for (const order of this.orders.all()) {
      if (order.strategy_id !== strategyId || order.slot === 'entry') continue;
      const last = this.deps.lastPrice(order.symbol);
      const isTrading = last && last.at > order.placed_at && at - last.at <= SALE_PATIENCE_MS;
      if (isTrading && !this.deps.block(order, last.price, at)) return true;
    }
    return false;
  }

  private async rejectEntry(order: OrderRow, reason: string, at: number): Promise<null> {
    const { database, sinks, broker, termsOf } = this.deps;
    const { strategy } = await termsOf(order.strategy_id);
    await database.write(order.user_id, async (tx) => {
      const rejected = await applyEvent(tx, sinks.hub, order, { event: 'refuse', at, reason });
      await announceRejection(sinks, tx, strategy, rejected, at);
    });
    broker.cancel(order.id);
    this.orders.forget(order.id);
    return null;
  }
}
