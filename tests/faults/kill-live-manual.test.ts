import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AngelOneServer, startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { bundled } from '../support/bundled.ts';
import { mayTradeLive } from '../support/live-basket.ts';
import type { TestBackend, TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { startBasketBackend, totpOf, worldTime } from './basket-backend.ts';
import type { BasketTask } from './basket-process.ts';
import type { KillPoint } from './kill-points.ts';

const SBIN = '3045';
const QUANTITY = 7;
const BEAT_MS = 50;
const LONGEST_LIFE_MS = 60_000;
const began = Date.now();

let server: AngelOneServer;
let template = '';
let port = 0;
let user: TestUser;
let beat: NodeJS.Timeout;
let runs = 0;

beforeAll(async () => {
  server = await startAngelOneServer({ now: () => worldTime(began), hasRateLimits: false });
  const backend = await startBasketBackend({ hosts: server.hosts, began });
  await backend.backend.parts.marketRuns.whenOpen();
  user = await backend.register('killed-live-hand');
  await mayTradeLive(backend, user);
  const { code: clientCode, apiKey, pin, totpSecret } = server.client;
  await user.call('live.link', { clientCode, apiKey, pin, totp: totpOf(totpSecret, began) });
  await user.call('manual.acceptLive', {
    ...{ capital: 1_00_000_00, maxLossPerDay: 50_000_00, isUnderstood: true, confirmName: 'LIVE' },
  });
  ({ port } = backend.backend);
  template = backend.dataDir;
  await backend.close();
  // The market goes on by itself.
  beat = setInterval(() => server.price(SBIN, 810_00), BEAT_MS);
}, 90_000);
afterAll(async () => {
  clearInterval(beat);
  rmSync(template, { recursive: true });
  await server.close();
});

const preview = {
  symbol: 'SBIN',
  side: 'buy',
  size: { by: 'quantity', amount: QUANTITY },
  type: 'market',
  product: 'intraday',
  stopLoss: 800_00,
  target: 830_00,
} as const;
const order = { ...preview, isUnderstood: true } as const;

/** The same below the market, and what it is changed to. */
const resting = { ...order, type: 'limit', price: 805_00 } as const;
const larger = { quantity: 9, price: 806_00, isUnderstood: true } as const;

const manual = async () =>
  (await user.call('positions.open', { type: 'live' })).list.filter(({ isManual }) => isManual);
const sentSince = (since: number) => server.orders().slice(since);
const netSince = (since: number): number =>
  sentSince(since).reduce(
    (sum, { transactiontype, filledshares }) =>
      sum + (transactiontype === 'BUY' ? 1 : -1) * Number(filledshares),
    0,
  );
const restingSince = (since: number): number =>
  sentSince(since).reduce(
    (sum, { orderstatus, quantity }) => sum + (orderstatus === 'trigger pending' ? Number(quantity) : 0),
    0,
  );
/** Makes a call that its backend may not live to answer; again until the order can be placed. */
const asked = async (call: () => Promise<{ status: number }>, isDead: () => boolean): Promise<void> => {
  while (!isDead()) {
    const status = await call().then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
  }
};

/** A process that kills itself at its point. */
const started = async (task: BasketTask) => {
  const child = spawn(
    process.execPath,
    [await bundled('tests/faults/basket-process.ts'), JSON.stringify(task)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const tooLong = setTimeout(() => child.kill('SIGTERM'), LONGEST_LIFE_MS);
  let dead = false;
  const closed = (once(child, 'close') as Promise<[number | null, string | null]>).finally(
    () => (dead = true),
  );
  await Promise.race([once(child.stdout, 'data'), closed]);
  return {
    isDead: () => dead,
    killed: async () => {
      const [, signal] = await closed;
      clearTimeout(tooLong);
      expect(signal).toBe('SIGKILL');
    },
  };
};

/** Trade in a process that kills itself at its point: buy, wait for the stop at the broker, close. */
const tradeAndDie = async (
  task: BasketTask,
  mark: string,
  since: number,
  isPreviewed: boolean,
): Promise<void> => {
  const { isDead, killed } = await started(task);
  // With the money of its preview it is written and marked as sent in one commit.
  if (isPreviewed) await asked(() => user.ask('manual.previewLive', preview), isDead);
  await asked(() => user.ask('manual.placeLive', { ...order, mark }), isDead);
  while (!isDead() && restingSince(since) < QUANTITY)
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
  const [position] = isDead() ? [] : await manual().catch(() => []);
  if (position) await asked(() => user.ask('manual.close', { positionId: position.positionId }), isDead);
  await killed();
};

/** Change a resting order in a process that kills itself. */
const changeAndDie = async (task: BasketTask, mark: string): Promise<void> => {
  const child = await started(task);
  await asked(() => user.ask('manual.placeLive', { ...resting, mark }), child.isDead);
  // No answer means that the process was killed before, which `killed` asserts: there is nothing to change.
  const [account] = await Promise.allSettled(child.isDead() ? [] : [user.call('manual.liveAccount', {})]);
  const [order] = account?.status === 'fulfilled' ? account.value.working : [];
  if (order)
    await asked(() => user.ask('manual.changeLive', { orderId: order.orderId, ...larger }), child.isDead);
  await child.killed();
};

/** Positions that are closed together, and how many units of them. */
const net = { ...order, stopLoss: null, target: null } as const;
const SOLD = 10;

/** Sell so many of what is held in two positions. */
const sellOfBoth = (mark: string) =>
  user.ask('manual.placeLive', {
    ...net,
    ...{ side: 'sell', size: { by: 'quantity', amount: SOLD }, mark: `${mark}-sell` },
  });

/** Buy twice and close of both in a process that kills itself. Resolves with the ids of the positions. */
const sellAndDie = async (task: BasketTask, mark: string): Promise<number[]> => {
  const child = await started(task);
  for (const count of [1, 2]) {
    await asked(() => user.ask('manual.placeLive', { ...net, mark: `${mark}-${count}` }), child.isDead);
    await until('what is bought', async () => {
      const held = await manual();
      return held.length === count && held.every(({ quantity }) => quantity === QUANTITY);
    });
  }
  const ids = (await manual()).map(({ positionId }) => positionId);
  await asked(() => sellOfBoth(mark), child.isDead);
  await child.killed();
  return ids;
};

/** Settle, as its owner would, orders that never arrived. */
const settleDoubts = async (backend: TestBackend, since: number): Promise<void> => {
  const doubts = await backend.backend.parts.database.read
    .selectFrom('orders')
    .select(['id', 'tag'])
    .where('state', '=', 'unknown')
    .execute();
  for (const { id, tag } of doubts)
    if (!sentSince(since).some(({ ordertag }) => ordertag === tag))
      await user.ask('live.resolve', { orderId: id, decision: 'not-placed' });
};

/** Compare the broker's orders with ours: each is there once, filled as much. */
const compare = async (backend: TestBackend, since: number): Promise<void> => {
  const here = await backend.backend.parts.database.read
    .selectFrom('orders')
    .select(['tag', 'filled_quantity'])
    .where('tag', 'is not', null)
    .execute();
  for (const { ordertag, filledshares } of sentSince(since))
    expect(here.filter(({ tag }) => tag === ordertag)).toEqual([
      { tag: ordertag, filled_quantity: Number(filledshares) },
    ]);
};

it.each<[KillPoint, number, 'previewed'?]>([
  ['before commit of submit', 1, 'previewed'],
  ['after commit of submit', 1, 'previewed'],
  ['before place', 1, 'previewed'],
  ['amid place', 1, 'previewed'],
  ['after place', 1, 'previewed'],
  ['after commit of intend', 1],
  ['before commit of submit', 1],
  ['after commit of submit', 1],
  ['before place', 1],
  ['amid place', 1],
  ['after place', 1],
  ['before commit of fill', 1],
  ['after commit of fill', 1],
  ['before place', 2],
  ['after place', 2],
  ['before cancel', 1],
  ['after cancel', 1],
  ['before place', 3],
  ['after place', 3],
  ['before commit of fill', 2],
  ['after commit of fill', 2],
])(
  'killed %s, number %i, %s: an order by hand is one, and the books are those of the broker',
  async (point, nth, isPreviewed) => {
    const mark = `killed-live-${++runs}`;
    const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-live-hand-'));
    cpSync(template, dataDir, { recursive: true });
    const since = server.orders().length;
    const world = { dataDir, port, hosts: server.hosts, began };
    await tradeAndDie({ world, point, nth }, mark, since, isPreviewed !== undefined);
    const backend = await startBasketBackend({ dataDir, port, hosts: server.hosts, began });
    try {
      await backend.backend.parts.marketRuns.whenOpen();
      // Its owner does not know what became of it, and sends it again.
      let state = '';
      await until('the order to be known', async () => {
        const { status, body } = await user.ask('manual.placeLive', { ...order, mark });
        state = body.data?.order.state ?? '';
        return status === 200 && !['intended', 'submitted', 'accepted', 'open'].includes(state);
      });
      const bought = sentSince(since).filter(({ transactiontype }) => transactiontype === 'BUY');
      expect(bought.length).toBeLessThanOrEqual(1);
      await until('books that agree, with the stop at the broker', async () => {
        await settleDoubts(backend, since);
        const held = (await manual()).reduce((sum, { quantity }) => sum + quantity, 0);
        return held === netSince(since) && restingSince(since) === held;
      });
      for (const { positionId } of await manual()) await user.ask('manual.close', { positionId });
      await until('the end', async () => (await manual()).length === 0 && netSince(since) === 0);
      await until('no order that rests', () => Promise.resolve(restingSince(since) === 0));
      await compare(backend, since);
      const again = await user.ask('manual.placeLive', { ...order, mark });
      expect(again.status).toBe(200);
      expect(sentSince(since).filter(({ transactiontype }) => transactiontype === 'BUY')).toHaveLength(
        bought.length,
      );
    } finally {
      await backend.dispose();
    }
  },
  120_000,
);

it.each<[KillPoint]>([
  ['before commit of ask-change'],
  ['after commit of ask-change'],
  ['before modify'],
  ['after modify'],
  ['before commit of take-change'],
  ['after commit of take-change'],
])(
  'killed %s: a change is sent once, and the order is as the broker has it',
  async (point) => {
    const mark = `killed-change-${++runs}`;
    const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-live-change-'));
    cpSync(template, dataDir, { recursive: true });
    const since = server.orders().length;
    await changeAndDie({ world: { dataDir, port, hosts: server.hosts, began }, point, nth: 1 }, mark);
    const backend = await startBasketBackend({ dataDir, port, hosts: server.hosts, began });
    try {
      await backend.backend.parts.marketRuns.whenOpen();
      const { database } = backend.backend.parts;
      const ours = () =>
        database.read
          .selectFrom('orders')
          .select(['id', 'state', 'pending', 'quantity', 'price'])
          .where('mode', '=', 'live')
          .where('slot', '=', 'entry')
          .executeTakeFirstOrThrow();
      const theirs = () => sentSince(since)[0]!;
      const wasSent = [
        'after modify',
        'before commit of take-change',
        'after commit of take-change',
      ].includes(point);
      expect([theirs().quantity, Number(theirs().price)]).toEqual(wasSent ? ['9', 806] : ['7', 805]);
      await until('an order that is known', async () => {
        const { state, pending } = await ours();
        return state === 'open' && pending === null;
      });
      await until('what the broker has', async () => {
        const { quantity, price } = await ours();
        return quantity === Number(theirs().quantity) && price === Number(theirs().price) * 100;
      });
      // Its owner changes it again, so that it fills.
      const { id: orderId } = await ours();
      const again = { orderId, quantity: 11, price: 812_00, isUnderstood: true } as const;
      await until('another change', async () => (await user.ask('manual.changeLive', again)).status === 200);
      await until('its fill', async () => (await manual())[0]?.quantity === 11);
      expect(sentSince(since).filter(({ transactiontype }) => transactiontype === 'BUY')).toHaveLength(1);
      for (const { positionId } of await manual()) await user.ask('manual.close', { positionId });
      await until('the end', async () => (await manual()).length === 0 && netSince(since) === 0);
      await until('no order that rests', () => Promise.resolve(restingSince(since) === 0));
      await compare(backend, since);
    } finally {
      await backend.dispose();
    }
  },
  120_000,
);

it.each<[KillPoint, number]>([
  ['before commit of intend', 3],
  ['after commit of intend', 3],
  ['before commit of submit', 3],
  ['after commit of submit', 3],
  ['before place', 3],
  ['after place', 3],
  ['before place', 4],
  ['after place', 4],
  ['before commit of fill', 3],
  ['after commit of fill', 3],
])(
  'killed %s, number %i: of two positions so many are sold as was asked for, once',
  async (point, nth) => {
    const mark = `killed-net-${++runs}`;
    const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-live-net-'));
    cpSync(template, dataDir, { recursive: true });
    const since = server.orders().length;
    const ids = await sellAndDie({ world: { dataDir, port, hosts: server.hosts, began }, point, nth }, mark);
    const backend = await startBasketBackend({ dataDir, port, hosts: server.hosts, began });
    try {
      await backend.backend.parts.marketRuns.whenOpen();
      const left = 2 * QUANTITY - SOLD;
      // Its owner had no answer, and asks again.
      for (let times = 0; times < 2; times++) {
        await until('an answer', async () => (await sellOfBoth(mark)).status === 200);
        await until('books that agree', async () => {
          await settleDoubts(backend, since);
          const held = (await manual()).reduce((sum, { quantity }) => sum + quantity, 0);
          return held === left && netSince(since) === left;
        });
      }
      const wishes = await backend.backend.parts.database.read
        .selectFrom('exit_intents')
        .select('position_id')
        .where('position_id', 'in', ids)
        .execute();
      expect(wishes.map(({ position_id: id }) => id).toSorted((a, b) => a - b)).toEqual(
        ids.toSorted((a, b) => a - b),
      );
      for (const { positionId } of await manual()) await user.ask('manual.close', { positionId });
      await until('the end', async () => (await manual()).length === 0 && netSince(since) === 0);
      await compare(backend, since);
    } finally {
      await backend.dispose();
    }
  },
  120_000,
);
