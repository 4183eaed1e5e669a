import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/shared/time.ts';
import { mayTradeLive } from '../support/live-basket.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { type AngelOneServer, startAngelOneServer } from './angel-one-server.ts';

/** Ten in the morning of a Friday; the test lets a weekend pass. */
const MORNING = Date.parse('2026-11-20T10:00:10+05:30');
const began = Date.now();
let passed = 0;
const now = (): number => MORNING + Date.now() - began + passed;
const TOKENS = { SBIN: '3045', ITC: '1660' } as const;
const PRICES = { SBIN: 810_00, ITC: 405_00 } as const;
const NAME = 'Bank and smoke';

let server: AngelOneServer;
let backend: TestBackend;
let user: TestUser;
let basketId = 0;

const code = (): string =>
  generateSync({ secret: server.client.totpSecret, epoch: Math.floor(now() / 1_000) });
const price = (): void => {
  for (const symbol of ['SBIN', 'ITC'] as const) server.price(TOKENS[symbol], PRICES[symbol]);
};
const held = async () =>
  (await user.call('baskets.details', { basketId, mode: 'live' })).detailsBasket.holding;
const placed = () => server.seen.filter(({ endpoint }) => endpoint === 'placeOrder').map(({ body }) => body);

beforeAll(async () => {
  server = await startAngelOneServer({ now });
  backend = await startTestBackend({
    clock: { now },
    accessTokenMs: 30 * DAY_MS,
    angelOneHosts: server.hosts,
  });
  await backend.backend.parts.marketRuns.whenOpen();
  user = await backend.register('angel-basket');
  await mayTradeLive(backend, user);
  const { code: clientCode, apiKey, pin } = server.client;
  await user.call('live.link', { clientCode, apiKey, pin, totp: code() });
  ({ basketId } = await user.call('baskets.add', {
    name: NAME,
    constituents: [
      { instrument: 'SBIN', weight: 50 },
      { instrument: 'ITC', weight: 50 },
    ],
  }));
}, 60_000);
afterAll(async () => {
  await backend.dispose();
  await server.close();
});

it('a basket goes through Angel One: bought, a holding the next day, sold only when the depository agrees', async () => {
  price();
  const amount = 50_000_00;
  const preview = await user.call('baskets.preview', { basketId, amount, mode: 'live' });
  expect(preview.orders.map(({ symbol, price: at }) => [symbol, at])).toEqual([
    ['SBIN', PRICES.SBIN],
    ['ITC', PRICES.ITC],
  ]);
  await user.call('baskets.open', {
    basketId,
    amount,
    mode: 'live',
    previewId: preview.previewId,
    confirmName: NAME,
  });
  expect(placed()).toMatchObject([
    {
      transactiontype: 'BUY',
      ordertype: 'LIMIT',
      producttype: 'DELIVERY',
      duration: 'DAY',
      symboltoken: '3045',
    },
    {
      transactiontype: 'BUY',
      ordertype: 'LIMIT',
      producttype: 'DELIVERY',
      duration: 'DAY',
      symboltoken: '1660',
    },
  ]);
  await until('the purchases', async () => (await held())?.state === 'held');
  expect(await held()).toMatchObject({ invested: amount, attention: null });

  server.nextDay();
  passed = 3 * DAY_MS;
  await user.call('live.reconnect', { totp: code() });
  price();
  const wanted = { basketId, mode: 'live', confirmName: NAME };
  const refused = await user.ask('baskets.close', wanted);
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringMatching(/depository \(CDSL\)/)]);
  expect((refused.body.details as { authorise: unknown[] }).authorise).toHaveLength(2);
  expect(placed()).toHaveLength(2);

  server.script.depository = 'authorised';
  const closed = await user.call('baskets.close', { ...wanted, mode: 'live' });
  expect(closed.orders.map(({ side, problem }) => [side, problem])).toEqual([
    ['sell', null],
    ['sell', null],
  ]);
  await until('the sales', async () => (await held()) === null);
  expect(placed().slice(2)).toMatchObject([
    { transactiontype: 'SELL', ordertype: 'LIMIT', producttype: 'DELIVERY' },
    { transactiontype: 'SELL', ordertype: 'LIMIT', producttype: 'DELIVERY' },
  ]);
}, 90_000);
