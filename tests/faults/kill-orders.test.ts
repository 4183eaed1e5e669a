import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundled } from '../support/bundled.ts';
import { HOUSE } from '../../src/backend/db/database.ts';
import { rebuildOrder } from '../../src/backend/trading/order-book.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import type { AngelOneServer } from '../angel-one/angel-one-server.ts';
import { connect } from '../angel-one/connected.ts';
import { startControl } from '../angel-one/control.ts';
import type { Mood, Script } from '../angel-one/script.ts';
import { eventAt, KILL_EVENTS, KILL_POINTS, type KillEvent, type KillPoint } from './kill-points.ts';
import type { OrderingTask } from './ordering-process.ts';
import { OPEN, type Ordering, type OrderingWorld, QUANTITY, SHARE, startOrdering } from './ordering.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** Kills of the long run: `TRICKDESK_KILLS=500 npx vitest run tests/faults/kill-orders`. One at each point otherwise. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? KILL_POINTS.length);
const AT_ONCE = 2;
/** The point comes at most so often before the kill: a commit is more common than an order. */
const MOST_TIMES: Readonly<Record<(typeof KILL_POINTS)[number], number>> = {
  'before place': 6,
  'amid place': 6,
  'after place': 6,
  'before modify': 4,
  'after modify': 4,
  'before cancel': 3,
  'after cancel': 3,
  'before commit': 60,
  'after commit': 60,
};
/** Kill points at events, each reached at least once. On demand each is reached as often as there are kills for it. */
const AT_EVENTS = KILL_EVENTS.flatMap((event): KillPoint[] => [
  `before commit of ${event}`,
  `after commit of ${event}`,
]);
const ROUNDS = Math.max(1, Math.floor(KILLS / AT_EVENTS.length));
/** Events that come more than once in a while of trading. They may be met at a later time. */
const COMMON: readonly KillEvent[] = ['intend', 'submit', 'find', 'rest', 'work', 'fill'];
const MOST_TIMES_OF_EVENT = 4;
/** Calls of which one goes wrong, for events that need a fault. The orders are an entry, its stop or its exit. */
const EVERY_FAULT = 3;
const MOST_FAULTY_CALLS = 300;
/**
 * Lateness of an order whose sender was killed. It may come to the broker so much later, while the restart looks
 * already.
 */
const LATE_MS = 250;
const LONGEST_LIFE_MS = 60_000;
const BEAT_MS = 40;
/** Rounds of the restarted path until nothing moves any more. */
const MOST_ROUNDS = 400;

let template = '';
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'trickdesk-kill-orders-'));
  const database = await openTestDatabase(template);
  await database.write(HOUSE, (tx) => seedForOne(tx, OPEN));
  await database.close();
});
afterAll(() => rmSync(template, { recursive: true }));

/** One call of an endpoint in `EVERY_FAULT` that goes wrong. The first comes after `before`. */
interface Wrong {
  readonly endpoint: 'placeOrder' | 'modifyOrder' | 'cancelOrder';
  readonly fault: Mood;
  readonly before?: number;
}

/** Broker behaviour for an event that does not come by itself. Without a report the answer is the first news. */
const PROVOKED: Partial<
  Readonly<Record<KillEvent, { readonly script?: Partial<Script>; readonly wrong?: Wrong }>>
> = {
  accept: { script: { reportTimes: 0 } },
  'fill-part': { script: { fillShare: 0.5 } },
  refuse: {
    script: { rejectsAfterMs: 0 },
    wrong: { endpoint: 'placeOrder', fault: 'accepted-then-rejected' },
  },
  'lose-answer': { script: { reportTimes: 0 }, wrong: { endpoint: 'placeOrder', fault: 'drop-accepted' } },
  'write-off': { wrong: { endpoint: 'placeOrder', fault: 'drop-lost' } },
  // The second is the stop of the first: an entry is never held to be absent.
  'be-absent': { wrong: { endpoint: 'placeOrder', fault: 'time-out-lost', before: 1 } },
  'refuse-change': { wrong: { endpoint: 'modifyOrder', fault: 'rate' } },
  'refuse-cancel': { wrong: { endpoint: 'cancelOrder', fault: 'rate' } },
};

const provoke = ({ script }: AngelOneServer, event: KillEvent, random: Random): void => {
  const { script: values = {}, wrong } = PROVOKED[event] ?? {};
  Object.assign(script, values);
  if (!wrong) return;
  const { endpoint, fault, before = Math.floor(random.uniform() * EVERY_FAULT) } = wrong;
  // One time may come too late, when the order has ended: it goes wrong again and again, until the kill.
  for (let call = 0; call < MOST_FAULTY_CALLS; call++)
    script.next(endpoint, call % EVERY_FAULT === before ? fault : {});
};

/** Runs the process until it has killed itself. */
const killed = async (task: OrderingTask): Promise<void> => {
  const child = spawn(
    process.execPath,
    [await bundled('tests/faults/ordering-process.ts'), JSON.stringify(task)],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let trouble = '';
  child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  const tooLong = setTimeout(() => child.kill('SIGTERM'), LONGEST_LIFE_MS);
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(tooLong);
  if (signal !== 'SIGKILL') throw new Error(`It did not come to the point (${signal}). ${trouble}`);
};

/** Our orders as the server knows them, and as written here. */
const bothBooks = async ({ database }: Ordering, server: AngelOneServer) => {
  const here = await database.read
    .selectFrom('orders')
    .select(['id', 'tag', 'state', 'filled_quantity', 'purpose', 'quantity', 'side'])
    .where('tag', 'is not', null)
    .orderBy('id')
    .execute();
  const there = server.orders();
  const held = await database.read
    .selectFrom('positions')
    .select(['id', 'quantity'])
    .where('status', '=', 'open')
    .execute();
  const net = server.positions().reduce((sum, row) => sum + Number(row.buyqty) - Number(row.sellqty), 0);
  return { here, there, held, net };
};

/**
 * Let the restarted path settle until nothing is in doubt. It looks and acts until nothing is on its way either; the
 * user settles what never came.
 */
const comeToRest = async (
  ordering: Ordering,
  server: AngelOneServer,
  price: number,
  leastMs = 2 * LATE_MS,
): Promise<void> => {
  const { execution } = ordering;
  const began = Date.now();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    server.price(SHARE.token, price);
    await ordering.tick(price);
    await execution.everySecond();
    await execution.settled();
    const orders = execution.orders.all();
    for (const { id, state, tag } of orders) {
      const isThere = server.orders().some(({ ordertag }) => ordertag === tag);
      if (state === 'unknown' && !isThere && Date.now() - began > 2 * LATE_MS)
        await execution.resolve(id, 'not-placed');
    }
    const [position] = execution.openPositions();
    const stop = orders.find(({ purpose }) => purpose === 'stop-loss');
    const isProtected =
      position !== undefined &&
      orders.length === 1 &&
      stop !== undefined &&
      // Accepted is not seen at the exchange yet, and one whose trigger was reached goes on filling.
      stop.state === 'waiting' &&
      stop.quantity - stop.filled_quantity === position.quantity;
    const isQuiet = position ? isProtected : orders.length === 0;
    if (isQuiet && Date.now() - began > leastMs) return;
    await wait(BEAT_MS);
  }
  throw new Error(`It did not come to rest: ${JSON.stringify(execution.orders.all())}`);
};

const WORDS: Readonly<Record<string, string>> = {
  filled: 'complete',
  waiting: 'trigger pending',
  open: 'open',
  'partially-filled': 'open',
};

/** Differences between here and the broker, in words. */
const differences = async (ordering: Ordering, server: AngelOneServer): Promise<string[]> => {
  const { here, there, held, net } = await bothBooks(ordering, server);
  const wrong: string[] = [];
  const tags = new Set(there.map(({ ordertag }) => ordertag));
  if (tags.size !== there.length) wrong.push('a tag is at the broker twice');
  for (const { ordertag } of there)
    if (!here.some(({ tag }) => tag === ordertag)) wrong.push(`the broker's ${ordertag} is not here`);
  for (const order of here) {
    const truth = there.find(({ ordertag }) => ordertag === order.tag);
    if (!truth) {
      if (!['rejected', 'written-off'].includes(order.state))
        wrong.push(`order ${order.id} is ${order.state}, and not at the broker`);
      continue;
    }
    const isSame =
      (WORDS[order.state] ?? order.state) === truth.orderstatus ||
      (order.state === 'open' && truth.orderstatus === 'trigger pending');
    if (!isSame) wrong.push(`order ${order.id} is ${order.state} here and ${truth.orderstatus} there`);
    if (String(order.filled_quantity) !== truth.filledshares)
      wrong.push(`order ${order.id} has ${order.filled_quantity} here and ${truth.filledshares} there`);
  }
  if (held.length > 1) wrong.push(`${held.length} positions are open`);
  const quantity = held.reduce((sum, row) => sum + row.quantity, 0);
  if (quantity !== net) wrong.push(`${quantity} are held here and ${net} there`);
  wrong.push(...(await wronglyRebuilt(ordering.database)));
  if (net < 0 || net > QUANTITY) wrong.push(`the account is at ${net}`);
  return wrong;
};

/** Orders that are not what their events say. */
const wronglyRebuilt = async ({ read }: Ordering['database']): Promise<string[]> => {
  const wrong: string[] = [];
  for (const order of await read.selectFrom('orders').selectAll().execute()) {
    const events = await read
      .selectFrom('order_events')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute();
    for (const [name, value] of Object.entries(rebuildOrder(events)))
      if (order[name as keyof typeof order] !== value)
        wrong.push(`order ${order.id} has another ${name} by its events`);
  }
  return wrong;
};

/** One process that trades, dies at a point, and is started again: what differs then, and when all is sold. */
const killOnce = async (number: number, at?: KillPoint): Promise<string[]> => {
  const random = seededRandom(`kill ${number}`);
  const common = KILL_POINTS[number % KILL_POINTS.length]!;
  const chance = random.uniform();
  const point = at ?? common;
  const event = eventAt(point);
  const most = !at ? MOST_TIMES[common] : event && COMMON.includes(event) ? MOST_TIMES_OF_EVENT : 1;
  const nth = 1 + Math.floor(chance * most);
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-killed-'));
  cpSync(template, dataDir, { recursive: true });
  const { server, session } = await connect();
  server.script.fillShare = random.uniform() < 0.5 ? 0.5 : 1;
  server.script.reportTimes = random.uniform() < 0.3 ? 2 : 1;
  if (event) provoke(server, event, random);
  if (point === 'amid place') {
    for (let order = 1; order < nth; order++) server.script.nextOrder({});
    server.script.nextOrder({ effectAfterMs: random.uniform() * LATE_MS, answer: 'none' });
  }
  const control = await startControl(server);
  const { port } = control.address() as AddressInfo;
  const { hosts, client } = server;
  const world: OrderingWorld = { dataDir, hosts, apiKey: client.apiKey, session, began: Date.now() };
  const wrong: string[] = [];
  try {
    await killed({ world, control: `http://127.0.0.1:${port}`, seed: `market ${number}`, point, nth });
    server.script.forget();
    const ordering = await startOrdering(world);
    try {
      const price = Number(server.orders().at(-1)?.price ?? '800') * 100;
      const last = Math.round(price / 5) * 5;
      await comeToRest(ordering, server, last);
      wrong.push(...(await differences(ordering, server)));
      // It goes on as if nothing had been: what is held can be left.
      const [position] = ordering.execution.openPositions();
      if (position) {
        await ordering.execution.exit(position.id, 'exit', 'Exit rule', ordering.now(), 'after the restart');
        // What was late has come by now.
        await comeToRest(ordering, server, last, 0);
        wrong.push(...(await differences(ordering, server)));
        const { net } = await bothBooks(ordering, server);
        if (net !== 0) wrong.push(`${net} are left after the exit`);
      }
    } finally {
      await ordering.close();
    }
  } catch (error) {
    throw new Error(`Kill ${number} (${point}, time ${nth})`, { cause: error });
  } finally {
    await new Promise((resolve) => control.close(resolve));
    await server.close();
    rmSync(dataDir, { recursive: true });
  }
  return wrong.map((what) => `kill ${number} (${point}, time ${nth}): ${what}`);
};

it(
  `after ${KILLS} kills on the way of an order both books are the same, and no order is there twice`,
  { timeout: KILLS * 15_000 },
  async () => {
    const wrong: string[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < KILLS) wrong.push(...(await killOnce(next++)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(wrong).toEqual([]);
  },
);

it(
  `after a kill right before and right after the commit of each of ${KILL_EVENTS.length} events of an order both books are the same`,
  { timeout: ROUNDS * AT_EVENTS.length * 15_000 },
  async () => {
    const wrong: string[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < ROUNDS * AT_EVENTS.length) {
        const number = next++;
        wrong.push(...(await killOnce(KILLS + number, AT_EVENTS[number % AT_EVENTS.length])));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(wrong).toEqual([]);
  },
);
