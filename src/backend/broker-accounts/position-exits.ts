import type { BrokerTick } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { ExitIntentRow, OrderRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { EventSinks } from '../trading/announce.ts';
import { type Intent, intendOrder } from '../trading/order-book.ts';
import {
  endExitIntents,
  openExitIntents,
  readExits,
  type WantedExitIntent,
  writeExitIntent,
} from './exit-intents.ts';
import { ordersOfKeys, requireFree } from './exits-together.ts';
import type { HeldPosition } from './held-position.ts';
import type { OrderChannel } from './order-channel.ts';

export interface PositionExitsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  readonly channel: OrderChannel;
  /** The last price of what is held; undefined before the first. */
  readonly tick: (held: HeldPosition) => BrokerTick | undefined;
}

/** An exit that somebody wants. */
export type ExitWish = Pick<WantedExitIntent, 'quantity' | 'purpose' | 'reason' | 'key'>;

/** An exit of one of several positions that are left together. */
export interface TogetherWish {
  readonly held: HeldPosition;
  readonly wish: ExitWish;
}

/** Exits of live positions as they are written: what is wanted, the attempts at it, and what is withdrawn. */
export class PositionExits {
  private readonly deps: PositionExitsDeps;

  constructor(deps: PositionExitsDeps) {
    this.deps = deps;
  }

  /** The working attempt of a position's full exit. The database is asked: a wish may have been withdrawn just now. */
  private async fullAttempt({ query }: Transaction, held: HeldPosition): Promise<OrderRow | undefined> {
    const wishes = await openExitIntents(query, held.row.id);
    if (!wishes.some(({ quantity }) => quantity === null)) return undefined;
    return this.deps.channel.of(held.row.id).find(({ slot }) => slot === 'leaving');
  }

  /**
   * Write that a position is to be left, with the first attempt. The same wish again, and any beside a full exit, finds
   * what is there.
   */
  async write(held: HeldPosition, wish: ExitWish): Promise<OrderRow> {
    const { database, channel } = this.deps;
    const { order, isNew } = await database.write(held.row.user_id, (tx) => this.writeIn(tx, held, wish));
    if (isNew) channel.remember(order);
    return order;
  }

  /** The same in a transaction that does more; `isNew` when the attempt was written now. */
  async writeIn(
    tx: Transaction,
    held: HeldPosition,
    given: ExitWish,
  ): Promise<{ order: OrderRow; isNew: boolean }> {
    const { sinks, channel, clock } = this.deps;
    const { row } = held;
    const full = await this.fullAttempt(tx, held);
    if (full) return { order: full, isNew: false };
    const isPart = given.quantity !== null && given.quantity < row.quantity;
    const wish = isPart ? given : { ...given, quantity: null };
    const leaving = channel.of(row.id).filter(({ slot }) => slot === 'leaving');
    const [working] = leaving;
    const out = leaving.reduce((sum, order) => sum + order.quantity - order.filled_quantity, 0);
    // So many units, and all of them leave by wishes that are open: a further one would outlive those, unasked.
    if (given.quantity !== null && !isPart && working && wantedOut(held, leaving) >= row.quantity)
      return { order: leaving.find(({ intent_key: key }) => key === wish.key) ?? working, isNew: false };
    const decisionPrice = this.deps.tick(held)?.price ?? null;
    const { intent, isNew } = await writeExitIntent(tx, {
      ...wish,
      positionId: row.id,
      decisionPrice,
      at: clock.now(),
    });
    if (intent.position_id !== row.id)
      throw new Refusal('conflict', 'This order was already sent with other values. Start again.');
    if (isNew) tx.afterCommit(() => (held.exits = [...held.exits, intent]));
    const known = isNew ? undefined : await lastAttempt(tx, intent.id);
    if (known) return { order: known, isNew: false };
    const wanted = intent.quantity === null ? row.quantity - out : Math.min(intent.quantity, row.quantity);
    if (wanted <= 0 && working) return { order: working, isNew: false };
    const attempt = this.attempt(
      held,
      intent,
      Math.max(1, wanted),
      decisionPrice,
      isNew ? 0 : await attemptsAt(tx, intent),
    );
    return intendOrder(tx, sinks.hub, attempt);
  }

  /**
   * Write that several positions are to be left, in one commit: all of it, or nothing. Where one of the keys is known it was
   * written before, and the orders of that time are returned. A position that leaves as a whole already does so.
   * @throws Refusal `conflict` where more units are wanted of one than are free
   */
  async writeTogether(
    userId: number,
    wanted: readonly TogetherWish[],
    keys: readonly string[],
  ): Promise<readonly OrderRow[]> {
    const { database, channel } = this.deps;
    const written = await database.write(userId, async (tx) => {
      const known = await ordersOfKeys(tx.query, keys);
      if (known.length > 0) return { known };
      const orders: { order: OrderRow; isNew: boolean }[] = [];
      for (const { held, wish } of await requireFree(tx.query, wanted))
        orders.push(await this.writeIn(tx, held, wish));
      return { orders };
    });
    if (written.known) return written.known;
    for (const { order, isNew } of written.orders) if (isNew) channel.remember(order);
    return written.orders.map(({ order }) => order);
  }

  /** The price is beyond the stop and nothing rests there: the exit is wanted from now on. */
  async writeStopHit(held: HeldPosition): Promise<void> {
    const { row } = held;
    await this.deps.database.write(row.user_id, async (tx) => {
      await writeExitIntent(tx, {
        positionId: row.id,
        quantity: null,
        purpose: 'stop-loss',
        reason: 'Stop-loss hit',
        decisionPrice: this.deps.tick(held)?.price ?? null,
        key: `${row.run_id}:${row.id}:stop-hit:${this.deps.clock.now()}`,
        at: this.deps.clock.now(),
      });
      await readExits(tx, held);
    });
  }

  /** Writes a further attempt at an exit; false when it is not wanted any more or was written before. */
  async writeAttempt(held: HeldPosition, exitId: number, quantity: number): Promise<boolean> {
    const intent = held.exits.find(({ id }) => id === exitId);
    if (!intent) return false;
    const { database, sinks, channel } = this.deps;
    const price = this.deps.tick(held)?.price ?? intent.decision_price;
    const { order, isNew } = await database.write(held.row.user_id, async (tx) =>
      intendOrder(tx, sinks.hub, this.attempt(held, intent, quantity, price, await attemptsAt(tx, intent))),
    );
    channel.remember(order);
    return isNew;
  }

  /**
   * Withdraw open exits, with their attempts that were not sent. The wishes end first: attempts that cannot be ended
   * now, or before the program ends, are withdrawn by the plan of their position.
   */
  async withdraw(held: HeldPosition, intentIds: readonly number[], reason: string): Promise<void> {
    const { database, channel } = this.deps;
    const { id } = held.row;
    await database.write(held.row.user_id, async (tx) => {
      await endExitIntents(tx, id, 'withdrawn', intentIds);
      await readExits(tx, held);
    });
    for (const order of channel.of(id))
      if (order.state === 'intended' && intentIds.includes(order.exit_intent_id ?? 0))
        await channel.withdraw(order, reason);
  }

  /** The next attempt at an exit; its number in the key keeps it from being written twice. */
  private attempt(
    held: HeldPosition,
    intent: ExitIntentRow,
    quantity: number,
    decisionPrice: number | null,
    made: number,
  ): Intent {
    return {
      ...orderOf(held),
      brokerId: this.deps.channel.brokerId,
      slot: 'leaving',
      purpose: intent.purpose,
      reason: intent.reason,
      quantity,
      decisionPrice,
      key: made === 0 ? intent.intent_key : `${intent.intent_key}#${made + 1}`,
      exitIntentId: intent.id,
      at: this.deps.clock.now(),
    };
  }
}

/** Units on their way out by wishes that are still open. */
const wantedOut = ({ exits }: HeldPosition, leaving: readonly OrderRow[]): number =>
  leaving
    .filter(({ exit_intent_id: wishId }) => exits.some(({ id }) => id === wishId))
    .reduce((sum, order) => sum + order.quantity - order.filled_quantity, 0);

/** Fields that an exit order has from its position. */
export const orderOf = ({ row }: HeldPosition) => ({
  userId: row.user_id,
  strategyId: row.strategy_id,
  positionId: row.id,
  symbol: row.symbol,
  source: row.source,
  runId: row.run_id,
  mode: row.mode,
  side: row.side === 'long' ? ('sell' as const) : ('buy' as const),
});

/** Attempts that were written of an exit. */
const attemptsAt = async (tx: Transaction, { id, position_id }: ExitIntentRow): Promise<number> => {
  const { made } = await tx.query
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('position_id', '=', position_id)
    .where('exit_intent_id', '=', id)
    .executeTakeFirstOrThrow();
  return made;
};

const lastAttempt = (tx: Transaction, intentId: number): Promise<OrderRow | undefined> =>
  tx.query
    .selectFrom('orders')
    .selectAll()
    .where('exit_intent_id', '=', intentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
