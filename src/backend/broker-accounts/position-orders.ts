import type { Logger } from 'pino';
import { backOffMs, MOST_FAILURES, nextStep, type PositionStep } from '../../engine/trading/position.ts';
import type { BrokerInstrument, BrokerProduct } from '../brokers/broker.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { intendOrder, type Purpose } from '../trading/order-book.ts';
import { raiseAttention } from './attention.ts';
import { endExitIntents, failExitIntent, openExitIntents } from './exit-intents.ts';
import { fastLimit, type Circuits } from './fast-limit.ts';
import { type HeldPosition, NO_REFUSALS } from './held-position.ts';
import { PositionCases, type PositionCasesDeps } from './position-case.ts';
import { type ExitWish, orderOf, PositionExits, type PositionExitsDeps } from './position-exits.ts';
import { ProtectionRecord, type ProtectionRecordDeps } from './protection-record.ts';

export interface PositionOrdersDeps
  extends PositionCasesDeps, PositionExitsDeps, Omit<ProtectionRecordDeps, 'cases'> {
  readonly logger: Logger;
  /**
   * Compares what is held with the account before an exit leaves, as freshly as its urgency allows; `shortfall` of the
   * held positions is right then.
   */
  readonly confirm: (held: HeldPosition, purpose: Purpose) => Promise<void>;
}

const NO_CIRCUITS: Circuits = { upperCircuit: null, lowerCircuit: null };

/** What an order of a product is called at the broker. */
export const brokerProduct = (
  product: 'intraday' | 'delivery',
  { exchange }: BrokerInstrument,
): BrokerProduct => (product === 'intraday' ? 'intraday' : exchange === 'NFO' ? 'carry-forward' : 'delivery');

/** Keeps the orders of each live position as the plan wants them: its stop resting, or its exit under way. */
export class PositionOrders {
  private readonly deps: PositionOrdersDeps;
  private readonly lanes = new KeyedLanes<number>();
  private readonly waiting = new Map<number, Promise<void>>();
  /** Orders that have ended and whose consequences are not written yet, by position. */
  private readonly ended = new Map<number, OrderRow[]>();
  /** Orders whose cancellation we asked for: their end is no failure. */
  private readonly cancelled = new Set<number>();
  /** Stops and exits of which their owner was told that the broker does not do what is asked of them. */
  private readonly toldStuck = new Set<number>();
  private readonly cases: PositionCases;
  private readonly exits: PositionExits;
  private readonly protection: ProtectionRecord;

  constructor(deps: PositionOrdersDeps) {
    this.deps = deps;
    this.cases = new PositionCases(deps);
    this.exits = new PositionExits(deps);
    this.protection = new ProtectionRecord({ ...deps, cases: this.cases });
  }

  /** Takes every step that can be taken now; the rest follows when reports come or time passes. */
  advance(positionId: number): Promise<void> {
    // Who waits behind a slow answer finds everything that has come meanwhile: one is enough.
    const waiting = this.waiting.get(positionId);
    if (waiting) return waiting;
    const turn = this.lanes.run(positionId, async () => {
      this.waiting.delete(positionId);
      // What is new says how it stands before its stop is answered, however slow the broker is.
      if (this.deps.held(positionId)?.row.protection_state === null) await this.protection.write(positionId);
      for (;;) {
        await this.onEnded(positionId);
        const position = this.cases.of(positionId);
        const step: PositionStep = this.deps.isConnected() ? nextStep(position) : { do: 'nothing' };
        if (step.do === 'nothing' || !(await this.take(positionId, step))) break;
      }
      await this.tellStuck(positionId);
      await this.protection.write(positionId);
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
    if (order.position_id === null) return;
    const orders = this.ended.get(order.position_id) ?? [];
    this.ended.set(order.position_id, [...orders, order]);
  }

  /**
   * Writes that a position is to be left, with the first attempt at it, which is sent as soon as it can be. The same
   * wish again, and a full exit beside another, find what is there.
   */
  async wantExit(held: HeldPosition, wish: ExitWish): Promise<OrderRow> {
    const { channel } = this.deps;
    const order = await this.writeExit(held, wish);
    await this.advance(held.row.id);
    return channel.get(order.id) ?? (await channel.read(order.id));
  }

  /** The same, without waiting until its first attempt is sent. */
  async writeExit(held: HeldPosition, wish: ExitWish): Promise<OrderRow> {
    const known = this.exits.fullAttempt(held);
    if (known) return known;
    const order = await this.exits.write(held, wish);
    this.advanceSoon(held.row.id);
    return order;
  }

  private advanceSoon(positionId: number): void {
    this.advance(positionId).catch((error: unknown) =>
      this.deps.logger.error({ err: error, positionId }, 'a position could not be gone on with'),
    );
  }

  /** Forgets refusals of before: the protection was changed, or a new day has begun. */
  resetStop(held: HeldPosition): void {
    held.stopRetry = NO_REFUSALS;
  }

  /** Withdraws exits that are wanted and not done, with their attempts that were not sent. */
  withdrawExits(held: HeldPosition, intentIds: readonly number[], reason: string): Promise<void> {
    return this.exits.withdraw(held, intentIds, reason);
  }

  /** False when nothing more is to be done before a report comes or time passes. */
  private async take(positionId: number, step: Exclude<PositionStep, { do: 'nothing' }>): Promise<boolean> {
    const { channel } = this.deps;
    const held = this.deps.held(positionId);
    switch (step.do) {
      case 'withdraw': {
        const order = channel.get(step.orderId);
        if (!order) return false;
        const isEntry = order.slot === 'entry';
        await channel.withdraw(order, isEntry ? 'The position is being closed' : 'It is not needed any more');
        return true;
      }
      case 'cancel': {
        const order = channel.get(step.orderId);
        if (!order) return false;
        this.cancelled.add(order.id);
        await channel.cancel(order);
        return true;
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
    const { row } = held;
    // A price of yesterday prices nothing today; the first of the day is a moment away.
    if (this.cases.isPriceDue(held)) return false;
    const tick = this.deps.tick(held);
    const before = held.shortfall;
    await this.deps.confirm(held, order.purpose);
    if (held.shortfall !== before) return true;
    const last = tick?.price ?? Math.round(row.entry_value / row.entry_quantity);
    const instrument = this.deps.contractToday(held);
    await channel.submit(
      order,
      {
        instrument,
        side: order.side,
        quantity,
        product: brokerProduct(row.product, instrument),
        price: fastLimit(order.side, last, instrument, tick ?? NO_CIRCUITS),
        trigger: null,
      },
      'exit',
      this.lossOf(held),
    );
    return true;
  }

  /** What a position has lost, paise: the largest loss goes first where exits wait for their turn. */
  private lossOf(held: HeldPosition): number {
    const { entry_value: value, entry_quantity: whole, quantity, side } = held.row;
    const price = this.deps.tick(held)?.price;
    if (price === undefined) return 0;
    const profit = (price - value / whole) * quantity;
    return Math.max(0, Math.round(side === 'long' ? -profit : profit));
  }

  private async placeStop(held: HeldPosition, quantity: number, trigger: number): Promise<boolean> {
    const { database, announcer, channel, clock } = this.deps;
    const { row } = held;
    const { order } = await database.write(async (tx) => {
      const { placed } = await tx.query
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll<number>().as('placed'))
        .where('position_id', '=', row.id)
        .where('slot', '=', 'resting-stop')
        .executeTakeFirstOrThrow();
      return intendOrder(tx, announcer.hub, {
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

  /** Writes what follows from orders that have ended: back-off, the owner told, wishes that are over. */
  private async onEnded(positionId: number): Promise<void> {
    for (;;) {
      const [order] = this.ended.get(positionId) ?? [];
      if (!order) {
        this.ended.delete(positionId);
        return;
      }
      const wasAsked = this.cancelled.has(order.id);
      const held = this.deps.held(positionId);
      if (!held) await this.endWishes(positionId);
      else if (order.slot === 'leaving') await this.onExitEnded(held, order, wasAsked);
      else if (order.slot === 'resting-stop') await this.onStopEnded(held, order, wasAsked);
      // Only now: what could not be written is written before anything else is done.
      this.cancelled.delete(order.id);
      this.ended.set(
        positionId,
        (this.ended.get(positionId) ?? []).filter((one) => one !== order),
      );
    }
  }

  private async endWishes(positionId: number): Promise<void> {
    await this.deps.database.write((tx) => endExitIntents(tx, positionId, 'fulfilled'));
  }

  private async onExitEnded(held: HeldPosition, order: OrderRow, wasAsked: boolean): Promise<void> {
    const { database, clock } = this.deps;
    const { row } = held;
    const intentId = order.exit_intent_id;
    const hasFailed = order.state !== 'filled' && !wasAsked && order.state !== 'withdrawn';
    const failures = await database.write(async (tx) => {
      const count = hasFailed && intentId !== null ? await failExitIntent(tx, intentId, clock.now()) : 0;
      held.exits = await openExitIntents(tx.query, row.id);
      return count;
    });
    if (!hasFailed) return;
    held.exitProblem = `The last exit was not taken. ${order.reason}`;
    if (failures !== 1 && failures !== MOST_FAILURES) return;
    const often = failures === MOST_FAILURES ? ` after ${MOST_FAILURES} attempts` : '';
    await this.tell(
      row,
      `${row.symbol} could not be closed${often}. ${order.reason} TrickDesk goes on trying; you can close it in the broker's app.`,
    );
  }

  /** A stop that was refused, at once or later: the position is watched here, the stop is tried again, its owner is told. */
  private async onStopEnded(held: HeldPosition, order: OrderRow, wasAsked: boolean): Promise<void> {
    if (['filled', 'expired', 'withdrawn'].includes(order.state) || wasAsked) return;
    const { clock, database } = this.deps;
    const { row } = held;
    const failures = held.stopRetry.failures + 1;
    const isGivenUp = failures >= MOST_FAILURES;
    held.stopRetry = {
      failures,
      nextAt: isGivenUp ? Number.POSITIVE_INFINITY : clock.now() + backOffMs(failures),
    };
    const reason = order.state === 'cancelled' ? 'It was cancelled at the broker.' : order.reason;
    await database.write((tx) =>
      tx.query
        .updateTable('positions')
        .set({ protection_problem: reason })
        .where('id', '=', row.id)
        .execute(),
    );
    held.row = { ...held.row, protection_problem: reason };
    if (failures !== 1 && !isGivenUp) return;
    const then = isGivenUp
      ? `It was tried ${failures} times and is not tried again today.`
      : 'It is tried again.';
    await this.tell(
      row,
      `The stop-loss of ${row.symbol} does not rest at the broker. ${reason} TrickDesk watches it while it runs. ${then}`,
    );
  }

  /**
   * An exit waits for its stop to make room, or for its own price to be changed, and the broker does not answer or says
   * no again and again: its owner can do it there.
   */
  private async tellStuck(positionId: number): Promise<void> {
    const { channel } = this.deps;
    const held = this.deps.held(positionId);
    if (!held || held.exits.length === 0) return;
    for (const { id, slot } of channel.of(positionId)) {
      const isStop = slot === 'resting-stop';
      const isRefused = slot !== 'entry' && channel.requests.failures(id) >= MOST_FAILURES;
      const isUnanswered = isStop && channel.requests.isUnanswered(id);
      if (this.toldStuck.has(id) || (!isRefused && !isUnanswered)) continue;
      this.toldStuck.add(id);
      const why = isUnanswered ? 'does not answer about' : 'changes nothing of';
      const what = isStop ? 'its stop-loss' : 'the exit that it has taken';
      await this.tell(
        held.row,
        `${held.row.symbol} could not be closed yet: the broker ${why} ${what}. TrickDesk goes on trying; you can close it in the broker's app.`,
      );
    }
  }

  private async tell(row: PositionRow, text: string): Promise<void> {
    const { database, announcer, termsOf, clock } = this.deps;
    const { trick } = await termsOf(row.trick_id);
    await database.write((tx) => raiseAttention(tx, announcer, trick, text, clock.now()));
  }
}
