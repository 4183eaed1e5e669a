import type { Logger } from 'pino';
import type { BrokerProduct } from '../db/broker-products.ts';
import { type Broker, type BrokerInstrument, type BrokerTrade, BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { OrderChannel } from './order-channel.ts';

export interface TradeBookDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly channel: OrderChannel;
  /** Null while there is no session. */
  readonly broker: () => Broker | null;
}

const isTradeOf = (
  trade: BrokerTrade,
  { exchange, token, tradingSymbol }: BrokerInstrument,
  product: BrokerProduct,
) =>
  trade.exchange === exchange &&
  trade.product === product &&
  (trade.token === null ? trade.tradingSymbol === tradingSymbol : trade.token === token);

/** The trade book of an account's day: evidence of fills that no report has told, and of what its owner traded by hand. */
export class TradeBook {
  private readonly deps: TradeBookDeps;
  /** Trades of the day that are not ours, as last read. */
  private foreign: readonly BrokerTrade[] = [];

  constructor(deps: TradeBookDeps) {
    this.deps = deps;
  }

  /** Trades of the day in a contract that are not ours. Oldest first. */
  foreignIn(instrument: BrokerInstrument, product: BrokerProduct): readonly BrokerTrade[] {
    return this.foreign.filter((trade) => isTradeOf(trade, instrument, product));
  }

  /** Book our fills that no report has brought. The trade book shows them, so the evidence is complete. */
  async bookMissing(): Promise<void> {
    const broker = this.deps.broker();
    if (!broker) return;
    let trades;
    try {
      trades = await broker.trades();
    } catch (error) {
      if (error instanceof BrokerTrouble) return;
      throw error;
    }
    const byOrder = new Map<string, { quantity: number; value: number }>();
    // A book may list a fill twice.
    const fills = new Map(
      trades.map((trade, index) => [`${trade.brokerOrderId} ${trade.tradeId || `#${index}`}`, trade]),
    );
    for (const { brokerOrderId, quantity, price } of fills.values()) {
      const sum = byOrder.get(brokerOrderId) ?? { quantity: 0, value: 0 };
      byOrder.set(brokerOrderId, {
        quantity: sum.quantity + quantity,
        value: sum.value + quantity * price,
      });
    }
    const ours = new Set<string>();
    for (const [brokerOrderId, filled] of byOrder) {
      try {
        if (await this.bookMissingFill(brokerOrderId, filled)) ours.add(brokerOrderId);
      } catch (error) {
        // What the trade book says of one order keeps no other from being compared.
        ours.add(brokerOrderId);
        this.deps.logger.error({ err: error, brokerOrderId }, 'a fill of the trade book could not be booked');
      }
    }
    this.foreign = [...fills.values()].filter(({ brokerOrderId }) => !ours.has(brokerOrderId));
  }

  /** Whether the order is ours. */
  private async bookMissingFill(
    brokerOrderId: string,
    { quantity, value }: { readonly quantity: number; readonly value: number },
  ): Promise<boolean> {
    const order = await this.deps.channel.index.find({ brokerOrderId, tag: null });
    if (!order) return false;
    // A change may have happened: only the order book tells whether that is all of it.
    const isAll =
      order.pending !== 'change' && this.deps.channel.requests.mostQuantity(order) <= order.quantity;
    if (quantity <= order.filled_quantity || !isAll) return true;
    await this.deps.channel.onReport({
      brokerOrderId,
      tag: order.tag,
      tradingSymbol: order.symbol,
      side: order.side,
      state: 'filled',
      filledQuantity: quantity,
      filledValue: value,
      quantity: Math.max(quantity, order.quantity),
      price: order.price ?? 0,
      trigger: order.trigger_price,
      reason: 'Found in the trade book',
      at: this.deps.clock.now(),
    });
    return true;
  }
}
