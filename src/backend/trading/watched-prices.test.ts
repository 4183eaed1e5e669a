import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MarketRun } from './market-run.ts';
import { WatchedPrices } from './watched-prices.ts';
import { DEPTHS_WATCHED_MOST, depthQuoteName } from '../../shared/quotes.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { contract } from '../../shared/contract/index.ts';
import { openStream, type StreamReader } from '../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';

/** Buys with the first candle that closes, and stays in. */
const ALWAYS_IN = {
  ...RSI_RULES,
  timeframe: '1m' as const,
  product: 'delivery' as const,
  instruments: ['SBIN'],
  size: { kind: 'fixed' as const, quantity: 1 },
  window: { from: '00:00', to: '23:59' },
  entry: {
    kind: 'compare' as const,
    left: { kind: 'price' as const, field: 'close' as const },
    operator: '>' as const,
    right: { kind: 'constant' as const, value: 1, unit: 'rupees' as const },
  },
};

let server: TestBackend;
let user: TestUser;
const readers: StreamReader[] = [];

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('watching');
  // Four ticks a second.
  await user.call('market.pace', { speed: 60 });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => server.dispose());

const stream = async (of: TestUser = user): Promise<StreamReader> => {
  const reader = await openStream(server.url, of.accessToken);
  readers.push(reader);
  return reader;
};

/** Symbols of the quotes of a stream, in their order. */
const quoted = ({ received }: StreamReader): string[] =>
  received.flatMap(({ event }) => (event.type === 'quote' ? event.quotes.map(({ symbol }) => symbol) : []));

const times = (reader: StreamReader, symbol: string): number =>
  quoted(reader).filter((one) => one === symbol).length;

/** Resolves when what is not wanted would have come too. */
const untilMoved = (reader: StreamReader, symbol: string, often = 3) =>
  until(`${often} prices of ${symbol}`, () => Promise.resolve(times(reader, symbol) >= often));

it('a stream brings the prices of what it watches and of nothing else, and none before it has said what', async () => {
  const [reader, silent] = [await stream(), await stream(await server.register('silent'))];
  expect(await user.call('stream.watch', { symbols: ['ITC', 'NIFTY'] })).toEqual({ unknown: [] });
  await untilMoved(reader, 'ITC');
  expect(new Set(quoted(reader))).toEqual(new Set(['ITC', 'NIFTY']));
  // The state of the feed comes all the same: how old prices are is known without one.
  expect(silent.received.some(({ event }) => event.type === 'market')).toBe(true);
  expect(quoted(silent)).toEqual([]);
});

it('depth comes with the price under a name of its own: of a share and of a contract, and none of an index', async () => {
  const reader = await stream();
  const [share, index] = [depthQuoteName('ITC'), depthQuoteName('NIFTY')];
  expect(await user.call('stream.watch', { symbols: [share, index, 'NOBODY depth'] })).toEqual({
    unknown: ['NOBODY depth'],
  });
  await untilMoved(reader, share);
  await untilMoved(reader, index);
  const quotes = reader.received.flatMap(({ event }) => (event.type === 'quote' ? event.quotes : []));
  for (const { ltp, depth } of quotes.filter(({ symbol }) => symbol === share)) {
    expect(depth?.buy).toHaveLength(20);
    expect(depth?.buy[0]?.price).toBeLessThan(ltp);
    expect(depth?.sell[0]?.price).toBeGreaterThan(ltp);
  }
  expect(quotes.filter(({ symbol }) => symbol === index).every(({ depth }) => depth === undefined)).toBe(
    true,
  );
});

it('what is new on the list comes at once at its last price, though it does not move; what has left it stays away', async () => {
  const reader = await stream();
  await user.call('stream.watch', { symbols: ['ITC'] });
  await untilMoved(reader, 'ITC', 1);
  await user.call('market.pace', { speed: 1 });
  const { session } = server.backend.parts.marketRuns.simulated;
  const last = () => session.lastPrice('TCS')?.price;
  const before = last();
  const began = performance.now();
  await user.call('stream.watch', { symbols: ['TCS'] });
  await untilMoved(reader, 'TCS', 1);
  expect(performance.now() - began).toBeLessThan(900);
  const quote = reader.received.flatMap(({ event }) => (event.type === 'quote' ? event.quotes : [])).at(-1);
  // It may have moved between the sending and the looking.
  expect([before, last()]).toContain(quote?.ltp);
  const timesBefore = times(reader, 'ITC');
  await user.call('market.pace', { speed: 60 });
  await untilMoved(reader, 'TCS');
  expect(times(reader, 'ITC')).toBe(timesBefore);
  // What is shown again has an old price on the screen: it comes at once, moved or not.
  await user.call('market.pace', { speed: 1 });
  await user.call('stream.watch', { symbols: ['TCS', 'ITC'] });
  await untilMoved(reader, 'ITC', timesBefore + 1);
  await user.call('market.pace', { speed: 60 });
});

it('a price that has not changed is not sent again', async () => {
  await user.call('market.pace', { speed: 1 });
  const reader = await stream();
  await user.call('stream.watch', { symbols: ['ITC'] });
  await untilMoved(reader, 'ITC', 1);
  const seconds = () => reader.received.filter(({ event }) => event.type === 'market').length;
  const before = seconds();
  await until('three seconds', () => Promise.resolve(seconds() >= before + 3));
  // Ticks are fifteen seconds apart.
  expect(times(reader, 'ITC')).toBeLessThanOrEqual(2);
  await user.call('market.pace', { speed: 60 });
});

it('two sessions of one user do not disturb each other; streams of one session share its list', async () => {
  const { body } = await server.post(
    contract.session.login.path,
    { email: user.email, password: 'a long enough password' },
    { 'x-api-token': 'test-api-token' },
  );
  const { accessToken } = body.data as { accessToken: string };
  const [first, second] = [await stream(), await openStream(server.url, accessToken)];
  readers.push(second);
  await user.call('stream.watch', { symbols: ['ITC'] });
  const asOther = await server.post(
    contract.stream.watch.path,
    { symbols: ['TCS'] },
    { authorization: `Bearer ${accessToken}` },
  );
  expect(asOther.status).toBe(200);
  const third = await stream();
  await Promise.all([untilMoved(first, 'ITC'), untilMoved(second, 'TCS'), untilMoved(third, 'ITC')]);
  expect(new Set(quoted(first))).toEqual(new Set(['ITC']));
  expect(new Set(quoted(second))).toEqual(new Set(['TCS']));
});

it('a stream that is opened anew says again what it shows, and gets the prices as they stand', async () => {
  const before = await stream();
  await user.call('stream.watch', { symbols: ['ITC'] });
  await untilMoved(before, 'ITC', 1);
  before.close();
  await until(
    'the stream to be gone',
    async () => (await user.ask('stream.watch', { symbols: [] })).status !== 200,
  );
  const refused = await user.ask('stream.watch', { symbols: ['ITC'] });
  expect(refused.body).toMatchObject({
    code: 'refused',
    message: 'No stream of this session is open. Open one first, then say what it shows.',
  });
  const after = await stream();
  expect((await user.ask('stream.watch', { symbols: ['ITC'] })).status).toBe(200);
  await untilMoved(after, 'ITC', 1);
});

it('the price of what is held comes without being asked for, with what it is worth', async () => {
  const holder = await server.register('holder');
  const { strategyId } = await holder.call('strategies.add', {
    url: 'add',
    name: 'Stays in',
    document: ALWAYS_IN,
  });
  const reader = await stream(holder);
  await holder.call('market.pace', { speed: 600 });
  await holder.call('strategies.start', { strategyId: strategyId ?? 0 });
  const prices = () =>
    reader.received.flatMap(({ event }) =>
      event.type === 'positions' ? event.positions.map(({ symbol, ltp }) => `${symbol} ${ltp}`) : [],
    );
  await until('three prices of it', () => Promise.resolve(new Set(prices()).size >= 3));
  expect(prices().every((price) => price.startsWith('SBIN '))).toBe(true);
  expect(quoted(reader)).toEqual([]);
});

it('names what no instrument is known by, and serves the rest', async () => {
  const reader = await stream();
  expect(await user.call('stream.watch', { symbols: ['NOPE', 'ITC', 'no such thing'] })).toEqual({
    unknown: ['NOPE', 'no such thing'],
  });
  await untilMoved(reader, 'ITC', 1);
  const tooMany = Array.from({ length: 1_001 }, (_, index) => `S${index}`);
  expect((await user.ask('stream.watch', { symbols: tooMany })).status).toBe(400);
});

it('a price comes with the day of its instrument so far; an index has no volume', async () => {
  const reader = await stream();
  await user.call('stream.watch', { symbols: ['ITC', 'NIFTY'] });
  await untilMoved(reader, 'ITC', 5);
  const quotes = reader.received.flatMap(({ event }) => (event.type === 'quote' ? event.quotes : []));
  for (const { symbol, ltp, open, high, low, volume } of quotes) {
    expect(low, symbol).toBeLessThanOrEqual(Math.min(ltp, open ?? 0));
    expect(high, symbol).toBeGreaterThanOrEqual(Math.max(ltp, open ?? Infinity));
    if (symbol === 'NIFTY') expect(volume).toBeUndefined();
    else expect(volume).toBeGreaterThan(0);
  }
});

it('futures and options that nobody trades have prices for who watches them, as the chain shows them', async () => {
  await user.call('market.pace', { speed: 1 });
  const { chain, futures } = await user.call('options.chain', {});
  // Away from the money, where no strategy of the house trades.
  const middle = chain!.strikes.findIndex(({ strike }) => strike === chain!.atTheMoney);
  const { call } = chain!.strikes[middle + 7]!;
  const future = futures[0]!;
  const reader = await stream();
  const never = `NIFTY ${chain!.expiry} 24512 CE`;
  expect(await user.call('stream.watch', { symbols: [call!.symbol, future.symbol, never] })).toEqual({
    unknown: [never],
  });
  await untilMoved(reader, call!.symbol, 1);
  const quotes = reader.received.flatMap(({ event }) => (event.type === 'quote' ? event.quotes : []));
  const quote = quotes.find(({ symbol }) => symbol === call!.symbol)!;
  // It strays each minute anew, as the chain does: they are near each other, and nothing is made up apart.
  expect(Math.abs(quote.ltp - call!.ltp)).toBeLessThan(call!.ltp * 0.02);
  expect(quote.bid).toBeLessThan(quote.ask!);
  expect(quote.previousClose).toBeGreaterThan(0);
  expect(quote.volume).toBeGreaterThan(0);
  expect(quotes.find(({ symbol }) => symbol === future.symbol)?.ltp).toBeGreaterThan(chain!.spot * 0.95);
  // Nothing has been added to the market: it makes no ticks of what is looked at.
  expect(server.backend.parts.marketRuns.simulated.session.lastPrice(call!.symbol)).toBeNull();
  await user.call('market.pace', { speed: 60 });
});

it('says which instruments are looked at, by all sessions of a user, and that none are any more', () => {
  const show = vi.fn<(symbols: ReadonlySet<string>) => void>();
  const run = { identity: { source: 'broker' }, shownPrice: () => null, show } as unknown as MarketRun;
  const prices = new WatchedPrices({ followedRunsOf: (userId) => (userId === 1 ? [run] : []) }, vi.fn());
  const send = vi.fn();
  const [close] = [prices.open(1, 1, send), prices.open(1, 2, send), prices.open(2, 3, send)];
  void prices.watch(1, 1, ['ITC', 'TCS']);
  void prices.watch(1, 2, ['TCS', 'SBIN']);
  void prices.watch(2, 3, ['INFY']);
  expect([...(show.mock.lastCall?.[0] ?? [])].sort()).toEqual(['ITC', 'SBIN', 'TCS']);
  // Said again with each publishing: the broker may have been logged in to since.
  prices.publish();
  expect(show.mock.lastCall?.[0]).toBe(show.mock.calls.at(-2)?.[0]);
  close();
  expect([...(show.mock.lastCall?.[0] ?? [])].sort()).toEqual(['SBIN', 'TCS']);
  void prices.watch(1, 2, []);
  expect(show.mock.lastCall?.[0].size).toBe(0);
});

it('a stream that cannot be sent to keeps no other from its prices', async () => {
  let price = 1_00;
  const shownPrice = () => ({ ltp: price, tradedAt: price, previousClose: null });
  const run = { identity: { source: 'simulated' }, shownPrice } as unknown as MarketRun;
  const [failed, sent] = [vi.fn(), vi.fn()];
  const prices = new WatchedPrices({ followedRunsOf: () => [run] }, failed);
  let isGone = false;
  prices.open(1, 1, () => {
    if (isGone) throw new Error('The socket is gone.');
  });
  prices.open(2, 2, sent);
  for (const userId of [1, 2]) void prices.watch(userId, userId, ['ITC']);
  await nextTurn();
  isGone = true;
  price = 2_00;
  prices.publish();
  await nextTurn();
  expect(failed).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: 'The socket is gone.' }),
    1,
  );
  expect(sent).toHaveBeenCalledTimes(2);
});

describe('many streams', () => {
  /** A run of slow prices: each takes so many ms, and moves with every look. */
  const slowRun = (ms: number): MarketRun => {
    let price = 0;
    const shownPrice = () => {
      const end = performance.now() + ms;
      while (performance.now() < end);
      price += 5;
      return { ltp: price, tradedAt: price, previousClose: null };
    };
    return { identity: { source: 'simulated' }, shownPrice } as unknown as MarketRun;
  };

  it('are sent to in turns between users, and everybody else is let in between', async () => {
    const prices = new WatchedPrices({ followedRunsOf: () => [slowRun(10)] }, vi.fn());
    const order: number[] = [];
    const [greedy, other] = [1, 2];
    const send = (userId: number) => () => order.push(userId);
    for (let count = 0; count < 16; count++) prices.open(greedy, 1, send(greedy));
    prices.open(other, 2, send(other));
    void prices.watch(greedy, 1, ['ITC']);
    void prices.watch(other, 2, ['ITC']);
    let turns = 0;
    while (order.length < 17) {
      await nextTurn();
      turns++;
    }
    expect(order.indexOf(other)).toBeLessThan(3);
    expect(turns).toBeGreaterThan(4);
  });

  it('are each sent one message, however many prices it has', async () => {
    const prices = new WatchedPrices({ followedRunsOf: () => [slowRun(0.1)] }, vi.fn());
    const send = vi.fn<(event: StreamEvent) => void>();
    prices.open(1, 1, send);
    const symbols = Array.from({ length: 1_000 }, (_, index) => `S${index}`);
    void prices.watch(1, 1, symbols);
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    await nextTurn();
    expect(send).toHaveBeenCalledOnce();
    const event = send.mock.lastCall?.[0];
    expect(event?.type === 'quote' && event.quotes.map(({ symbol }) => symbol)).toEqual(symbols);
  });

  it('one that has ended while it waited is sent nothing more, and no price is looked at for it', async () => {
    const run = slowRun(20);
    const look = vi.spyOn(run, 'shownPrice');
    const prices = new WatchedPrices({ followedRunsOf: () => [run] }, vi.fn());
    const [first, second] = [vi.fn(), vi.fn()];
    prices.open(1, 1, first);
    const close = prices.open(1, 1, second);
    void prices.watch(1, 1, ['ITC']);
    close();
    await nextTurn();
    await nextTurn();
    expect(first).toHaveBeenCalled();
    expect(second).not.toHaveBeenCalled();
    expect(look).toHaveBeenCalledOnce();
  });
});

it('depths are watched by one account up to a bound, over all of its sessions', async () => {
  const prices = new WatchedPrices({ followedRunsOf: () => [] }, vi.fn());
  for (const sessionId of [1, 2]) prices.open(1, sessionId, vi.fn());
  prices.open(2, 3, vi.fn());
  const depths = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => depthQuoteName(`S${from + index}`));
  await prices.watch(1, 1, depths(0, DEPTHS_WATCHED_MOST));
  // The same ones in another window are no more.
  await prices.watch(1, 2, depths(0, DEPTHS_WATCHED_MOST));
  await expect(prices.watch(1, 2, depths(DEPTHS_WATCHED_MOST, DEPTHS_WATCHED_MOST + 1))).rejects.toThrow(
    'One account watches the market depth of 50 instruments at most.',
  );
  const many = Array.from({ length: 1_000 }, (_, index) => `S${index}`);
  expect(await prices.watch(1, 2, many)).toEqual(many);
  await prices.watch(2, 3, depths(DEPTHS_WATCHED_MOST, 2 * DEPTHS_WATCHED_MOST));
  await prices.watch(1, 1, []);
  await prices.watch(1, 2, depths(DEPTHS_WATCHED_MOST, 2 * DEPTHS_WATCHED_MOST));
});
