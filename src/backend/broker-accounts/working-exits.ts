import { isAtBroker } from '../../engine/trading/order.ts';
import { isDue } from '../../engine/trading/position.ts';
import type { BrokerInstrument, BrokerTick } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import type { EventSinks } from '../trading/announce.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { raiseAttention } from '../trading/attention.ts';
import type { BackgroundWork } from './background-work.ts';
import { fastLimit } from './fast-limit.ts';
import type { HeldPosition } from './held-position.ts';
import type { LivePrices } from './live-prices.ts';
import type { OrderChannel } from './order-channel.ts';
import { sendableAt } from './order-hours.ts';
import { PriceChase } from './price-chase.ts';

export interface WorkingExitsDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly clock: Clock;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  readonly channel: OrderChannel;
  readonly prices: LivePrices;
  readonly held: (positionId: number) => HeldPosition | undefined;
  /** A contract with the tick size of the broker's list of today. */
  readonly contractToday: (instrument: BrokerInstrument) => BrokerInstrument;
  readonly background: BackgroundWork;
}

/** In the market to close a position: an exit, or a stop whose trigger was reached. */
const isInMarket = ({ slot, state }: OrderRow): boolean =>
  slot === 'resting-stop'
    ? state === 'triggered' || state === 'partially-filled'
    : slot === 'leaving' && isAtBroker(state);

/** Its wish was withdrawn, or is done: it is being taken back, and a better price would only sell it. */
const isUnwanted = ({ slot, exit_intent_id: wish }: OrderRow, { exits }: HeldPosition): boolean =>
  slot === 'leaving' && wish !== null && !exits.some(({ id }) => id === wish);

/** Reprices orders that must fill, so that they follow the market. */
export class WorkingExits {
  private readonly deps: WorkingExitsDeps;
  private readonly chase = new PriceChase();

  constructor(deps: WorkingExitsDeps) {
    this.deps = deps;
  }

  /** Begins to price anew what has its turn; called every second. */
  followPrices(): void {
    const { channel, held: heldOf, prices, clock, background } = this.deps;
    const now = clock.now();
    for (const order of channel.all()) {
      const held = order.position_id === null ? undefined : heldOf(order.position_id);
      const tick = held && prices.tickOf(held.instrument);
      if (!isInMarket(order) || !held || !tick || order.pending !== null) continue;
      if (isUnwanted(order, held)) continue;
      if (!sendableAt('leaving', order.symbol, now).now || !isDue(channel.nextAt(order.id, 'change'), now))
        continue;
      const width = this.chase.turn(order.id, now);
      if (width !== null) background.start(this.priceAnew(order, held, tick, width));
      if (this.chase.isNoticeDue(order.id)) background.start(this.notifySlow(order, now));
    }
  }

  forget(orderId: number): void {
    this.chase.forget(orderId);
  }

  private async priceAnew(
    order: OrderRow,
    held: HeldPosition,
    tick: BrokerTick,
    width: number,
  ): Promise<void> {
    const { channel, contractToday } = this.deps;
    const price = fastLimit(order.side, tick.price, contractToday(held.instrument), tick, width);
    const isFurther = order.side === 'buy' ? price > (order.price ?? 0) : price < (order.price ?? 0);
    if (!isFurther) return;
    // A book that lags behind may still show it as large as it was: nothing beyond what is held is asked for.
    const covered = Math.max(0, held.row.quantity - held.shortfall);
    const quantity = Math.min(order.quantity, order.filled_quantity + covered);
    if (quantity === order.filled_quantity) return;
    // In the market it is a plain limit order: its trigger has done its work.
    if (await channel.change(order, { quantity, price, trigger: null }, 'exit'))
      this.chase.countChange(order.id);
  }

  private async notifySlow(order: OrderRow, now: number): Promise<void> {
    const { database, sinks, termsOf } = this.deps;
    const { strategy } = await termsOf(order.strategy_id);
    const left = order.quantity - order.filled_quantity;
    const text = `${left} ${order.symbol} could not be ${order.side === 'sell' ? 'sold' : 'bought back'} near the last price. The order rests at the broker and follows the price.`;
    await database.write(order.user_id, (tx) => raiseAttention(tx, sinks, strategy, text, now));
  }
}
