import type { Logger } from 'pino';
import { backOffMs, nextStep, type PositionCase, type PositionStep } from '../../engine/trading/position.ts';
import type { BrokerProduct } from '../db/broker-products.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { OrderRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { intendOrder, type Purpose } from '../trading/order-book.ts';
import { fastLimit, type Circuits } from './fast-limit.ts';
import { type HeldPosition, NO_REFUSALS } from './held-position.ts';
import type { Ticket } from './order-sending.ts';
import { OrderOutcomes, type OrderOutcomesDeps } from './order-outcomes.ts';
import { PositionCases, type PositionCasesDeps } from './position-case.ts';
import {
  type ExitWish,
  orderOf,
  PositionExits,
  type PositionExitsDeps,
  type TogetherWish,
} from './position-exits.ts';
import { ProtectionRecord, type ProtectionRecordDeps } from './protection-record.ts';

export interface PositionOrdersDeps
  extends PositionCasesDeps, PositionExitsDeps, OrderOutcomesDeps, Omit<ProtectionRecordDeps, 'cases'> {
  readonly logger: Logger;
  /**
   * Compare what is held with the account before an exit leaves. As freshly as its urgency allows; `shortfall` of the
   * held positions is right then.
   */
  readonly confirm: (held: HeldPosition, purpose: Purpose) => Promise<void>;
  /** Whether the comparison is so recent that an exit need not wait. */
  readonly isConfirmed: (held: HeldPosition, purpose: Purpose) => boolean;
  /** Whether a bought leg hedges a sold one that is open. */
  readonly isHedging: (held: HeldPosition) => boolean;
  /** Whether a position stays a moment longer. What it hedges is left with it, and first. */
  readonly waitsForHedged: (held: HeldPosition) => boolean;
}

const NO_CIRCUITS: Circuits = { upperCircuit: null, lowerCircuit: null };

/** The broker's name of a product. */
export const brokerProduct = (
  product: 'intraday' | 'delivery',
  { exchange }: BrokerInstrument,
): BrokerProduct => (product === 'intraday' ? 'intraday' : exchange === 'NSE' ? 'delivery' : 'carry-forward');

/** Keeps the orders of each live position as the plan wants them: its stop resting, or its exit under way. */
export class PositionOrders {
  private readonly deps: PositionOrdersDeps;
  private readonly lanes = new KeyedLanes<number>();
  private readonly waiting = new Map<number, Promise<void>>();
  private readonly cases: PositionCases;
  private readonly exits: PositionExits;
  private readonly outcomes: OrderOutcomes;
  private readonly protection: ProtectionRecord;

  constructor(deps: PositionOrdersDeps) {
    this.deps = deps;
    this.cases = new PositionCases(deps);
    this.exits = new PositionExits(deps);
    this.outcomes = new OrderOutcomes(deps);
    this.protection = new ProtectionRecord({ ...deps, cases: this.cases });
  }

  /** Do every step that can be done now; the rest follows when reports come or time passes. */
  advance(positionId: number): Promise<void> {
    // Who waits behind a slow answer finds everything that has come meanwhile: one is enough.
    const waiting = this.waiting.get(positionId);
    if (waiting) return waiting;
    const turn = this.lanes.run(positionId, async () => {
      this.waiting.delete(positionId);
      // What is new says how it stands before its stop is answered, however slow the broker is.
      if (this.deps.held(positionId)?.row.protection_state === null) await this.protection.write(positionId);
      let position: PositionCase;
      for (;;) {
        await this.outcomes.writeEnds(positionId);
        position = this.cases.of(positionId);
        const step: PositionStep = this.deps.isConnected() ? nextStep(position) : { do: 'nothing' };
        if (step.do === 'nothing') break;
        const isGoingOn = await this.perform(positionId, step);
        position = this.cases.of(positionId);
        if (!isGoingOn) break;
      }
      await this.outcomes.notifyStuck(positionId);
      await this.protection.write(positionId, position);
    });
    this.waiting.set(positionId, turn);
    return turn;
  }

  /** Resolves when no position is being advanced. */
  idle(): Promise<void> {
    return this.lanes.idle();
  }

  /** Notes that an order has ended; what follows is written when its position is advanced. */
  noteEnd(order: OrderRow): void {
    this.outcomes.noteEnd(order);
  }

  /**
   * Write that a position is to be left, with the first attempt. The attempt is sent as soon as it can be. The same
   * wish again, and a full exit beside another, find what is there.
   */
  async wantExit(held: HeldPosition, wish: ExitWish): Promise<OrderRow> {
    const { channel } = this.deps;
    const { id } = held.row;
    const atOnce = this.lanes.isFree(id)
      ? await this.lanes.run(id, () => this.leaveAtOnce(held, wish))
      : null;
    const order = atOnce ?? (await this.writeExit(held, wish));
    await this.advance(id);
    return channel.get(order.id) ?? (await channel.read(order.id));
  }

  /** Write and send an exit in one commit. Only if nothing else is out; null when it has to wait for anything. */
  private async leaveAtOnce(held: HeldPosition, wish: ExitWish): Promise<OrderRow | null> {
    const { deps } = this;
    const { channel } = deps;
    const isAlone = held.exits.length === 0 && channel.of(held.row.id).length === 0;
    if (!isAlone || !deps.isConnected() || !deps.isConfirmed(held, wish.purpose)) return null;
    if (this.cases.isPriceDue(held) || deps.isHedging(held)) return null;
    const position = this.cases.of(held.row.id);
    const exits = [{ id: 0, quantity: wish.quantity, nextAt: position.now }];
    const step = nextStep({ ...position, exits });
    // What takes more than one order is written first, and goes out one by one.
    if (step.do !== 'attempt-exit' || position.most < held.row.quantity) return null;
    return channel.sending.submitNew(
      (tx) => this.exits.writeIn(tx, held, wish),
      this.exitTicket(held, step.quantity),
      this.lossOf(held),
    );
  }

  /** The same, without waiting until its first attempt is sent. */
  async writeExit(held: HeldPosition, wish: ExitWish): Promise<OrderRow> {
    const order = await this.exits.write(held, wish);
    this.advanceSoon(held.row.id);
    return order;
  }

  /** Write that several positions are to be left, in one commit. Nothing of it is sent before they are advanced. */
  writeTogether(
    userId: number,
    wanted: readonly TogetherWish[],
    keys: readonly string[],
  ): Promise<readonly OrderRow[]> {
    return this.exits.writeTogether(userId, wanted, keys);
  }

  private advanceSoon(positionId: number): void {
    this.advance(positionId).catch((error: unknown) =>
      this.deps.logger.error({ err: error, positionId }, 'a position could not be gone on with'),
    );
  }

  /** Restore a cancellation that was asked for before a start. Its end is no failure of the broker's. */
  restoreCancel({ id, pending }: OrderRow): void {
    if (pending === 'cancel') this.outcomes.noteCancel(id);
  }

  /** Forgets refusals of before: the protection was changed, or a new day has begun. */
  resetStop(held: HeldPosition): void {
    held.stopRetry = NO_REFUSALS;
  }

  /** Withdraw open exits, with their attempts that were not sent. */
  withdrawExits(held: HeldPosition, intentIds: readonly number[], reason: string): Promise<void> {
    return this.exits.withdraw(held, intentIds, reason);
  }

  /**
   * Perform a step of the plan. False when nothing was changed, so that nothing more is to be done before a report
   * comes or time passes.
   */
  private async perform(
    positionId: number,
    step: Exclude<PositionStep, { do: 'nothing' }>,
  ): Promise<boolean> {
    const { channel } = this.deps;
    const held = this.deps.held(positionId);
    switch (step.do) {
      case 'withdraw': {
        const order = channel.get(step.orderId);
        if (!order) return false;
        const isEntry = order.slot === 'entry';
        return channel.withdraw(
          order,
          isEntry ? 'The position is being closed' : 'It is not needed any more',
        );
      }
      case 'cancel': {
        const order = channel.get(step.orderId);
        if (!order) return false;
        this.outcomes.noteCancel(order.id);
        return channel.cancel(order);
      }
      case 'send-exit':
        return held !== undefined && this.sendExit(held, step.orderId, step.quantity);
      case 'attempt-exit':
        return held !== undefined && this.exits.writeAttempt(held, step.exitId, step.quantity);
      case 'want-exit':
        if (held) await this.exits.writeStopHit(held);
        return held !== undefined;
      case 'place-stop':
        return held !== undefined && this.placeStop(held, step.quantity, step.trigger);
      case 'change-stop':
        return held !== undefined && this.changeStop(held, step.orderId, step.quantity, step.trigger);
    }
  }

  private async sendExit(held: HeldPosition, orderId: number, quantity: number): Promise<boolean> {
    const { channel } = this.deps;
    const order = channel.get(orderId);
    if (!order) return false;
    // A price of yesterday prices nothing today; the first of the day is a moment away.
    if (this.cases.isPriceDue(held) || this.deps.waitsForHedged(held)) return false;
    const before = held.shortfall;
    await this.deps.confirm(held, order.purpose);
    if (held.shortfall !== before) return true;
    const { state } = await channel.submit(order, this.exitTicket(held, quantity), 'exit', this.lossOf(held));
    return state !== 'intended';
  }

  private exitTicket(held: HeldPosition, quantity: number): Ticket {
    const { row } = held;
    const { side } = orderOf(held);
    const tick = this.deps.tick(held);
    const last = tick?.price ?? Math.round(row.entry_value / row.entry_quantity);
    const instrument = this.deps.contractToday(held);
    return {
      instrument,
      side,
      quantity,
      product: brokerProduct(row.product, instrument),
      price: fastLimit(side, last, instrument, tick ?? NO_CIRCUITS),
      trigger: null,
    };
  }

  /** Loss of a position, paise: the largest loss goes first where exits wait for their turn. */
  private lossOf(held: HeldPosition): number {
    const { entry_value: value, entry_quantity: whole, quantity, side } = held.row;
    const price = this.deps.tick(held)?.price;
    if (price === undefined) return 0;
    const profit = (price - value / whole) * quantity;
    return Math.max(0, Math.round(side === 'long' ? -profit : profit));
  }

  private async placeStop(held: HeldPosition, quantity: number, trigger: number): Promise<boolean> {
    const { database, sinks, channel, clock } = this.deps;
    const { row } = held;
    const { order } = await database.write(row.user_id, async (tx) => {
      const { placed } = await tx.query
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll<number>().as('placed'))
        .where('position_id', '=', row.id)
        .where('slot', '=', 'resting-stop')
        .executeTakeFirstOrThrow();
      return intendOrder(tx, sinks.hub, {
        ...orderOf(held),
        brokerId: channel.brokerId,
        slot: 'resting-stop',
        purpose: 'stop-loss',
        reason: 'Stop-loss',
        quantity,
        at: clock.now(),
        decisionPrice: trigger,
        key: `${row.run_id}:${row.id}:stop:${placed}`,
      });
    });
    channel.remember(order);
    // Whatever becomes of it, the next is not tried at once.
    held.stopRetry = { ...held.stopRetry, nextAt: clock.now() + backOffMs(held.stopRetry.failures + 1) };
    const instrument = this.deps.contractToday(held);
    await channel.submit(
      order,
      {
        instrument,
        side: order.side,
        quantity,
        product: brokerProduct(row.product, instrument),
        price: fastLimit(order.side, trigger, instrument, this.deps.tick(held) ?? NO_CIRCUITS),
        trigger,
      },
      'exit',
    );
    return true;
  }

  private async changeStop(
    held: HeldPosition,
    orderId: number,
    quantity: number,
    trigger: number,
  ): Promise<boolean> {
    const { channel } = this.deps;
    const order = channel.get(orderId);
    if (!order) return false;
    const instrument = this.deps.contractToday(held);
    const makesRoom = quantity < order.quantity - order.filled_quantity;
    return channel.change(
      order,
      {
        quantity: order.filled_quantity + quantity,
        trigger,
        price: fastLimit(order.side, trigger, instrument, this.deps.tick(held) ?? NO_CIRCUITS),
      },
      makesRoom ? 'exit' : 'change',
    );
  }
}
