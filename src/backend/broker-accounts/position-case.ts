import { roundToTick } from '../../engine/instrument.ts';
import { nearestStop } from '../../engine/protection.ts';
import { isAtBroker } from '../../engine/trading/order.ts';
import {
  DIFFERS,
  type PlannedOrder,
  type PositionCase,
  steppedTrigger,
} from '../../engine/trading/position.ts';
import { isPriceGap } from '../../engine/trading/reconcile.ts';
import type { Sendable } from '../../engine/trading/trading-day.ts';
import type { OrderSlot } from '../../shared/order-states.ts';
import type { BrokerInstrument, BrokerTick } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { ExitIntentRow, OrderRow } from '../db/schema.ts';
import { type HeldPosition, overnightStop } from './held-position.ts';
import type { OrderChannel } from './order-channel.ts';

export interface PositionCasesDeps {
  readonly clock: Clock;
  readonly channel: OrderChannel;
  readonly held: (positionId: number) => HeldPosition | undefined;
  /** The last price of what is held; undefined before the first. */
  readonly tick: (held: HeldPosition) => BrokerTick | undefined;
  /** A position's contract, with today's tick size and lot. They are from the broker's list. */
  readonly contractToday: (held: HeldPosition) => BrokerInstrument;
  /** Whether an order of a slot may be sent now. */
  readonly sendable: (slot: OrderSlot, symbol: string) => Sendable;
  /** When today's session of what is held began, epoch ms: an older price is one of before. */
  readonly openedAt: (symbol: string) => number;
}

/** How long the day's first price is awaited after the open. After that, a price of before is used. */
const FIRST_PRICE_MS = 60_000;

const NOTHING_HELD = {
  quantity: 0,
  covered: 0,
  most: Number.POSITIVE_INFINITY,
  stop: null,
  isPassed: false,
  stopNextAt: 0,
  exits: [],
  isHeldBack: false,
} as const;

/** Whether an exit is wanted for its own sake. Others come from a price that reached a level of before a split. */
const isByWish = ({ purpose }: ExitIntentRow): boolean => purpose === 'exit' || purpose === 'square-off';

/** Units that the exchange takes in one order today, in whole lots. */
const mostOf = ({ freezeQuantity, lotSize }: BrokerInstrument): number =>
  freezeQuantity === null || freezeQuantity < lotSize
    ? Number.POSITIVE_INFINITY
    : freezeQuantity - (freezeQuantity % lotSize);

/** State of live positions: what is wanted of each and what is there, as its plan needs it. */
export class PositionCases {
  private readonly deps: PositionCasesDeps;
  /** Since when the day's first price is awaited, by position; epoch ms. */
  private readonly awaitedSince = new Map<number, number>();

  constructor(deps: PositionCasesDeps) {
    this.deps = deps;
  }

  /** Present case of a position; of one that is gone, the orders that are left of it. */
  of(positionId: number): PositionCase {
    const { channel, clock } = this.deps;
    const held = this.deps.held(positionId);
    const orders = channel.of(positionId).map((order) => this.planned(order));
    const now = clock.now();
    if (!held) {
      this.awaitedSince.delete(positionId);
      const [order] = channel.of(positionId);
      const canSend = order !== undefined && this.deps.sendable('leaving', order.symbol).now;
      return { ...NOTHING_HELD, orders, now, canSend };
    }
    const { row, stopRetry, shortfall } = held;
    const exits = held.isLeftAlone ? held.exits.filter(isByWish) : held.exits;
    const isHeldBack = held.isHeldBack && !(held.isLeftAlone && exits.length > 0);
    const level = this.stopLevel(held);
    const resting = orders.find(({ slot, state }) => slot === 'resting-stop' && isAtBroker(state));
    const stop = level === null ? null : steppedTrigger(row.side, resting?.trigger ?? null, level);
    return {
      quantity: row.quantity,
      covered: Math.max(0, row.quantity - shortfall),
      most: mostOf(this.deps.contractToday(held)),
      stop,
      isPassed: level !== null && this.isPassed(held, level),
      stopNextAt: stopRetry.nextAt,
      exits: exits.map((intent) => ({
        id: intent.id,
        quantity: intent.quantity === null ? null : intent.quantity - intent.filled,
        nextAt: intent.next_at,
      })),
      orders,
      now,
      canSend: this.deps.sendable('leaving', row.symbol).now,
      isHeldBack: isHeldBack || this.isInGap(held) || this.isAwaitingPrice(held, now),
    };
  }

  /** Why nothing new is sent for a position that is held back. */
  heldBackText(held: HeldPosition): string {
    if (this.isInGap(held))
      return 'Its price has changed overnight as by a split, bonus or demerger: decide under Reconciliation.';
    return held.isHeldBack ? DIFFERS : 'Its first price of the day is waited for.';
  }

  /** Whether today's first price is missing but due any moment. The session is still that young. */
  isPriceDue(held: HeldPosition): boolean {
    const openedAt = this.deps.openedAt(held.row.symbol);
    return !this.tickToday(held) && this.deps.clock.now() < openedAt + FIRST_PRICE_MS;
  }

  /** The last price, unless it is of before today's open. */
  private tickToday(held: HeldPosition): BrokerTick | undefined {
    const tick = this.deps.tick(held);
    return tick && tick.at >= this.deps.openedAt(held.row.symbol) ? tick : undefined;
  }

  private planned(order: OrderRow): PlannedOrder {
    const { requests } = this.deps.channel;
    return {
      id: order.id,
      slot: order.slot,
      state: order.state,
      pending: order.pending,
      remaining: order.quantity - order.filled_quantity,
      most: requests.mostQuantity(order) - order.filled_quantity,
      trigger: order.trigger_price,
      exitId: order.exit_intent_id,
      nextAt: requests.nextAt(order.id, 'change'),
      cancelNextAt: requests.nextAt(order.id, 'cancel'),
    };
  }

  /** The stop's level on the tick of today's list. Nearer the entry where it falls between two. */
  private stopLevel(held: HeldPosition): number | null {
    const level = nearestStop(held.protection)?.price ?? null;
    if (level === null) return null;
    const { tickSize } = this.deps.contractToday(held);
    return roundToTick(level, tickSize, held.row.side === 'long' ? 'up' : 'down');
  }

  private isPassed(held: HeldPosition, level: number): boolean {
    // One of before today's open reaches nothing: the first of the day may be another.
    const tick = this.tickToday(held);
    if (!tick) return false;
    return held.row.side === 'long' ? tick.price <= level : tick.price >= level;
  }

  /** Whether the price is far beyond the stop since last night. Its owner is asked first then. */
  private isInGap(held: HeldPosition): boolean {
    const price = this.deps.tick(held)?.price ?? null;
    return isPriceGap(held.row.side, overnightStop(held, this.deps.clock.now()), price);
  }

  /**
   * Whether a position's stop waits for today's first price. What was held overnight gets none before, because the
   * share may have been split. A price that does not come is awaited for no longer than a minute.
   */
  private isAwaitingPrice(held: HeldPosition, now: number): boolean {
    const { row } = held;
    const openedAt = this.deps.openedAt(row.symbol);
    if (this.tickToday(held) || now < openedAt || overnightStop(held, now) === null) {
      this.awaitedSince.delete(row.id);
      return false;
    }
    // Waited for since a time that is still to come: the clock was put back since.
    const since = Math.max(openedAt, Math.min(now, this.awaitedSince.get(row.id) ?? now));
    this.awaitedSince.set(row.id, since);
    return now - since < FIRST_PRICE_MS;
  }
}
