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

const PRICES = { '3045': 810_00, '1660': 405_00, '2885': 1_400_00 } as const;
const NAME = 'Three of the list';
const AMOUNT = 60_000_00;
const LONGEST_LIFE_MS = 60_000;
const began = Date.now();

let server: AngelOneServer;
let template = '';
let port = 0;
let user: TestUser;
let basketId = 0;

const price = (): void => {
  for (const [token, paise] of Object.entries(PRICES)) server.price(token, paise);
};

beforeAll(async () => {
  server = await startAngelOneServer({ now: () => worldTime(began), hasRateLimits: false });
  const backend = await startBasketBackend({ hosts: server.hosts, began });
  await backend.backend.parts.marketRuns.whenOpen();
  user = await backend.register('killed-basket');
  await mayTradeLive(backend, user);
  const { code: clientCode, apiKey, pin, totpSecret } = server.client;
  await user.call('live.link', { clientCode, apiKey, pin, totp: totpOf(totpSecret, began) });
  ({ basketId } = await user.call('baskets.add', {
    name: NAME,
    constituents: [
      { instrument: 'SBIN', weight: 33.34 },
      { instrument: 'ITC', weight: 33.33 },
      { instrument: 'RELIANCE', weight: 33.33 },
    ],
  }));
  ({ port } = backend.backend);
  template = backend.dataDir;
  await backend.close();
}, 90_000);
afterAll(async () => {
  rmSync(template, { recursive: true });
  await server.close();
});

/** Start a process that kills itself while placing an opening's orders. Resolves when it is dead. */
const openAndDie = async (task: BasketTask): Promise<void> => {
  const child = spawn(
    process.execPath,
    [await bundled('tests/faults/basket-process.ts'), JSON.stringify(task)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const tooLong = setTimeout(() => child.kill('SIGTERM'), LONGEST_LIFE_MS);
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  await Promise.race([once(child.stdout, 'data'), closed]);
  price();
  const { previewId } = await user.call('baskets.preview', { basketId, amount: AMOUNT, mode: 'live' });
  const wanted = { basketId, amount: AMOUNT, mode: 'live', previewId, confirmName: NAME };
  await expect(user.ask('baskets.open', wanted)).rejects.toThrow();
  const [, signal] = await closed;
  clearTimeout(tooLong);
  expect(signal).toBe('SIGKILL');
};

const held = async () => (await user.call('baskets.details', { basketId, mode: 'live' })).detailsBasket;

/** Compare the broker's orders since a moment with those written here. They must be the same, and each once. */
const compare = async (backend: TestBackend, since: number) => {
  const there = server.orders().slice(since);
  const here = await backend.backend.parts.database.read
    .selectFrom('orders')
    .select(['tag', 'symbol', 'state', 'filled_quantity'])
    .where('tag', 'is not', null)
    .execute();
  for (const order of there) {
    const ours = here.filter(({ tag }) => tag === order.ordertag);
    expect(ours).toMatchObject([{ state: 'filled', filled_quantity: Number(order.filledshares) }]);
  }
  return there.map(({ tradingsymbol }) => tradingsymbol);
};

it.each<[KillPoint, number, sentBefore: number]>([
  ['before place', 1, 0],
  ['after place', 1, 1],
  ['before place', 2, 1],
  ['after place', 2, 2],
])(
  'killed %s of order %i of a live basket: no order is doubled, and what was not sent is shown, not sent by itself',
  async (point, nth, sentBefore) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-basket-'));
    cpSync(template, dataDir, { recursive: true });
    const since = server.orders().length;
    await openAndDie({ world: { dataDir, port, hosts: server.hosts, began }, point, nth });
    const backend = await startBasketBackend({ dataDir, port, hosts: server.hosts, began });
    try {
      await backend.backend.parts.marketRuns.whenOpen();
      price();
      const unknownIsThere = point === 'after place';
      // One that was written as sent, and is not at the broker, is in doubt until its owner says so.
      await until('the basket to be looked at', async () => {
        const state = (await held()).holding?.state;
        return unknownIsThere ? state === 'incomplete' : state === 'needs-you';
      });
      expect(server.orders().slice(since)).toHaveLength(sentBefore);
      if (!unknownIsThere) {
        const [doubt] = (await held()).constituents.flatMap(({ orders }) =>
          orders.filter(({ state }) => state === 'unknown'),
        );
        await user.call('live.resolve', { orderId: doubt!.orderId!, decision: 'not-placed' });
        await until('the doubt to be settled', async () => (await held()).holding?.state === 'incomplete');
      }
      const missing = (await held()).constituents.filter(({ problem }) => problem?.action === 'repair');
      expect(missing).toHaveLength(3 - sentBefore);
      await backend.backend.parts.basketTrading.round();
      await backend.backend.parts.basketTrading.settled();
      expect(server.orders().slice(since)).toHaveLength(sentBefore);
      const { previewId, orders } = await user.call('baskets.preview', { basketId, mode: 'live' });
      expect(orders.map(({ symbol }) => symbol).sort()).toEqual(missing.map(({ symbol }) => symbol).sort());
      await user.call('baskets.rebalance', { basketId, previewId });
      await until('the whole basket', async () => (await held()).holding?.state === 'held');
      expect((await compare(backend, since)).sort()).toEqual(['ITC-EQ', 'RELIANCE-EQ', 'SBIN-EQ']);
      const reported = (await user.call('alerts.list', { categoryId: 6 })).notification_list;
      expect(reported.filter(({ title }) => title === 'A basket is not complete')).toHaveLength(1);
    } finally {
      await backend.dispose();
    }
  },
  120_000,
);
