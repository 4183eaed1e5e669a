import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AngelOneFeed,
  type AngelOneFeedOptions,
} from '../../src/backend/brokers/angel-one/angel-one-feed.ts';
import { ReconnectingSocket, SOCKET_PACE } from '../../src/backend/brokers/angel-one/reconnecting-socket.ts';
import { systemTiming } from '../../src/backend/brokers/angel-one/timing.ts';
import type {
  BrokerDepth,
  BrokerInstrument,
  BrokerTick,
  BrokerTrouble,
  OrderReport,
} from '../../src/backend/brokers/broker.ts';
import type { AngelOneServer } from './angel-one-server.ts';
import { madeUpShares } from './instruments.ts';
import { ManualTiming } from './manual-timing.ts';
import { type Connected, connect, orderOf, QUICK_PACE, SBIN, until } from './connected.ts';

const ITC: BrokerInstrument = { ...SBIN, symbol: 'ITC', token: '1660', tradingSymbol: 'ITC-EQ' };
const BANKNIFTY: BrokerInstrument = {
  symbol: 'BANKNIFTY',
  exchange: 'NFO',
  token: '3045',
  tradingSymbol: 'BANKNIFTY24NOV26FUT',
  lotSize: 30,
  tickSize: 20,
  expiry: '2026-11-24',
  freezeQuantity: null,
  isin: null,
};

/** A port on which nobody listens. */
const freePort = async (): Promise<AddressInfo> => {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return address;
};

let connected: Connected;
let server: AngelOneServer;
beforeEach(async () => {
  connected = await connect();
  ({ server } = connected);
});
afterEach(() => server.close());

describe('the feed', () => {
  let feed: AngelOneFeed;
  let ticks: BrokerTick[];
  let troubles: BrokerTrouble[];
  afterEach(() => feed.close());

  const start = async (options: Partial<AngelOneFeedOptions> = {}): Promise<void> => {
    ticks = [];
    troubles = [];
    feed = new AngelOneFeed({
      url: server.hosts.marketSocket,
      apiKey: server.client.apiKey,
      session: connected.session,
      clock: { now: Date.now },
      timing: systemTiming,
      pace: QUICK_PACE,
      stallMs: 100,
      isMarketOpen: () => false,
      onTrouble: (trouble) => troubles.push(trouble),
      onDepthTrouble: (trouble) => troubles.push(trouble),
      ...options,
    });
    feed.onTicks((batch) => ticks.push(...batch));
    await until(() => server.streams.connections.market > 0);
  };
  const subscriptions = () => server.streams.requests as { action: number; params: { tokenList: unknown } }[];
  /** Sends a price again and again until something of it arrives. */
  const streamUntil = async (holds: () => boolean): Promise<void> => {
    const timer = setInterval(() => server.price('3045', 81_250), 15);
    try {
      await until(holds);
    } finally {
      clearInterval(timer);
    }
  };

  it('reports prices, volume since the last tick, and the limits of the day', async () => {
    await start();
    expect(feed.lastPacketAt).toBeNull();
    server.price('3045', 81_250, 500);
    feed.watch([SBIN]);
    await until(() => ticks.length === 1);
    server.price('3045', 81_255, 40);
    server.price('1660', 40_000);
    server.price('3045', 81_245, 2);
    await until(() => ticks.length === 3);
    expect(ticks.map(({ symbol, price, volume }) => [symbol, price, volume])).toEqual([
      ['SBIN', 81_250, 0],
      ['SBIN', 81_255, 40],
      ['SBIN', 81_245, 2],
    ]);
    expect(ticks[0]).toMatchObject({ upperCircuit: 97_050, lowerCircuit: 64_700 });
    expect(Math.abs((ticks[0]?.at ?? 0) - Date.now())).toBeLessThan(5_000);
    expect(feed.lastPacketAt).toBeGreaterThan(0);
  });

  it('gives ticks on a hundred at a time, so that an order gets its turn between them', async () => {
    await start();
    feed.watch([SBIN]);
    await until(() => subscriptions().length === 1);
    const sizes: number[] = [];
    feed.onTicks((batch) => sizes.push(batch.length));
    for (let number = 1; number <= 350; number++) server.price('3045', 81_250 + number * 5, 1);
    await until(() => ticks.length >= 350);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(ticks.map(({ price }) => price)).toEqual(
      ticks.map(({ price }) => price).toSorted((a, b) => a - b),
    );
  });

  it('distinguishes two instruments that have one token on two exchanges', async () => {
    await start();
    feed.watch([SBIN, BANKNIFTY]);
    await until(() => subscriptions().length === 1);
    expect(subscriptions()[0]).toMatchObject({
      action: 1,
      correlationID: expect.stringMatching(/^[a-z0-9]{10}$/) as unknown,
      params: {
        mode: 3,
        tokenList: [
          { exchangeType: 1, tokens: ['3045'] },
          { exchangeType: 2, tokens: ['3045'] },
        ],
      },
    });
    server.price('3045', 5_200_020, 30, 'NFO');
    server.price('3045', 81_250);
    await until(() => ticks.length === 2);
    expect(ticks.map(({ symbol, price }) => [symbol, price])).toEqual([
      ['BANKNIFTY', 5_200_020],
      ['SBIN', 81_250],
    ]);
  });

  it('brings five levels with a price, and twenty of a share apart, whose connection ends with the last look', async () => {
    await start();
    const depths: BrokerDepth[] = [];
    feed.onDepth((depth) => depths.push(depth));
    server.price('3045', 5_200_020, 30, 'NFO');
    server.price('3045', 81_250);
    feed.watch([SBIN, BANKNIFTY]);
    await until(() => ticks.length === 2);
    expect(ticks.map(({ depth }) => depth)).toEqual([undefined, undefined]);
    feed.watchDepth([SBIN, BANKNIFTY]);
    await until(() => depths.length > 0);
    expect(server.streams.connections.market).toBe(2);
    expect(depths[0]).toMatchObject({ symbol: 'SBIN', exchange: 'NSE', token: '3045' });
    expect(depths[0]?.depth.buy).toHaveLength(20);
    expect(depths[0]?.depth.buy[0]?.price).toBeLessThan(depths[0]?.depth.sell[0]?.price ?? 0);
    // Its price comes as before, with five levels, the best first.
    server.price('3045', 81_255, 40);
    server.price('3045', 5_200_040, 30, 'NFO');
    await until(() => ticks.length === 4);
    for (const { price, depth } of ticks.slice(2)) {
      expect(depth?.sell).toHaveLength(5);
      const bids = depth?.buy.map((level) => level.price) ?? [];
      expect(bids).toEqual([...bids].sort((one, other) => other - one));
      expect(bids[0]).toBeLessThan(price);
    }
    feed.watchDepth([]);
    await until(() => server.streams.connections.market === 1);
    server.price('3045', 81_260, 40);
    await until(() => ticks.length === 5);
    expect(ticks[4]?.depth).toBeUndefined();
    expect(troubles).toEqual([]);
  });

  it('asks only for what changed when something else is watched', async () => {
    await start();
    feed.watch([SBIN, ITC]);
    await until(() => subscriptions().length === 1);
    feed.watch([ITC, BANKNIFTY]);
    await until(() => subscriptions().length === 3);
    expect(subscriptions().map(({ action, params }) => [action, params.tokenList])).toEqual([
      [1, [{ exchangeType: 1, tokens: ['3045', '1660'] }]],
      [0, [{ exchangeType: 1, tokens: ['3045'] }]],
      [1, [{ exchangeType: 2, tokens: ['3045'] }]],
    ]);
    server.price('3045', 81_250);
    server.price('1660', 40_000);
    await until(() => ticks.length === 1);
    expect(ticks[0]?.symbol).toBe('ITC');
  });

  it('comes back by itself when the connection breaks, with all that is watched and the volume in between', async () => {
    await start();
    server.price('3045', 81_250, 10);
    feed.watch([SBIN]);
    await until(() => ticks.length === 1);
    let losses = 0;
    feed.onLost(() => losses++);
    server.streams.drop();
    server.price('3045', 81_260, 7);
    await until(() => ticks.length === 2);
    expect(ticks[1]).toMatchObject({ price: 81_260, volume: 7 });
    expect(troubles).toMatchObject([{ kind: 'unreachable' }]);
    expect(losses).toBe(1);
    expect(subscriptions()).toHaveLength(2);
  });

  it('pings, and stays connected while nothing is traded', async () => {
    await start();
    feed.watch([SBIN]);
    await until(() => server.streams.pings >= 4);
    expect(troubles).toEqual([]);
  });

  it('in market hours takes ten seconds without a packet for a stall, and connects again', async () => {
    await start({ isMarketOpen: () => true });
    feed.watch([SBIN]);
    // Pings are answered all the while.
    await until(() => troubles.length > 0);
    expect(troubles[0]).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('stopped sending') as unknown,
    });
    await streamUntil(() => ticks.length > 3);
  });

  it('waits longer each time, where all that is watched does not trade', async () => {
    const since = Date.now();
    const after: number[] = [];
    await start({ isMarketOpen: () => true, stallMs: 40, onTrouble: () => after.push(Date.now() - since) });
    feed.watch([SBIN]);
    await until(() => after.length === 4);
    // 40, 80, 160 and 320 ms.
    expect(after[3]).toBeGreaterThan(550);
    // The first packet brings the old pace back.
    await streamUntil(() => ticks.length > 0);
  });

  it('is no stall when nothing is watched', async () => {
    await start({ isMarketOpen: () => true });
    await until(() => server.streams.pings >= 4);
    expect(troubles).toEqual([]);
  });

  it('gives up a connection on which nothing is said at all, and goes on when it can', async () => {
    await start();
    feed.watch([SBIN]);
    server.streams.isFrozen = true;
    await until(() => troubles.length > 0);
    server.streams.isFrozen = false;
    await streamUntil(() => ticks.length > 0);
  });

  it('does not take the quiet before the market opens for a stall', async () => {
    let isOpen = false;
    const timing = new ManualTiming();
    const pace = { ...SOCKET_PACE, silenceMs: Number.POSITIVE_INFINITY };
    await start({ isMarketOpen: () => isOpen, stallMs: 10_000, timing, pace });
    feed.watch([SBIN]);
    await until(() => subscriptions().length === 1);
    await timing.pass(60_000);
    isOpen = true;
    // It is seen on the next beat.
    await timing.pass(10_999);
    expect(troubles).toEqual([]);
    await timing.pass(1);
    expect(troubles).toHaveLength(1);
  });

  it('carries a thousand instruments, every tick of each', async () => {
    await server.close();
    const shares = madeUpShares(1_000);
    connected = await connect({ instruments: shares });
    ({ server } = connected);
    await start({ pace: SOCKET_PACE });
    feed.watch(
      shares.map(({ name, token, symbol }) => ({ ...SBIN, symbol: name, token, tradingSymbol: symbol })),
    );
    await until(() => subscriptions().length === 1);
    const stop = server.stream(10);
    await until(() => ticks.length > 10_000);
    const trades = stop();
    await until(() => ticks.length === trades);
    expect(new Set(ticks.map(({ symbol }) => symbol)).size).toBe(1_000);
  });

  it('does not knock again when the session is over', async () => {
    await start();
    feed.watch([SBIN]);
    await until(() => subscriptions().length === 1);
    server.endSessions();
    await until(() => troubles.some(({ kind }) => kind === 'session'));
    const count = troubles.length;
    // Longer than the longest pause before another attempt.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(troubles).toHaveLength(count);
    expect(troubles.at(-1)).toMatchObject({ said: 'Invalid Token or Feed Token' });
  });

  it('watches no more than a thousand, and keeps what it had', async () => {
    await start();
    feed.watch([SBIN]);
    const many = Array.from({ length: 1_001 }, (_, index) => ({ ...SBIN, token: String(index + 1) }));
    expect(() => feed.watch(many)).toThrow('1,000 instruments at a time, and these are 1,001');
    server.price('3045', 81_250);
    await until(() => ticks.length > 0);
  });

  it('says what the broker has against a subscription', async () => {
    await start();
    const other = new AngelOneFeed({
      url: server.hosts.marketSocket,
      apiKey: server.client.apiKey,
      session: connected.session,
      clock: { now: Date.now },
      timing: systemTiming,
      onTrouble: (trouble) => troubles.push(trouble),
      onDepthTrouble: (trouble) => troubles.push(trouble),
    });
    await until(() => server.streams.connections.market === 2);
    other.watch([{ ...SBIN, exchange: 'NCDEX' as 'NSE' }]);
    server.streams.say(
      '{"correlationID":"abcde12345","errorCode":"E1002","errorMessage":"Subscription Limit Exceeded"}',
    );
    server.streams.say(
      '{"correlationID":"abcde12345","errorCode":"E1001","errorMessage":"Invalid Request Payload."}',
    );
    server.streams.say('not JSON at all');
    await until(() => troubles.length >= 4);
    expect(new Set(troubles.map(({ kind, said }) => `${kind} ${said}`))).toEqual(
      new Set(['rate E1002: Subscription Limit Exceeded', 'order E1001: Invalid Request Payload.']),
    );
    other.close();
  });
});

describe('a connection', () => {
  const watched = (url: string) => {
    const timing = new ManualTiming();
    const troubles: BrokerTrouble[] = [];
    let opened = 0;
    const socket = new ReconnectingSocket({
      url,
      headers: { Authorization: connected.session.jwt },
      timing,
      owner: {
        onOpen: () => opened++,
        onText: () => undefined,
        onBinary: () => undefined,
        isStalled: () => false,
        onTrouble: (trouble) => troubles.push(trouble),
      },
    });
    socket.open();
    return { timing, troubles, socket, opened: () => opened };
  };

  it('that cannot be made is tried again after 1, 2, 4, 8, 16 and then every 30 seconds', async () => {
    const { port } = await freePort();
    const { timing, troubles, socket } = watched(`ws://127.0.0.1:${port}/smart-order-update`);
    for (const [attempt, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await until(() => troubles.length === attempt + 1);
      await timing.pass(seconds * 1_000 - 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(troubles).toHaveLength(attempt + 1);
      await timing.pass(1);
    }
    socket.close();
  });

  it('is pinged every ten seconds', async () => {
    const { timing, socket, opened } = watched(server.hosts.orderSocket);
    await until(() => opened() === 1);
    await timing.pass(9_999);
    expect(server.streams.pings).toBe(0);
    await timing.pass(1);
    await until(() => server.streams.pings === 1);
    await timing.pass(10_000);
    await until(() => server.streams.pings === 2);
    socket.close();
  });

  it('that the broker has no room for is let in once there is some', async () => {
    const others = [1, 2, 3].map(() => watched(server.hosts.orderSocket));
    await until(() => server.streams.connections.orders === 3);
    const fourth = watched(server.hosts.orderSocket);
    await until(() => fourth.troubles.length === 1);
    expect(fourth.troubles[0]).toMatchObject({ kind: 'unreachable', said: 'Connection limit exceeded' });
    others[0]?.socket.close();
    await until(() => server.streams.connections.orders === 2);
    await fourth.timing.pass(1_000);
    await until(() => fourth.opened() === 1);
    for (const { socket } of [...others, fourth]) socket.close();
  });

  it('that is closed for good stays closed', async () => {
    const { timing, socket, troubles, opened } = watched(server.hosts.orderSocket);
    await until(() => opened() === 1);
    socket.close();
    await timing.pass(120_000);
    await until(() => server.streams.connections.orders === 0);
    expect([opened(), troubles]).toEqual([1, []]);
  });
});

describe('the order socket', () => {
  it('reports what becomes of orders, as the book does, and each report as often as it comes', async () => {
    const reports: OrderReport[] = [];
    const broker = connected.account.broker(connected.session);
    broker.onReport((report) => reports.push(report));
    await until(() => server.streams.connections.orders === 1);
    server.script.reportTimes = 2;
    const order = orderOf({ quantity: 3 });
    await broker.place(order, 'entry');
    server.price('3045', 81_245, 1);
    server.price('3045', 81_240);
    await until(() => reports.length === 6);
    expect(reports.map(({ state, filledQuantity }) => [state, filledQuantity])).toEqual([
      ...[0, 0].map((filled) => ['open', filled]),
      ...[1, 1].map((filled) => ['open', filled]),
      ...[3, 3].map((filled) => ['filled', filled]),
    ]);
    expect([reports.at(-1)]).toEqual(await broker.orderBook());
    broker.close();
  });

  it('comes back after a break and says that the book should be asked; frames that cannot be read are no report', async () => {
    const reports: OrderReport[] = [];
    let connections = 0;
    const troubles: BrokerTrouble[] = [];
    const broker = connected.account.broker(connected.session, {
      onConnected: () => connections++,
      onTrouble: (trouble) => troubles.push(trouble),
    });
    const stop = broker.onReport((report) => reports.push(report));
    await until(() => connections === 1);
    server.streams.drop();
    await until(() => connections === 2);
    server.streams.say('{"order-status":"AB05","orderData":{"orderid":"1","quantity":"many"}}');
    server.streams.say('half of {');
    server.streams.say('[]');
    await broker.place(orderOf(), 'entry');
    await until(() => reports.length === 1);
    expect(troubles).toMatchObject([{ kind: 'unreachable' }]);
    stop();
    await broker.place(orderOf(), 'entry');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reports).toHaveLength(1);
    server.endSessions();
    await until(() => troubles.some(({ kind }) => kind === 'session'));
    broker.close();
  });
});
