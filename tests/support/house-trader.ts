import { setTimeout as delay } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { type Database } from '../../src/backend/db/database.ts';
import type { OrderRow } from '../../src/backend/db/schema.ts';
import { rebuildOrder } from '../../src/backend/trading/order-book.ts';
import { WORKING_STATES } from '../../src/shared/order-states.ts';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { type AngelOneServer, startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { SBIN } from '../angel-one/connected.ts';
import { alwaysTrue } from './costly-rules.ts';
import type { WantedEntry } from './house-server-main.ts';
import { RSI_RULES } from './rule-samples.ts';
import { callTo } from './server-calls.ts';
import type { ServerProcess } from './server-process.ts';
import { clientAt, type TestUser } from './test-backend.ts';
import { until } from './until.ts';
import { verifiedForWithdrawals } from './verified-user.ts';
import { writeForAll } from './write-for-all.ts';

/** Prices of SBIN, paise: of an entry, and beyond its target. */
export const AT = { entry: 812_50, target: 824_00 };
const ONE_PERCENT = { kind: 'percent', value: 1 } as const;
/** Enters at the close of every minute in which it holds nothing. */
const RULES: RuleDocumentInput = {
  ...RSI_RULES,
  instruments: ['SBIN'],
  timeframe: '1m',
  entry: alwaysTrue,
  stopLoss: ONE_PERCENT,
  target: ONE_PERCENT,
  maxTradesPerDay: 500,
  size: { kind: 'fixed', quantity: 1 },
};
const NAME = 'Of the house';
/** A request that left its process has come by then. */
const UNDER_WAY_MS = 1_000;
const PRICE_EVERY_MS = 100;
const LOOK_EVERY_MS = 250;
const WANT_AGAIN_MS = 5_000;
const PATIENCE_MS = 40_000;

/** States of an order here, as the broker calls them. */
const WORDS: Readonly<Record<string, string>> = { filled: 'complete', waiting: 'trigger pending' };
const ORDER_CALLS = ['placeOrder', 'modifyOrder', 'cancelOrder'];

/** State of an order at the broker from a moment on. */
interface SeenOrder {
  /** Ms, by `performance.now()`. */
  readonly at: number;
  readonly tag: string;
  readonly side: 'BUY' | 'SELL';
  readonly filled: number;
  /** Shares that it may fill still. */
  readonly open: number;
}

/**
 * Longest time of a position without an order to sell it. By what was seen of its orders: a time that had ended before
 * `from` does not count, one that goes on lasts until `until`.
 */
const longestBareOf = (seen: readonly SeenOrder[], from: number, until: number): number => {
  const orders = new Map<string, SeenOrder>();
  let longest = 0;
  let since: number | null = null;
  for (const [at, together] of Map.groupBy(seen, (order) => order.at)) {
    for (const order of together) orders.set(order.tag, order);
    const bare = [...orders.values()].reduce(
      (sum, { side, filled, open }) => sum + (side === 'BUY' ? filled : -filled - open),
      0,
    );
    if (bare > 0) since ??= at;
    else {
      if (since !== null && at > from) longest = Math.max(longest, at - since);
      since = null;
    }
  }
  return since === null ? longest : Math.max(longest, until - since);
};

/** Somebody of a house who trades live. Their broker is in the process of the test. */
export class HouseTrader {
  readonly broker: AngelOneServer;
  userId = 0;
  private readonly database: () => Database;
  private readonly now: () => number;
  private user: TestUser | null = null;
  private strategyId = 0;
  private wishes = 0;
  private price = AT.entry;
  private readonly seen: SeenOrder[] = [];
  private readonly lastSeen = new Map<string, SeenOrder>();
  private bareFrom = 0;
  private readonly ticking: NodeJS.Timeout;

  private constructor(broker: AngelOneServer, now: () => number, database: () => Database) {
    this.broker = broker;
    this.now = now;
    this.database = database;
    this.ticking = setInterval(() => this.tick(), PRICE_EVERY_MS);
  }

  /** Opens the broker alone: the servers of the house need its address. */
  static async open(number: number, now: () => number, database: () => Database): Promise<HouseTrader> {
    const client = { code: `T10000${number}`, apiKey: `key-${number}` };
    return new HouseTrader(
      await startAngelOneServer({ now, client, host: '0.0.0.0', scripRows: 0 }),
      now,
      database,
    );
  }

  /** Registers them, links their account and lets a strategy trade live. */
  async join(base: string, name: string): Promise<void> {
    const { client } = this.broker;
    this.user = await clientAt(base).register(name);
    this.userId = (await this.at(base).call('profile.mine')).id;
    await verifiedForWithdrawals(this.database(), this.user.email);
    await writeForAll(this.database(), (tx) =>
      tx.query.updateTable('users').set({ is_trade_active: 1 }).where('id', '=', this.userId).execute(),
    );
    const totp = generateSync({ secret: client.totpSecret, epoch: Math.floor(this.now() / 1_000) });
    const { code: clientCode, apiKey, pin } = client;
    await this.at(base).call('live.link', { clientCode, apiKey, pin, totp });
    await this.at(base).call('live.riskGuard', { maxLossPerDay: 50_000_00 });
    const added = await this.at(base).call('strategies.add', { url: 'add', name: NAME, document: RULES });
    this.strategyId = added.strategyId ?? 0;
    await this.at(base).call('live.goLive', { strategyId: this.strategyId, confirmName: NAME });
  }

  /** Their calls to a server of the house. */
  at(base: string): TestUser {
    if (!this.user) throw new Error('They have not joined.');
    return clientAt(base).as(this.user);
  }

  /** Whether they are served at some address. */
  isServed(base: string): Promise<boolean> {
    return callTo(base, this.user?.accessToken ?? '', 'profile.mine').then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Their market goes to a price, and stays there. */
  moveTo(price: number): void {
    this.price = price;
    this.tick();
  }

  /** Their strategy decides to enter, so often. */
  want(owner: ServerProcess, times = 1): void {
    const { userId, strategyId } = this;
    for (let time = 0; time < times; time++)
      owner.notify({ userId, strategyId, key: `wish:${userId}:${++this.wishes}` } satisfies WantedEntry);
  }

  /** Start their strategy anew if it waits for them. On a slow machine an answer may be missed for a while. */
  async attend(base: string): Promise<void> {
    const { strategyId } = this;
    const { attention } = await this.database()
      .read.selectFrom('strategies')
      .select('attention')
      .where('id', '=', strategyId)
      .executeTakeFirstOrThrow();
    // Their server may be handed over just now: they try again.
    if (attention !== null)
      await callTo(base, this.user?.accessToken ?? '', 'strategies.start', { strategyId }).catch(() => null);
  }

  /** Wait until so many shares are held, each with its stop. */
  async hold(owner: ServerProcess, shares: number): Promise<void> {
    this.moveTo(AT.entry);
    let wantedAt = -Infinity;
    await until(
      `${shares} shares of user ${this.userId} to be held and protected`,
      async () => {
        const missing = shares - this.net();
        // What had to wait for its turn too long was not sent, nor what their strategy wanted while it waited for them.
        if (missing > 0 && performance.now() - wantedAt > WANT_AGAIN_MS) {
          wantedAt = performance.now();
          await this.attend(owner.url ?? '');
          this.want(owner, missing);
        }
        return missing <= 0 && this.net() === this.covered();
      },
      PATIENCE_MS,
    );
  }

  /** Shares in the account. */
  net(): number {
    return this.broker.orders().reduce((sum, { transactiontype: side, filledshares }) => {
      return sum + (side === 'BUY' ? 1 : -1) * Number(filledshares);
    }, 0);
  }

  /** Shares that an order at the broker would sell: a stop that rests, or an exit. */
  covered(): number {
    return this.broker
      .orders()
      .filter(({ transactiontype: side, orderstatus }) => side === 'SELL' && !isEnded(orderstatus))
      .reduce((sum, { unfilledshares }) => sum + Number(unfilledshares), 0);
  }

  /** Longest time of a position without an order to sell it, ms. It is counted anew from now on. */
  async forgetLongestBare(): Promise<number> {
    const { bareFrom } = this;
    this.bareFrom = performance.now();
    const positions = new Map((await this.orders()).map(({ tag, position_id: id }) => [tag, id]));
    const byPosition = Map.groupBy(this.seen, ({ tag }) => positions.get(tag) ?? null);
    return Math.max(
      0,
      ...[...byPosition].map(([id, seen]) =>
        id === null ? 0 : longestBareOf(seen, bareFrom, this.bareFrom),
      ),
    );
  }

  /** Calls about orders that came in. From everywhere, or from the address of one server. */
  calls(from = ''): number {
    return this.broker.seen.filter(
      ({ endpoint, headers }) => ORDER_CALLS.includes(endpoint) && headers.host?.startsWith(from),
    ).length;
  }

  /** Requests that are written as sent, and have not come in. New orders and cancellations count. */
  async underWay(): Promise<number> {
    const theirs = new Map(this.broker.orders().map((row) => [row.ordertag, row]));
    return (await this.orders()).filter(({ tag, state, pending }) => {
      const truth = theirs.get(tag ?? '');
      return state === 'submitted' ? !truth : pending === 'cancel' && !isEnded(truth?.orderstatus ?? '');
    }).length;
  }

  /** Orders of which nobody knows whether they reached the broker. */
  async doubts(): Promise<number> {
    return (await this.orders()).filter(({ state }) => state === 'submitted' || state === 'unknown').length;
  }

  /** Entries that came in. */
  entries(): number {
    return this.broker.seen.filter(
      ({ endpoint, body }) => endpoint === 'placeOrder' && body['transactiontype'] === 'BUY',
    ).length;
  }

  /** Orders as written. */
  orders(): Promise<OrderRow[]> {
    return this.database()
      .read.selectFrom('orders')
      .selectAll()
      .where('user_id', '=', this.userId)
      .where('tag', 'is not', null)
      .execute();
  }

  /** Say of orders in doubt that they were not placed. Those that the broker's book has are left alone. */
  async settleDoubts(base: string): Promise<void> {
    const tags = new Set(this.broker.orders().map(({ ordertag }) => ordertag));
    for (const { id, state, tag, sent_at: sentAt } of await this.orders())
      if (state === 'unknown' && !tags.has(tag ?? '') && this.now() - (sentAt ?? 0) > UNDER_WAY_MS)
        // A report may have come meanwhile, or its server have gone: they look again.
        await callTo(base, this.user?.accessToken ?? '', 'live.resolve', {
          orderId: id,
          decision: 'not-placed',
        }).catch(() => null);
  }

  /** Wait until both books are equal and nothing is under way. */
  async comeToRest(base: () => string, patienceMs: number): Promise<void> {
    let wrong: string[] = [];
    await until(
      `user ${this.userId} to come to rest`,
      async () => {
        await delay(LOOK_EVERY_MS);
        await this.settleDoubts(base());
        wrong = await this.differences();
        return wrong.length === 0;
      },
      patienceMs,
    ).catch((error: unknown) => {
      throw new Error(wrong.join('\n'), { cause: error });
    });
  }

  /** Differences between the books, and what is on its way; in words. */
  private async differences(): Promise<string[]> {
    const wrong: string[] = [];
    const theirs = new Map(this.broker.orders().map((row) => [row.ordertag, row]));
    const ours = await this.orders();
    for (const { id, tag, state, filled_quantity: filled } of ours) {
      const truth = theirs.get(tag ?? '');
      if (!truth && !['rejected', 'written-off', 'withdrawn'].includes(state))
        wrong.push(`order ${id} is ${state}, and not at the broker`);
      if (truth && ((WORDS[state] ?? state) !== truth.orderstatus || String(filled) !== truth.filledshares))
        wrong.push(`order ${id} is ${state} (${filled}), there ${truth.orderstatus} (${truth.filledshares})`);
    }
    const open = await this.database()
      .read.selectFrom('positions')
      .select(['id', 'quantity'])
      .where('user_id', '=', this.userId)
      .where('mode', '=', 'live')
      .where('status', '=', 'open')
      .execute();
    const held = open.reduce((sum, { quantity }) => sum + quantity, 0);
    if (held !== this.net()) wrong.push(`${held} are held here and ${this.net()} there`);
    const isWorking = ({ state }: OrderRow) => WORKING_STATES.includes(state);
    for (const { id, quantity } of open) {
      const [stop, ...others] = ours.filter((order) => order.position_id === id && isWorking(order));
      if (stop?.state !== 'waiting' || stop.quantity !== quantity || others.length > 0)
        wrong.push(`position ${id} has not its stop alone`);
    }
    const leaving = await this.database()
      .read.selectFrom('exit_intents')
      .innerJoin('positions', 'positions.id', 'exit_intents.position_id')
      .select('position_id')
      .where('positions.user_id', '=', this.userId)
      .where('exit_intents.status', '=', 'open')
      .execute();
    // Its stop rests until it is taken back.
    for (const { position_id: id } of leaving) wrong.push(`position ${id} is still to be left`);
    const working = ours.filter(isWorking).length;
    if (working !== open.length) wrong.push(`${working} orders work for ${open.length} positions`);
    const events = await this.database()
      .read.selectFrom('order_events')
      .innerJoin('orders', 'orders.id', 'order_events.order_id')
      .selectAll('order_events')
      .where('orders.user_id', '=', this.userId)
      .orderBy('order_events.id')
      .execute();
    const byOrder = Map.groupBy(events, ({ order_id: id }) => id);
    for (const order of ours)
      for (const [name, value] of Object.entries(rebuildOrder(byOrder.get(order.id) ?? [])))
        if (order[name as keyof OrderRow] !== value)
          wrong.push(`order ${order.id} has another ${name} by its events`);
    return wrong;
  }

  /** Events that must never happen, in words. An order sent twice, an account oversold, a false sentence. */
  async faults(): Promise<string[]> {
    const wrong: string[] = [];
    const orders = this.broker.orders();
    const ours = await this.orders();
    const tags = new Map<string, number>();
    for (const { ordertag } of orders) tags.set(ordertag, (tags.get(ordertag) ?? 0) + 1);
    // Sent twice under two tags, an order would have kept the later one.
    const kept = new Set(ours.map(({ tag }) => tag));
    for (const [tag, times] of tags) {
      if (times > 1) wrong.push(`${tag} is at the broker ${times} times`);
      if (!kept.has(tag)) wrong.push(`${tag} of the broker is not here`);
    }
    const rejected = orders.filter(({ orderstatus }) => orderstatus === 'rejected');
    wrong.push(...rejected.map(({ text }) => `the broker rejected an order: ${text}`));
    const untrue = await this.database()
      .read.selectFrom('logs')
      .select('text')
      .where('strategy_id', '=', this.strategyId)
      .where('text', 'like', '%cancelled at the broker%')
      .execute();
    wrong.push(...untrue.map(({ text }) => `nobody has cancelled anything there: ${text}`));
    let net = 0;
    const fills = orders
      .filter(({ fillid }) => fillid !== '')
      .sort((a, b) => Number(a.fillid) - Number(b.fillid));
    for (const { transactiontype: side, filledshares } of fills) {
      net += (side === 'BUY' ? 1 : -1) * Number(filledshares);
      if (net < 0) wrong.push(`the account was at ${net}`);
    }
    return wrong;
  }

  async close(): Promise<void> {
    clearInterval(this.ticking);
    await this.broker.close();
  }

  private tick(): void {
    this.broker.price(SBIN.token, this.price);
    const at = performance.now();
    for (const row of this.broker.orders()) {
      const { ordertag: tag, transactiontype: side } = row;
      const filled = Number(row.filledshares);
      const open = isEnded(row.orderstatus) ? 0 : Number(row.unfilledshares);
      const last = this.lastSeen.get(tag);
      if (last?.filled === filled && last.open === open) continue;
      const seen = { at, tag, side, filled, open };
      this.lastSeen.set(tag, seen);
      this.seen.push(seen);
    }
  }
}

const isEnded = (status: string): boolean => ['complete', 'cancelled', 'rejected'].includes(status);
