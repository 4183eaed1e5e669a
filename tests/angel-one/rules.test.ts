import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AngelOneBroker } from '../../src/backend/brokers/angel-one/angel-one-broker.ts';
import type { BrokerRule } from '../../src/backend/brokers/broker.ts';
import type { AngelOneServer } from './angel-one-server.ts';
import { accountOf, type Connected, connect, HASTY_TIMING, SBIN, SHORT_PATIENCE } from './connected.ts';
import type { Mood } from './script.ts';

let connected: Connected;
let server: AngelOneServer;
let broker: AngelOneBroker;
beforeEach(async () => {
  connected = await connect();
  ({ server } = connected);
  broker = connected.account.broker(connected.session);
});
afterEach(async () => {
  broker.close();
  await server.close();
});

const RULE: BrokerRule = { instrument: SBIN, side: 'buy', quantity: 10, trigger: 790_00, price: 790_50 };
/** Soon gives up waiting. */
const hasty = () => accountOf(server, SHORT_PATIENCE).broker(connected.session).rules;
const sent = (endpoint: string) => server.seen.filter((call) => call.endpoint === endpoint);
const ENTRY = { urgency: 'entry' } as const;

describe('a rule', () => {
  it('is created for delivery at a limit, listed, and sends an order without a tag when it triggers', async () => {
    server.price('3045', 812_50);
    expect(await broker.rules.create(RULE, ENTRY)).toEqual({ outcome: 'accepted', brokerOrderId: '1000' });
    expect(sent('createRule')[0]?.body).toEqual({
      ...{ tradingsymbol: 'SBIN-EQ', symboltoken: '3045', exchange: 'NSE', transactiontype: 'BUY' },
      ...{ producttype: 'DELIVERY', price: '790.50', qty: '10', triggerprice: '790.00' },
      ...{ disclosedqty: '10', timeperiod: '365' },
    });
    expect(await broker.rules.list()).toEqual([
      {
        ...{ ruleId: '1000', exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', state: 'waiting' },
        terms: { side: 'buy', quantity: 10, trigger: 790_00, price: 790_50 },
      },
    ]);
    server.price('3045', 790_00);
    expect(await broker.rules.list()).toMatchObject([{ ruleId: '1000', state: 'sent' }]);
    expect(await broker.orderBook()).toMatchObject([{ side: 'buy', quantity: 10, tag: null }]);
  });

  it.each([
    [{ quantity: 0 }, /whole number above zero/],
    [{ trigger: 0 }, /a trigger and a limit/],
    [{ price: 0.5 }, /whole paise/],
  ] as const)('that cannot be one (%o) never leaves', async (change, reason) => {
    const outcome = await broker.rules.create({ ...RULE, ...change }, ENTRY);
    expect(outcome).toEqual({
      outcome: 'refused',
      kind: 'order',
      reason: expect.stringMatching(reason) as string,
    });
    expect(sent('createRule')).toEqual([]);
  });

  it.each([
    ['time-out-accepted', 1],
    ['time-out-lost', 0],
    ['drop-accepted', 1],
    ['html-accepted', 1],
    ['garbled-accepted', 1],
    ['server-error-accepted', 1],
    ['empty', 0],
    ['status-false', 0],
  ] as const satisfies readonly (readonly [Mood, number])[])(
    'after %s is in doubt, and is never sent again',
    async (mood, there) => {
      server.script.next('createRule', mood);
      expect((await hasty().create(RULE, ENTRY)).outcome).toBe('unknown');
      expect(sent('createRule')).toHaveLength(1);
      expect(await broker.rules.list()).toHaveLength(there);
    },
  );

  it.each([
    ['session', 'session'],
    ['address', 'address'],
    ['rate', 'rate'],
  ] as const)('that the gate refuses (%s) is not there', async (mood, kind) => {
    server.script.next('createRule', mood);
    expect(await broker.rules.create(RULE, ENTRY)).toMatchObject({ outcome: 'refused', kind });
    expect(server.rules.all).toEqual([]);
  });

  it('that the broker refuses says why', async () => {
    const instrument = { ...SBIN, token: '1' };
    expect(await broker.rules.create({ ...RULE, instrument }, ENTRY)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/AB9011: Invalid Symbol Token/) as string,
    });
  });

  it('without a number in the answer is in doubt', async () => {
    server.script.next('createRule', { answer: { text: '{"status":true,"message":"SUCCESS","data":{}}' } });
    expect(await broker.rules.create(RULE, ENTRY)).toMatchObject({ outcome: 'unknown' });
  });

  it('is cancelled by its number; once more is refused, and without an answer nobody knows', async () => {
    await broker.rules.create(RULE, ENTRY);
    await broker.rules.create({ ...RULE, quantity: 11 }, ENTRY);
    expect(await broker.rules.cancel('1000', SBIN)).toEqual({ outcome: 'accepted' });
    expect(await broker.rules.cancel('1000', SBIN)).toMatchObject({ outcome: 'refused', kind: 'order' });
    server.script.next('cancelRule', 'time-out-accepted');
    expect(await hasty().cancel('1001', SBIN)).toMatchObject({ outcome: 'unknown' });
    expect(await broker.rules.list()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
  });
});

describe('the list of rules', () => {
  it('is read to its end, whatever a page holds, and asked again where it could not be', async () => {
    for (let quantity = 1; quantity <= 25; quantity++)
      await broker.rules.create({ ...RULE, quantity }, ENTRY);
    server.script.next('ruleList', 'drop-lost');
    await expect(hasty().list()).rejects.toThrow(/connection to Angel One broke/);
    server.script.next('ruleList', 'server-error');
    const listed = await accountOf(server, { timing: HASTY_TIMING }).broker(connected.session).rules.list();
    expect(listed.map(({ terms }) => terms?.quantity)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  it('has what cannot be read as something that is there, and is none without its numbers', async () => {
    const row = {
      ...{ exchange: 'NSE', symboltoken: '3045', tradingsymbol: 'SBIN-EQ', qty: '1' },
      price: '1',
    };
    server.rules.oddRows = [
      { id: '1', ...row, status: 'PAUSED', transactiontype: 'BUY', triggerprice: '2' },
      { id: '2', ...row, status: 'ACTIVE', transactiontype: 'SWAP', triggerprice: '2' },
      { id: '3', ...row, status: 'ACTIVE', transactiontype: 'SELL', triggerprice: 'soon' },
      { id: '4', ...row, status: 'ACTIVE', transactiontype: 'SELL', triggerprice: 2, qty: 5 },
    ];
    expect(await broker.rules.list()).toMatchObject([
      { ruleId: '1', state: null, terms: { side: 'buy' } },
      { ruleId: '2', state: 'waiting', terms: null },
      { ruleId: '3', state: 'waiting', terms: null },
      { ruleId: '4', state: 'waiting', terms: { side: 'sell', quantity: 5, trigger: 200 } },
    ]);
    for (const odd of [{ ...row, status: 'ACTIVE' }, null, 'rule']) {
      server.rules.oddRows = [odd];
      await expect(broker.rules.list()).rejects.toThrow(/a list of GTT orders that cannot be read/);
    }
  });

  it('knows of a rule that is there twice only what both say', async () => {
    const row = {
      ...{ exchange: 'NSE', symboltoken: '3045', tradingsymbol: 'SBIN-EQ', transactiontype: 'BUY' },
      ...{ price: '1', triggerprice: '2', qty: '5' },
    };
    server.rules.oddRows = [
      { id: '1', ...row, status: 'ACTIVE' },
      { id: '1', ...row, status: 'CANCELLED' },
      { id: '2', ...row, status: 'ACTIVE' },
      { id: '2', ...row, status: 'ACTIVE', qty: '6' },
      { id: '3', ...row, status: 'ACTIVE' },
      { id: '3', ...row, status: 'ACTIVE' },
    ];
    expect(await broker.rules.list()).toMatchObject([
      { ruleId: '1', state: null, terms: { quantity: 5 } },
      { ruleId: '2', state: 'waiting', terms: null },
      { ruleId: '3', state: 'waiting', terms: { quantity: 5 } },
    ]);
  });

  it('believes no numbers that no rule has', async () => {
    const row = {
      ...{ exchange: 'NSE', symboltoken: '3045', tradingsymbol: 'SBIN-EQ', transactiontype: 'BUY' },
      ...{ status: 'ACTIVE', price: '1', triggerprice: '2', qty: '5' },
    };
    server.rules.oddRows = [
      { id: '1', ...row, qty: '3000000000' },
      { id: '2', ...row, price: '30000000.00' },
    ];
    expect((await broker.rules.list()).map(({ terms }) => terms)).toEqual([null, null]);
  });

  it('of one rule may be no list, and of none is empty', async () => {
    const text = (data: unknown) => ({
      answer: { text: JSON.stringify({ status: true, message: '', data }) },
    });
    const one = { id: '7', exchange: 'NSE', symboltoken: '3045', tradingsymbol: 'SBIN-EQ', status: 'NEW' };
    server.script.next('ruleList', text(one));
    expect(await broker.rules.list()).toMatchObject([{ ruleId: '7', state: 'waiting', terms: null }]);
    server.script.next('ruleList', text(null));
    expect(await broker.rules.list()).toEqual([]);
  });
});

it('rules keep within the limits of the broker, and what cancels one goes first', async () => {
  await server.close();
  connected = await connect({ hasRateLimits: true });
  ({ server } = connected);
  const { rules } = connected.account.broker(connected.session);
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, index) => rules.create({ ...RULE, quantity: index + 1 }, ENTRY)),
  );
  expect(made.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
  const order: string[] = [];
  await Promise.all([
    ...[1, 2, 3, 4, 5, 6].map((quantity) =>
      rules.create({ ...RULE, quantity: 100 + quantity }, ENTRY).then(() => order.push('create')),
    ),
    rules.cancel('1000', SBIN).then(() => order.push('cancel')),
  ]);
  expect(order.indexOf('cancel')).toBeLessThan(6);
  expect(sent('cancelRule')).toHaveLength(1);
});
