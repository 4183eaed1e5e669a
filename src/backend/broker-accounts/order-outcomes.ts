import { backOffMs, MOST_FAILURES } from '../../engine/trading/position.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import type { EventSinks } from '../trading/announce.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { raiseAttention } from '../trading/attention.ts';
import { endExitIntents, failExitIntent, openExitIntents, readExits } from './exit-intents.ts';
import type { HeldPosition } from './held-position.ts';
import type { OrderChannel } from './order-channel.ts';

export interface OrderOutcomesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  readonly channel: OrderChannel;
  readonly held: (positionId: number) => HeldPosition | undefined;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
}

/**
 * Consequences of orders of live positions that end or are stuck: back-off, wishes that are over, notices to their
 * owner.
 */
export class OrderOutcomes {
  private readonly deps: OrderOutcomesDeps;
  /** Ended orders whose consequences are not written yet, by position. */
  private readonly ended = new Map<number, OrderRow[]>();
  /** Orders whose cancellation we asked for: their end is no failure. */
  private readonly cancelled = new Set<number>();
  /** Stops and exits whose owner was notified that they are stuck. The broker does not do what is asked of them. */
  private readonly notifiedStuck = new Set<number>();

  constructor(deps: OrderOutcomesDeps) {
    this.deps = deps;
  }

  /** Notes that an order has ended; what follows is written with `writeEnds`. */
  noteEnd(order: OrderRow): void {
    if (order.position_id === null) return;
    const orders = this.ended.get(order.position_id) ?? [];
    this.ended.set(order.position_id, [...orders, order]);
  }

  /** Notes that we ask for an order's cancellation. */
  noteCancel(orderId: number): void {
    this.cancelled.add(orderId);
  }

  /** Writes what follows from orders that have ended: back-off, the owner told, wishes that are over. */
  async writeEnds(positionId: number): Promise<void> {
    for (;;) {
      const [order] = this.ended.get(positionId) ?? [];
      if (!order) {
        this.ended.delete(positionId);
        return;
      }
      const wasCancelled = this.cancelled.has(order.id);
      const held = this.deps.held(positionId);
      if (!held) await this.endWishes(positionId, order.user_id);
      else if (order.slot === 'leaving') await this.onExitEnded(held, order, wasCancelled);
      else if (order.slot === 'resting-stop') await this.onStopEnded(held, order, wasCancelled);
      // Only now: what could not be written is written before anything else is done.
      this.cancelled.delete(order.id);
      this.notifiedStuck.delete(order.id);
      this.ended.set(
        positionId,
        (this.ended.get(positionId) ?? []).filter((one) => one !== order),
      );
    }
  }

  /** Mark exit intents of a closed position as fulfilled. Not while its entry may still bring more. */
  private async endWishes(positionId: number, userId: number): Promise<void> {
    const { channel, database } = this.deps;
    if (channel.of(positionId).some(({ slot }) => slot === 'entry')) return;
    await database.write(userId, (tx) => endExitIntents(tx, positionId, 'fulfilled'));
  }

  /**
   * Notify the owner of an exit that is stuck. It waits for its stop to make room, or for its own price to be
   * changed, and the broker does not answer or refuses again and again: the owner can close it at the broker.
   */
  async notifyStuck(positionId: number): Promise<void> {
    const { channel } = this.deps;
    const held = this.deps.held(positionId);
    if (!held || held.exits.length === 0) return;
    for (const { id, slot } of channel.of(positionId)) {
      const isStop = slot === 'resting-stop';
      const isRefused = slot !== 'entry' && channel.requests.failures(id) >= MOST_FAILURES;
      const isUnanswered = isStop && channel.requests.isUnanswered(id);
      if (this.notifiedStuck.has(id) || (!isRefused && !isUnanswered)) continue;
      this.notifiedStuck.add(id);
      const why = isUnanswered
        ? 'The broker does not answer about its stop-loss.'
        : isStop
          ? 'The broker does not change its stop-loss.'
          : 'The broker does not change the exit that it has taken.';
      await this.notify(
        held.row,
        `${held.row.symbol} could not be closed yet. ${why} TrickDesk goes on trying; you can close it in the broker's app.`,
      );
    }
  }

  private async onExitEnded(held: HeldPosition, order: OrderRow, wasCancelled: boolean): Promise<void> {
    const { database, clock } = this.deps;
    const { row } = held;
    const hasFailed = order.state !== 'filled' && !wasCancelled && order.state !== 'withdrawn';
    const failures = await database.write(row.user_id, async (tx) => {
      const open = await openExitIntents(tx.query, row.id);
      const wish = open.find(({ id }) => id === order.exit_intent_id);
      // One that its owner has cancelled took its wish with it: nothing has failed.
      const count = hasFailed && wish ? await failExitIntent(tx, wish.id, clock.now()) : 0;
      await readExits(tx, held);
      return count;
    });
    if (failures === 0) return;
    held.exitProblem = `The last exit was not taken. ${order.reason}`;
    if (failures !== 1 && failures !== MOST_FAILURES) return;
    const often = failures === MOST_FAILURES ? ` after ${MOST_FAILURES} attempts` : '';
    await this.notify(
      row,
      `${row.symbol} could not be closed${often}. ${order.reason} TrickDesk goes on trying; you can close it in the broker's app.`,
    );
  }

  /** A stop that was refused, at once or later: the position is watched here, the stop is tried again, its owner is told. */
  private async onStopEnded(held: HeldPosition, order: OrderRow, wasCancelled: boolean): Promise<void> {
    if (['filled', 'expired', 'withdrawn'].includes(order.state) || wasCancelled) return;
    const { clock, database } = this.deps;
    const { row } = held;
    const failures = held.stopRetry.failures + 1;
    const isGivenUp = failures >= MOST_FAILURES;
    held.stopRetry = {
      failures,
      nextAt: isGivenUp ? Number.POSITIVE_INFINITY : clock.now() + backOffMs(failures),
    };
    const reason = order.state === 'cancelled' ? 'It was cancelled at the broker.' : order.reason;
    await database.write(row.user_id, (tx) =>
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
    await this.notify(
      row,
      `The stop-loss of ${row.symbol} does not rest at the broker. ${reason} TrickDesk watches it while it runs. ${then}`,
    );
  }

  /** Notify the owner of a position, unless it was closed meanwhile: nobody would clear that. */
  private async notify(row: PositionRow, text: string): Promise<void> {
    const { database, sinks, termsOf, clock } = this.deps;
    const { strategy } = await termsOf(row.strategy_id);
    await database.write(row.user_id, async (tx) => {
      const { status } = await tx.query
        .selectFrom('positions')
        .select('status')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      if (status === 'open') await raiseAttention(tx, sinks, strategy, text, clock.now());
    });
  }
}
