import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AngelOneBroker } from '../../src/backend/brokers/angel-one/angel-one-broker.ts';
import type { AngelOneServer } from './angel-one-server.ts';
import { accountOf, type Connected, connect, orderOf, SBIN, SHORT_PATIENCE } from './connected.ts';
import type { Mood } from './script.ts';

const HOLDING = {
  tradingsymbol: 'TATASTEEL-EQ',
  exchange: 'NSE',
  isin: 'INE081A01020',
  t1quantity: 1,
  realisedquantity: 2,
  quantity: 3,
  averageprice: 111.87,
  ltp: 130.1,
  symboltoken: '3499',
  close: 129.6,
};
const NOW = Date.parse('2026-11-20T18:00:00+05:30');

let connected: Connected;
let server: AngelOneServer;
let broker: AngelOneBroker;
beforeEach(async () => {
  const clock = { now: () => NOW };
  connected = await connect({ now: clock.now, holdings: [HOLDING] }, { clock });
  ({ server } = connected);
  broker = connected.account.broker(connected.session);
});
afterEach(() => server.close());

const answer = (data: unknown): string =>
  JSON.stringify({ status: true, message: 'SUCCESS', errorcode: '', data });

describe('the books', () => {
  it('are empty lists in the morning', async () => {
    expect([await broker.orderBook(), await broker.trades(), await broker.positions()]).toEqual([[], [], []]);
  });

  it('read holdings and funds to the paisa', async () => {
    expect(await broker.holdings()).toEqual([
      {
        exchange: 'NSE',
        token: '3499',
        tradingSymbol: 'TATASTEEL-EQ',
        isin: 'INE081A01020',
        quantity: 3,
        unsettledQuantity: 1,
        averagePrice: 11_187,
        lastPrice: 13_010,
      },
    ]);
    server.price('3045', 81_250);
    await broker.place(orderOf({ product: 'delivery' }), 'entry');
    expect(await broker.funds()).toEqual({ available: 100_000_000 - 812_500, used: 812_500 });
  });

  it('read what is blocked for an order, in units and to the paisa', async () => {
    expect(await broker.marginOf([orderOf({ quantity: 3, price: 812_35 })])).toBe(3 * 812_35);
    const [{ body } = {}] = server.seen.filter(({ endpoint }) => endpoint === 'batch');
    expect(body).toEqual({
      positions: [
        {
          exchange: 'NSE',
          token: '3045',
          qty: 3,
          price: 812.35,
          productType: 'INTRADAY',
          tradeType: 'BUY',
          orderType: 'LIMIT',
        },
      ],
    });
  });

  it.each([
    [null],
    [{}],
    [{ totalMarginRequired: '' }],
    [{ totalMarginRequired: 'N/A' }],
    [{ totalMarginRequired: -5 }],
  ])('a margin that cannot be read (%j) is trouble, and never nothing', async (data) => {
    server.script.next('batch', { answer: { text: answer(data) } });
    await expect(broker.marginOf([orderOf()])).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('read short positions, and those in instruments that nobody here knows', async () => {
    server.price('3045', 81_300);
    await broker.place(orderOf({ side: 'sell', quantity: 7 }), 'entry');
    const [row] = server.positions();
    const strange = {
      ...row,
      symboltoken: null,
      tradingsymbol: 'NEWCO-BE',
      netqty: '- 12',
      avgnetprice: '- 2235.80',
      producttype: 'MARGIN',
    };
    server.script.next('getPosition', { answer: { text: answer([row, strange]) } });
    expect(await broker.positions()).toEqual([
      {
        exchange: 'NSE',
        token: '3045',
        tradingSymbol: 'SBIN-EQ',
        product: 'intraday',
        quantity: -7,
        averagePrice: 81_300,
      },
      {
        exchange: 'NSE',
        token: '',
        tradingSymbol: 'NEWCO-BE',
        product: 'carry-forward',
        quantity: -12,
        averagePrice: -223_580,
      },
    ]);
  });

  it.each([
    ['a quantity of words', { netqty: 'ten' }, 'netqty is "ten"'],
    ['no quantity', { netqty: undefined }, 'netqty is nothing'],
    ['a product of another kind', { producttype: 'SWAP' }, 'producttype is "SWAP"'],
  ])('with %s are not half read', async (_name, change, words) => {
    server.price('3045', 81_200);
    await broker.place(orderOf(), 'entry');
    const rows = [...server.positions(), { ...server.positions()[0], ...change }];
    server.script.next('getPosition', { answer: { text: answer(rows) } });
    await expect(broker.positions()).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining(words) as unknown,
    });
  });

  it('that lag behind show what was', async () => {
    const lagging = await connect();
    const late = lagging.account.broker(lagging.session);
    lagging.server.script.bookLagMs = 60_000;
    await late.place(orderOf(), 'entry');
    expect(await late.orderBook()).toEqual([]);
    lagging.server.script.bookLagMs = 0;
    expect(await lagging.account.broker(lagging.session).orderBook()).toHaveLength(1);
    await lagging.server.close();
  });
});

/** Number of tries of a read to which only this comes. */
const ASKED: Partial<Record<Mood, number>> = { 'status-false': 3, 'server-error': 3, rate: 3, 'bare-403': 3 };
const READS: readonly (readonly [Mood, kind: string, words: string])[] = [
  ['html', 'unreachable', 'a web page instead of data'],
  ['empty', 'unreachable', 'an empty answer (HTTP 200)'],
  ['empty-400', 'unreachable', 'an empty answer (HTTP 400)'],
  ['garbled', 'unreachable', 'cannot be read'],
  ['drop-lost', 'unreachable', 'connection to Angel One broke'],
  ['time-out-lost', 'unreachable', 'did not answer in time'],
  ['status-false', 'temporary', 'Something went wrong'],
  ['server-error', 'temporary', 'Something went wrong'],
  ['rate', 'rate', 'too often'],
  ['bare-403', 'temporary', 'without saying why'],
  ['session', 'session', 'Log in again'],
  ['address', 'address', 'not registered'],
];
it.each(READS)('a read that is answered with %s is trouble of kind %s', async (mood, kind, words) => {
  for (let time = 0; time < 4; time++) server.script.next('getPosition', mood);
  const { account, session } = connected;
  const asked = mood === 'time-out-lost' ? accountOf(server, SHORT_PATIENCE) : account;
  await expect(asked.broker(session).positions()).rejects.toMatchObject({
    kind,
    message: expect.stringContaining(words) as unknown,
  });
  expect(server.seen.filter(({ endpoint }) => endpoint === 'getPosition')).toHaveLength(ASKED[mood] ?? 1);
});

it.each(['rate', 'status-false', 'server-error', 'bare-403'] as const)(
  'a read that is answered once with %s is asked again, in its turn, and its caller does not notice',
  async (mood) => {
    server.script.next('getCandleData', mood);
    const { account, session } = connected;
    const range = { from: NOW - 5 * 3_600_000, until: NOW };
    const bars = await account.broker(session).candles(SBIN, '1m', range);
    expect(bars.length).toBeGreaterThan(10);
    expect(server.seen.filter(({ endpoint }) => endpoint === 'getCandleData')).toHaveLength(2);
  },
);

describe('candles', () => {
  const at = (text: string): number => Date.parse(`${text}+05:30`);

  it('come in as many calls as the limit of days needs, each once, none beyond the range', async () => {
    const range = { from: at('2026-09-01T00:00'), until: at('2026-11-20T12:00') };
    const bars = await broker.candles(SBIN, '1m', range);
    const calls = server.seen
      .filter(({ endpoint }) => endpoint === 'getCandleData')
      .map(({ body }) => [body['fromdate'], body['todate']]);
    expect(calls).toEqual([
      ['2026-09-01 00:00', '2026-09-30 23:59'],
      ['2026-10-01 00:00', '2026-10-30 23:59'],
      ['2026-10-31 00:00', '2026-11-20 11:59'],
    ]);
    // 58 whole weekdays of 375 minutes, and a morning of 165.
    expect(bars).toHaveLength(58 * 375 + 165);
    expect(new Set(bars.map(({ time }) => time)).size).toBe(bars.length);
    expect(bars.every(({ time }, index) => index === 0 || time > (bars[index - 1]?.time ?? 0))).toBe(true);
    expect(bars.at(-1)?.time).toBe(at('2026-11-20T11:59'));
    expect(bars.every(({ open, high, low }) => Number.isInteger(open) && high > low)).toBe(true);
  });

  it('of days without trades are none, and none are asked beyond now', async () => {
    expect(
      await broker.candles(SBIN, '1d', { from: at('2026-11-14T00:00'), until: at('2026-11-16T00:00') }),
    ).toEqual([]);
    const bars = await broker.candles(SBIN, '1d', {
      from: at('2026-11-19T00:00'),
      until: at('2026-12-31T00:00'),
    });
    expect(bars.map(({ time }) => time)).toEqual([at('2026-11-19T00:00'), at('2026-11-20T00:00')]);
  });

  it('of an instrument that the broker does not know are trouble in words', async () => {
    const range = { from: at('2026-11-19T00:00'), until: at('2026-11-20T00:00') };
    const unknown = { exchange: 'NSE' as const, token: '1' };
    await expect(broker.candles(unknown, '5m', range)).rejects.toMatchObject({
      kind: 'order',
      said: 'AB1018: Failed to Get Symbol Details',
    });
  });
});

it('quotes come fifty at a time, those of unknown tokens not at all', async () => {
  server.price('3045', 81_250);
  const many = Array.from({ length: 60 }, (_, index) => ({
    exchange: 'NSE' as const,
    token: String(900_000 + index),
  }));
  const quotes = await broker.quotes([...many, SBIN, { exchange: 'NFO', token: '3045' }]);
  expect(quotes).toEqual([
    {
      exchange: 'NSE',
      token: '3045',
      price: 81_250,
      close: 80_875,
      upperCircuit: 97_050,
      lowerCircuit: 64_700,
      at: NOW,
      range: expect.objectContaining({ open: expect.any(Number) as number }) as unknown,
    },
    expect.objectContaining({ exchange: 'NFO', token: '3045', price: 5_210_000, close: 5_210_000 }),
  ]);
  expect(server.seen.filter(({ endpoint }) => endpoint === 'quote')).toHaveLength(2);
});

describe('the depository', () => {
  const asked = () => broker.saleAuthorisation('INE062A01020', 12);
  const calls = () => server.seen.filter(({ endpoint }) => /verifyDis|getTranStatus/.test(endpoint));

  it.each([
    ['not-authorised', 'needed', ['verifyDis']],
    ['authorised', 'authorised', ['verifyDis', 'getTranStatus']],
    ['attorney', 'unknown', ['verifyDis']],
  ] as const)('%s: %s', async (depository, said, endpoints) => {
    server.script.depository = depository;
    expect(await asked()).toBe(said);
    expect(calls().map(({ endpoint }) => endpoint)).toEqual(endpoints);
    expect(calls()[0]?.body).toEqual({ isin: 'INE062A01020', quantity: '12' });
  });

  it('that was begun with and not ended lets nothing go', async () => {
    server.script.depository = 'authorised';
    const begun = { TransResDtls: { RecordResDtls: [{ Status: '0' }] } };
    server.script.next('getTranStatus', { answer: { text: answer(begun) } });
    expect(await asked()).toBe('needed');
    server.script.next('getTranStatus', { answer: { text: answer({ TransResDtls: null }) } });
    expect(await asked()).toBe('unknown');
  });

  it('that cannot be asked is trouble in words, and so is a share without a number', async () => {
    server.script.next('verifyDis', 'html');
    await expect(asked()).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(broker.saleAuthorisation('', 1)).rejects.toMatchObject({ said: /^AG2001/ });
  });
});
