import { nearestStop } from '../../engine/protection.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { istMinute } from '../../shared/time.ts';
import type { Broker, BrokerInstrument, BrokerProduct } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import type { Announcer } from '../trading/announce.ts';
import { type Intent, intendOrder } from '../trading/order-book.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { raiseAttention } from './attention.ts';
import type { HeldPosition } from './held-position.ts';
import type { LiveOrders } from './live-orders.ts';
import { type NetBook, sellable, sharedReads } from './net-check.ts';
import { nextStep, type PlannedOrder, type PositionStep } from './position-plan.ts';
import { bandedPrice, type Circuits } from './price-band.ts';

export interface KeeperNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcer: Announcer;
  readonly orders: LiveOrders;
  readonly broker: () => Broker | null;
  readonly held: (positionId: number) => HeldPosition | undefined;
  /** Shares that all our positions of this instrument and product hold. */
  readonly ours: (position: PositionRow) => number;
  readonly termsOf: (trickId: number) => Promise<TradingTerms>;
  readonly lastPrice: (symbol: string) => number | null;
  readonly circuits: (symbol: string) => Circuits;
  /** How long to wait before the broker's positions are read again, when they do not agree with ours. */
  readonly readAgainMs: number;
}

/** Looks at what the broker holds before it believes that there is less than we hold. */
const READINGS = 3;

/** What an order of a product is called at the broker. */
export const brokerProduct = (
  product: 'intraday' | 'delivery',
  { exchange }: BrokerInstrument,
): BrokerProduct => (product === 'intraday' ? 'intraday' : exchange === 'NFO' ? 'carry-forward' : 'delivery');

const planned = (order: OrderRow, orders: LiveOrders): PlannedOrder => ({
  id: order.id,
  purpose: order.purpose,
  isIntended: order.state === 'intended',
  // Sent, with the answer still out, is as good as unknown for whoever asks now.
  isUnknown: order.state === 'unknown' || (order.state === 'sent' && order.broker_order_id === null),
  isCancelling: orders.isCancelling(order.id),
  remaining: order.quantity - order.filled_quantity,
  trigger: order.trigger_price,
});

/** Keeps each live position as it is wanted: its stop resting with the right quantity, or on its way out. */
export class PositionKeeper {
  private readonly needs: KeeperNeeds;
  private readonly lanes = new KeyedLanes<number>();
  private readonly netBook: () => NetBook | null;

  constructor(needs: KeeperNeeds) {
    this.needs = needs;
    this.netBook = sharedReads(needs.broker);
  }

  /** Takes every step that can be taken now; the rest follows when reports come. */
  advance(positionId: number): Promise<void> {
    return this.lanes.run(positionId, async () => {
      for (;;) {
        const step = this.step(positionId);
        if (step.do === 'nothing' || !(await this.take(positionId, step))) return;
      }
    });
  }

  /** Resolves when no position is being advanced. */
  idle(): Promise<void> {
    return this.lanes.idle();
  }

  private step(positionId: number): PositionStep {
    const held = this.needs.held(positionId);
    const { orders, broker } = this.needs;
    if (!broker()) return { do: 'nothing' };
    const mine = orders.all().filter((order) => order.position_id === positionId);
    return nextStep({
      quantity: held?.row.quantity ?? 0,
      stop:
        held && held.row.protection_problem === null ? (nearestStop(held.protection)?.price ?? null) : null,
      orders: mine.map((order) => planned(order, orders)),
    });
  }

  /** False when nothing more is to be done before a report comes. */
  private async take(positionId: number, step: Exclude<PositionStep, { do: 'nothing' }>): Promise<boolean> {
    const { orders } = this.needs;
    if (step.do === 'place-stop') return this.placeStop(positionId, step.quantity, step.trigger);
    const order = orders.get(step.orderId);
    if (!order) return false;
    switch (step.do) {
      case 'drop':
        await orders.drop(
          order.id,
          order.purpose === 'entry' ? 'The position is being closed' : 'The position is closed',
        );
        return true;
      case 'cancel':
        await orders.cancel(order);
        return false;
      case 'send-exit':
        return this.sendExit(positionId, order, step.quantity);
      case 'change-stop':
        return this.changeStop(positionId, order, step.quantity, step.trigger);
    }
  }

  private async placeStop(positionId: number, quantity: number, trigger: number): Promise<boolean> {
    const held = this.needs.held(positionId);
    if (!held) return false;
    const { database, announcer, orders } = this.needs;
    const { row, instrument } = held;
    const side = row.side === 'long' ? 'sell' : 'buy';
    const last = this.needs.lastPrice(row.symbol);
    const isPassed = last !== null && (side === 'sell' ? last <= trigger : last >= trigger);
    if (isPassed) return this.leaveNow(held);
    const { order } = await database.write(async (tx) => {
      const { placed } = await tx.query
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll<number>().as('placed'))
        .where('position_id', '=', positionId)
        .where('purpose', '=', 'stop-loss')
        .executeTakeFirstOrThrow();
      const key = `${row.run_id}:${row.id}:stop:${placed}`;
      return intendOrder(tx, announcer.hub, {
        ...this.exitIntent(held, 'stop-loss', 'Stop-loss', quantity),
        decisionPrice: trigger,
        key,
      });
    });
    orders.remember(order);
    const sent = await orders.send(
      order,
      {
        instrument,
        side,
        quantity,
        product: brokerProduct(row.product, instrument),
        price: bandedPrice(side, trigger, instrument, this.needs.circuits(row.symbol)),
        trigger,
      },
      'exit',
    );
    if (sent.state === 'rejected') await this.stopRefused(held, sent.reason);
    return false;
  }

  /** The price is beyond the stop already, so none can rest there. Tried once a minute. */
  private async leaveNow(held: HeldPosition): Promise<boolean> {
    const { database, announcer, clock, orders } = this.needs;
    const { row } = held;
    const { order, isNew } = await database.write((tx) =>
      intendOrder(tx, announcer.hub, {
        ...this.exitIntent(held, 'exit', 'Stop-loss hit', row.quantity),
        key: `${row.run_id}:${row.id}:passed:${istMinute(clock.now())}`,
      }),
    );
    if (isNew) orders.remember(order);
    return isNew;
  }

  /** A position without protection at the broker: its stop is watched here from now on, and its owner is told. */
  private async stopRefused({ row }: HeldPosition, reason: string): Promise<void> {
    const { database, announcer, termsOf, clock } = this.needs;
    const { trick } = await termsOf(row.trick_id);
    await database.write(async (tx) => {
      await tx.query
        .updateTable('positions')
        .set({ protection_problem: reason })
        .where('id', '=', row.id)
        .execute();
      const text = `The stop-loss of ${row.symbol} does not rest at the broker. ${reason} TrickDesk watches it while it runs.`;
      await raiseAttention(tx, announcer, trick, text, clock.now());
    });
    const held = this.needs.held(row.id);
    if (held) held.row = { ...held.row, protection_problem: reason };
  }

  private async changeStop(
    positionId: number,
    order: OrderRow,
    quantity: number,
    trigger: number,
  ): Promise<boolean> {
    const held = this.needs.held(positionId);
    if (!held) return false;
    await this.needs.orders.change(order, {
      quantity: order.filled_quantity + quantity,
      trigger,
      price: bandedPrice(order.side, trigger, held.instrument, this.needs.circuits(order.symbol)),
    });
    return false;
  }

  private async sendExit(positionId: number, order: OrderRow, wanted: number): Promise<boolean> {
    const held = this.needs.held(positionId);
    if (!held) return false;
    const quantity = await this.sellable(held, wanted);
    const { row, instrument } = held;
    if (quantity === 0) {
      await this.notThere(held, order);
      return true;
    }
    const last = this.needs.lastPrice(row.symbol) ?? Math.round(row.entry_value / row.entry_quantity);
    const sent = await this.needs.orders.send(
      order,
      {
        instrument,
        side: order.side,
        quantity,
        product: brokerProduct(row.product, instrument),
        price: bandedPrice(order.side, last, instrument, this.needs.circuits(row.symbol)),
        trigger: null,
      },
      'exit',
    );
    if (sent.state === 'rejected') await this.exitRefused(held, sent);
    return sent.state === 'rejected';
  }

  private async sellable(held: HeldPosition, wanted: number): Promise<number> {
    const { row, instrument } = held;
    for (let reading = 1; ; reading++) {
      const broker = this.netBook();
      if (!broker) return wanted;
      const product = brokerProduct(row.product, instrument);
      const most = await sellable(broker, instrument, product, row.side, wanted, this.needs.ours(row));
      if (most === null || most === wanted) return wanted;
      if (reading === READINGS) return most;
      await delay(this.needs.readAgainMs);
    }
  }

  private async notThere({ row }: HeldPosition, order: OrderRow): Promise<void> {
    const { database, announcer, termsOf, clock, orders } = this.needs;
    await orders.drop(order.id, 'The broker holds none of it');
    const { trick } = await termsOf(row.trick_id);
    const text = `${row.symbol} was to be sold, but the broker shows no such position. Compare with its own book.`;
    await database.write((tx) => raiseAttention(tx, announcer, trick, text, clock.now()));
  }

  private async exitRefused({ row }: HeldPosition, order: OrderRow): Promise<void> {
    const { database, announcer, termsOf, clock } = this.needs;
    const { trick } = await termsOf(row.trick_id);
    const text = `${row.symbol} could not be closed. ${order.reason}`;
    await database.write((tx) => raiseAttention(tx, announcer, trick, text, clock.now()));
  }

  /** An order that takes shares off a position. */
  exitIntent(
    { row }: HeldPosition,
    purpose: Intent['purpose'],
    reason: string,
    quantity: number,
  ): Omit<Intent, 'key'> {
    return {
      userId: row.user_id,
      trickId: row.trick_id,
      positionId: row.id,
      symbol: row.symbol,
      source: row.source,
      runId: row.run_id,
      mode: row.mode,
      brokerId: this.needs.orders.brokerId,
      side: row.side === 'long' ? 'sell' : 'buy',
      purpose,
      quantity,
      decisionPrice: this.needs.lastPrice(row.symbol),
      reason,
      at: this.needs.clock.now(),
    };
  }
}
