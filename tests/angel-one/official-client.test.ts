import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AngelOneServer, startAngelOneServer } from './angel-one-server.ts';
import { chainDays, madeUpChain } from './chain.ts';
import { codeNow, until } from './connected.ts';
import { SERVER_INSTRUMENTS } from './instruments.ts';

/** The part of the broker's own client that is used here. */
interface OfficialClient {
  generateSession(client: string, pin: string, totp: string): Promise<Answer>;
  generateToken(refreshToken: string): Promise<Answer>;
  getProfile(): Promise<Answer>;
  getRMS(): Promise<Answer>;
  getHolding(): Promise<Answer>;
  placeOrder(order: object): Promise<Answer>;
  modifyOrder(order: object): Promise<Answer>;
  cancelOrder(order: object): Promise<Answer>;
  getOrderBook(): Promise<Answer>;
  getTradeBook(): Promise<Answer>;
  getPosition(): Promise<Answer>;
  marketData(request: object): Promise<Answer>;
  verifyDis(request: object): Promise<Answer>;
  getTranStatus(request: object): Promise<Answer>;
  getCandleData(request: object): Promise<Answer>;
  marginApi(request: object): Promise<Answer>;
  optionGreek(request: object): Promise<Answer>;
  logout(client: string): Promise<Answer>;
}
interface Answer {
  readonly status: boolean;
  readonly message: string;
  readonly data: never;
}
interface OfficialSocket {
  connect(): Promise<void>;
  fetchData(request: object): void;
  on(event: 'tick', listener: (tick: unknown) => void): void;
  close(): void;
}
interface Official {
  readonly SmartAPI: new (options: object) => OfficialClient;
  readonly WebSocketV2: new (options: object) => OfficialSocket;
  readonly WSOrderUpdates: new (options: object) => OfficialSocket;
}

const folder = resolve(import.meta.dirname, '../../node_modules/smartapi-javascript');
const isThere = existsSync(folder);
const NEEDS = isThere ? '' : ' (needs the package smartapi-javascript)';

/**
 * Load the official client with two of its parts replaced. It looks up its public address over the internet and writes
 * every refusal, headers and all, to a file in the folder it runs in; both are replaced. What goes over the wire to the
 * broker is its own.
 */
const loadOfficial = (server: AngelOneServer): Official => {
  const load = createRequire(join(folder, 'lib/index.js'));
  const replace = (name: string, exports: object): void => {
    const id = load.resolve(name);
    load.cache[id] = { id, filename: id, loaded: true, exports } as NodeJS.Module;
  };
  replace('public-ip', { v4: () => Promise.resolve('127.0.0.1') });
  replace('./winston_log.js', { errorLogger: { error: () => undefined } });
  const { CONSTANTS } = load('../config/constant.js') as { CONSTANTS: Record<string, string> };
  CONSTANTS['websocketURL'] = server.hosts.marketSocket;
  CONSTANTS['wsclientupdatesURL'] = server.hosts.orderSocket;
  return load('./index.js') as Official;
};

const LIMIT_ORDER = {
  variety: 'NORMAL',
  tradingsymbol: 'SBIN-EQ',
  symboltoken: '3045',
  transactiontype: 'BUY',
  exchange: 'NSE',
  ordertype: 'LIMIT',
  producttype: 'INTRADAY',
  duration: 'DAY',
  price: '812.40',
  squareoff: '0',
  stoploss: '0',
  quantity: '10',
};

const [EXPIRY] = chainDays(Date.now());
const CHAIN = madeUpChain({
  ...{ name: 'NIFTY', expiry: EXPIRY, lot: 65, freeze: 1_800 },
  ...{ around: 24_100_00, step: 50_00, aSide: 5, firstToken: 70_000 },
});

let server: AngelOneServer;
let official: Official;
let client: OfficialClient;
let tokens: { jwtToken: string; refreshToken: string; feedToken: string };

beforeAll(async () => {
  if (!isThere) return;
  server = await startAngelOneServer({ instruments: [...SERVER_INSTRUMENTS, ...CHAIN] });
  official = loadOfficial(server);
  client = new official.SmartAPI({ api_key: server.client.apiKey, root: server.hosts.rest });
  const answer = await client.generateSession(server.client.code, server.client.pin, codeNow(server));
  tokens = answer.data;
});
afterAll(async () => {
  if (isThere) await server.close();
});

const withClient = isThere ? it : it.skip;

withClient(`the official client signs in and reads the account${NEEDS}`, async () => {
  expect(tokens).toEqual({
    jwtToken: expect.any(String) as string,
    refreshToken: expect.any(String) as string,
    feedToken: expect.any(String) as string,
  });
  expect((await client.getProfile()).data).toMatchObject({ clientcode: server.client.code });
  expect((await client.getRMS()).data).toMatchObject({ net: '1000000.0000' });
  expect(await client.getHolding()).toMatchObject({ status: true, data: [] });
});

withClient(`the official client places, modifies and cancels, and reads the books${NEEDS}`, async () => {
  server.price('3045', 81_300);
  const placed = await client.placeOrder(LIMIT_ORDER);
  expect(placed).toMatchObject({ status: true, message: 'SUCCESS', data: { script: 'SBIN-EQ' } });
  const { orderid } = placed.data as { orderid: string };
  expect(
    await client.modifyOrder({ ...LIMIT_ORDER, orderid, price: '813.00', quantity: '20' }),
  ).toMatchObject({
    status: true,
    data: { orderid },
  });
  const second = await client.placeOrder({ ...LIMIT_ORDER, price: '700.00' });
  const other = (second.data as { orderid: string }).orderid;
  expect(await client.cancelOrder({ variety: 'NORMAL', orderid: other })).toMatchObject({ status: true });
  expect((await client.getOrderBook()).data).toMatchObject([
    { orderid, status: 'complete', filledshares: '20', averageprice: '813.00' },
    { orderid: other, status: 'cancelled', cancelsize: '10' },
  ]);
  expect((await client.getTradeBook()).data).toMatchObject([
    { orderid, fillsize: '20', fillprice: '813.00' },
  ]);
  expect((await client.getPosition()).data).toMatchObject([
    { netqty: '20', netvalue: '- 16260.00', avgnetprice: '813.00' },
  ]);
});

withClient(`the official client reads prices and candles${NEEDS}`, async () => {
  const quotes = await client.marketData({ mode: 'OHLC', exchangeTokens: { NSE: ['3045', '1'] } });
  expect(quotes.data).toMatchObject({
    fetched: [{ symbolToken: '3045', ltp: 813 }],
    unfetched: [{ symbolToken: '1' }],
  });
  const candles = await client.getCandleData({
    exchange: 'NSE',
    symboltoken: '99926000',
    interval: 'ONE_HOUR',
    fromdate: '2026-11-19 09:15',
    todate: '2026-11-19 12:00',
  });
  const rows = candles.data as unknown[][];
  expect(rows.map(([time]) => time)).toEqual([
    '2026-11-19T09:15:00+05:30',
    '2026-11-19T10:15:00+05:30',
    '2026-11-19T11:15:00+05:30',
  ]);
});

withClient(`the official client trades an option, and reads its margin and Greeks${NEEDS}`, async () => {
  server.price('99926000', 24_100_00);
  const [call] = CHAIN.filter(({ strike, right }) => strike === 24_100_00 && right === 'call');
  if (!call) throw new Error('There is no call.');
  const quotes = await client.marketData({ mode: 'FULL', exchangeTokens: { NFO: [call.token] } });
  const { fetched } = quotes.data as { fetched: { ltp: number; opnInterest: number }[] };
  const [quote] = fetched;
  expect(quote?.opnInterest).toBeGreaterThan(0);
  const terms = { exchange: 'NFO', tradingsymbol: call.symbol, symboltoken: call.token };
  const placed = await client.placeOrder({
    ...{ ...LIMIT_ORDER, ...terms, producttype: 'CARRYFORWARD', quantity: '65' },
    price: String((quote?.ltp ?? 0) + 1),
  });
  const { orderid } = placed.data as { orderid: string };
  expect(server.orders().find((row) => row.orderid === orderid)).toMatchObject({
    ...{ status: 'complete', instrumenttype: 'OPTIDX', strikeprice: '24100.00', optiontype: 'CE' },
    ...{ expirydate: EXPIRY, lotsize: '65' },
  });
  const margin = await client.marginApi({
    positions: [
      {
        exchange: 'NFO',
        token: call.token,
        qty: 65,
        price: 200,
        productType: 'CARRYFORWARD',
        tradeType: 'SELL',
      },
    ],
  });
  expect(margin.data).toMatchObject({ marginComponents: { netPremium: -13_000, totOptionsPremium: 0 } });
  const greeks = await client.optionGreek({ name: 'NIFTY', expirydate: EXPIRY });
  const rows = greeks.data as Record<string, unknown>[];
  expect(rows).toHaveLength(CHAIN.length);
  expect(Object.values(rows[0] ?? {}).every((value) => typeof value === 'string')).toBe(true);
  expect(await client.optionGreek({ name: 'NIFTY', expirydate: '01JAN2020' })).toMatchObject({
    errorcode: 'AB9019',
  });
});

withClient(`the official client decodes the ticks of all four modes${NEEDS}`, async () => {
  const socket = new official.WebSocketV2({
    clientcode: server.client.code,
    jwttoken: tokens.jwtToken,
    apikey: server.client.apiKey,
    feedtype: tokens.feedToken,
  });
  const ticks: unknown[] = [];
  socket.on('tick', (tick) => ticks.push(tick));
  await socket.connect();
  for (const mode of [1, 2, 3, 4]) {
    socket.fetchData({ correlationID: 'abcde12345', action: 1, mode, exchangeType: 1, tokens: ['3045'] });
    await until(() => ticks.length >= mode);
  }
  expect(ticks).toMatchObject([
    { subscription_mode: '1', token: '"3045"', last_traded_price: '81300' },
    {
      subscription_mode: '2',
      last_traded_price: '81300',
      close_price: '80875',
      total_buy_quantity: '839549',
    },
    {
      subscription_mode: '3',
      upper_circuit: '97050',
      lower_circuit: '64700',
      best_5_buy_data: [{ flag: '1', price: '81295' }, {}, {}, {}, {}],
    },
    { subscription_mode: '4', depth_twenty_sell_data: expect.objectContaining({ length: 20 }) as unknown },
  ]);
  socket.close();
});

withClient(`the official client hears what becomes of an order${NEEDS}`, async () => {
  const socket = new official.WSOrderUpdates({
    clientcode: server.client.code,
    jwttoken: tokens.jwtToken,
    apikey: server.client.apiKey,
    feedtype: tokens.feedToken,
  });
  const frames: string[] = [];
  socket.on('tick', (frame) => frames.push(String(frame)));
  await socket.connect();
  await client.placeOrder({ ...LIMIT_ORDER, quantity: '1', price: '813.00' });
  await until(() => frames.length >= 3);
  const read = frames.map((frame) => JSON.parse(frame) as { 'order-status': string; orderData: object });
  expect(read.map((frame) => frame['order-status'])).toEqual(['AB00', 'AB01', 'AB05']);
  expect(read[2]?.orderData).toMatchObject({ price: 813, averageprice: 813, filledshares: '1' });
  socket.close();
});

withClient(`the official client asks the depository to let shares go${NEEDS}`, async () => {
  const share = { isin: 'INE062A01020', quantity: '10' };
  const form = await client.verifyDis(share);
  expect(form).toMatchObject({ status: true, data: { DPId: '33200', version: '1.1' } });
  server.script.depository = 'authorised';
  const again = await client.verifyDis(share);
  expect(again).toMatchObject({ status: false, errorcode: 'AG1000', data: { ReturnURL: null } });
  expect(await client.getTranStatus({ ReqId: `REQ${share.isin}` })).toMatchObject({
    data: { TransResDtls: { RecordResDtls: [{ Status: '1' }] } },
  });
});

withClient(`the official client renews its session and leaves${NEEDS}`, async () => {
  const renewed = await client.generateToken(tokens.refreshToken);
  expect(renewed).toMatchObject({ status: true });
  expect(renewed.data).not.toEqual(tokens);
  expect(await client.logout(server.client.code)).toMatchObject({ status: true });
  const quotes = await client.marketData({ mode: 'LTP', exchangeTokens: { NSE: ['3045'] } });
  expect(quotes).toMatchObject({ success: false, errorCode: 'AG8001' });
});
