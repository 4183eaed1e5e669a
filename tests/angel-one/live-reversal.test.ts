import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { mayTradeLive } from '../support/live-basket.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { type AngelOneServer, startAngelOneServer } from './angel-one-server.ts';
import { SBIN } from './connected.ts';

/** Ten in the morning of a Friday. A minute passes in nine seconds; ticks come all along. */
const MORNING = Date.parse('2026-11-20T10:00:10+05:30');
const SPEED = 7;
const began = Date.now();
const now = (): number => MORNING + (Date.now() - began) * SPEED;
const NAME = 'Turns round';

const crosses = (operator: 'crosses-above' | 'crosses-below', value: number) =>
  ({
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator,
    right: { kind: 'constant', value, unit: 'rupees' },
  }) as const;
const RULES: RuleDocumentInput = {
  ...RSI_RULES,
  instruments: ['SBIN'],
  timeframe: '1m',
  entry: crosses('crosses-above', 812),
  reverse: { entry: crosses('crosses-below', 808) },
  stopLoss: { kind: 'percent', value: 3 },
  size: { kind: 'fixed', quantity: 10 },
};

let server: AngelOneServer;
let backend: TestBackend;
let user: TestUser;
let price = 810_00;
let streaming: NodeJS.Timeout;

const code = (): string =>
  generateSync({ secret: server.client.totpSecret, epoch: Math.floor(now() / 1_000) });
/** The market orders and stops of the account, oldest first. */
const orders = () =>
  server
    .orders()
    .map(({ transactiontype, ordertype, orderstatus }) =>
      [transactiontype, ordertype, orderstatus].join(' '),
    );
const net = (): number => server.positions().reduce((sum, { netqty }) => sum + Number(netqty), 0);
const lines = async (): Promise<string[]> => {
  const rows = await backend.backend.parts.database.read.selectFrom('logs').select('text').execute();
  return rows.map(({ text }) => text);
};
/** Minutes go by at a price. */
const minutesAt = async (rupees: number, count: number): Promise<void> => {
  price = rupees * 100;
  const end = Math.floor(now() / MINUTE_MS) * MINUTE_MS + count * MINUTE_MS;
  await until('minutes to go by', () => Promise.resolve(now() > end));
};
const isLast = (order: string): Promise<boolean> => Promise.resolve(orders().at(-1) === order);

beforeAll(async () => {
  server = await startAngelOneServer({ now });
  backend = await startTestBackend({
    clock: { now },
    accessTokenMs: 30 * DAY_MS,
    angelOneHosts: server.hosts,
  });
  await backend.backend.parts.marketRuns.whenOpen();
  user = await backend.register('angel-turns');
  await mayTradeLive(backend, user);
  const { code: clientCode, apiKey, pin } = server.client;
  await user.call('live.link', { clientCode, apiKey, pin, totp: code() });
  await user.call('live.riskGuard', { maxLossPerDay: 50_000_00 });
  streaming = setInterval(() => server.price(SBIN.token, price), 100);
}, 60_000);
afterAll(async () => {
  clearInterval(streaming);
  await backend.dispose();
  await server.close();
});

it('turns a position at Angel One, and does not where the answer of its exit is lost', async () => {
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name: NAME,
    capital: 1_00_000_00,
    document: RULES,
  });
  await user.call('live.goLive', { strategyId: strategyId ?? 0, confirmName: NAME });
  await minutesAt(810, 2);
  price = 814_00;
  await until('the long with its stop', () => isLast('SELL STOPLOSS_LIMIT trigger pending'), 40_000);
  expect(net()).toBe(10);

  price = 806_00;
  await until('the short with its stop', () => isLast('BUY STOPLOSS_LIMIT trigger pending'), 40_000);
  expect(net()).toBe(-10);
  expect(orders()).toEqual([
    'BUY LIMIT complete',
    'SELL STOPLOSS_LIMIT cancelled',
    'SELL LIMIT complete',
    'SELL LIMIT complete',
    'BUY STOPLOSS_LIMIT trigger pending',
  ]);

  // The exit of the short is done a while later, and nobody has said so.
  server.script.nextOrder({ answer: 'drop', effectAfterMs: 1_500 });
  price = 814_00;
  await until('the short left', () => Promise.resolve(net() === 0), 40_000);
  await until('what is said of it', async () =>
    (await lines()).some((text) => text.includes('The exit was refused, or its answer was lost')),
  );
  await minutesAt(814, 1);
  expect(net()).toBe(0);
  expect(orders().slice(-2)).toEqual(['BUY STOPLOSS_LIMIT cancelled', 'BUY LIMIT complete']);
}, 150_000);
