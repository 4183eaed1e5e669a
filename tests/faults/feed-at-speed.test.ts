import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AngelOneFeed } from '../../src/backend/brokers/angel-one/angel-one-feed.ts';
import { SOCKET_PACE } from '../../src/backend/brokers/angel-one/reconnecting-socket.ts';
import { systemTiming } from '../../src/backend/brokers/angel-one/timing.ts';
import type { BrokerTick, BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { connect, SBIN, until } from '../angel-one/connected.ts';
import { madeUpShares } from '../angel-one/instruments.ts';
import { type Feeding, FeedWindow, openSleepingReader, startFeeding } from '../support/feeding.ts';

/** Length of the feed; the long run: `TRICKDESK_FEED_SECONDS=60 npx vitest run tests/faults/feed-at-speed`. */
const SECONDS = Number(process.env['TRICKDESK_FEED_SECONDS'] ?? 4);
const WARM_UP_MS = Math.min(SECONDS, 10) * 1_000;
const TOKENS = 1_000;
const TICKS_A_SECOND = 10;
/** Messages with prices to the window: the backend sends them once a second. */
const MESSAGES_A_SECOND = 1;
/**
 * Most values waiting for the frozen window. Prices and values of the broker, those of the simulated market, and the
 * feed's state.
 */
const MOST_WAITING = 2 * TOKENS + 100;
const BEAT_MS = 100;
const PATIENCE_MS = 60_000;

/** Last traded price of each instrument, by symbol. */
const pricesAt = ({ server, instruments }: Feeding): Map<string, number> =>
  new Map(
    instruments.map(({ name, exchange, token }) => [name, server.priceOf(token, exchange) ?? Number.NaN]),
  );

type Prices = ReadonlyMap<string, number | null>;

/** Instruments that are not at the price that they should be at. */
const astray = (truth: Prices, shown: Prices): string[] =>
  [...truth].flatMap(([symbol, price]) => (shown.get(symbol) === price ? [] : [symbol]));

/** Wait until what is shown is the truth. If it never is, the failure names what is not. */
const comesTo = async (truth: Prices, shown: () => Prices): Promise<void> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && astray(truth, shown()).length > 0;)
    await wait(BEAT_MS);
  expect(astray(truth, shown())).toEqual([]);
  expect(shown().size).toBe(truth.size);
};

describe(`${TOKENS} instruments, ${TICKS_A_SECOND} ticks a second each, for ${SECONDS} s`, () => {
  let feeding: Feeding;
  let window: FeedWindow;
  beforeEach(async () => {
    feeding = await startFeeding(TOKENS);
    window = new FeedWindow(feeding);
  }, 120_000);
  afterEach(async () => {
    window.close();
    await feeding.close();
  });

  it(
    'every tick reaches the run in its order, the window the last of each, and memory stays flat',
    { timeout: SECONDS * 20_000 + 2 * WARM_UP_MS + 180_000 },
    async () => {
      const { server } = feeding;
      const sleeper = await openSleepingReader(feeding);
      window.open();
      await until(() => server.streams.subscriptions === TOKENS, PATIENCE_MS);
      const stop = server.stream(TICKS_A_SECOND);
      await wait(WARM_UP_MS);
      const warm = await feeding.state();
      const messagesBefore = window.messages;
      const began = performance.now();
      await wait((SECONDS * 1_000) / 2);
      window.freeze();
      await wait((SECONDS * 1_000) / 2);
      const seconds = (performance.now() - began) / 1_000;
      const messages = window.messages - messagesBefore;
      const trades = stop();
      const truth = pricesAt(feeding);
      let end = await feeding.state();
      for (; end.seen < trades; end = await feeding.state()) await wait(BEAT_MS);

      expect({ seen: end.seen, outOfOrder: end.outOfOrder }).toEqual({ seen: trades, outOfOrder: 0 });
      expect(end.heapUsed).toBeLessThan(warm.heapUsed * 1.1);
      expect(messages).toBeLessThanOrEqual(seconds * MESSAGES_A_SECOND + 1);
      // The frozen window has one value of each thing waiting, and nothing on its way.
      expect(window.mostWaiting).toBeLessThanOrEqual(MOST_WAITING);

      window.wake();
      await comesTo(truth, () => new Map([...window.last].map(([symbol, { ltp }]) => [symbol, ltp])));
      await comesTo(truth, () => window.valued);
      // A reader that has slept all the while wakes to the same.
      sleeper.wake();
      await comesTo(truth, () => sleeper.last);
      sleeper.close();
    },
  );
});

describe('the socket at that speed', () => {
  it('comes back from a break and from a stall with all thousand, and every tick since then in order', async () => {
    const shares = madeUpShares(TOKENS);
    const { server, session } = await connect({ instruments: shares });
    const troubles: BrokerTrouble[] = [];
    const received: BrokerTick[] = [];
    const feed = new AngelOneFeed({
      url: server.hosts.marketSocket,
      apiKey: server.client.apiKey,
      session,
      clock: { now: Date.now },
      timing: systemTiming,
      pace: { ...SOCKET_PACE, beatMs: 20, firstRetryMs: 20 },
      stallMs: 500,
      isMarketOpen: () => true,
      onTrouble: (trouble) => troubles.push(trouble),
      onDepthTrouble: (trouble) => troubles.push(trouble),
    });
    feed.onTicks((ticks) => received.push(...ticks));
    try {
      feed.watch(
        shares.map(({ name, token, symbol }) => ({ ...SBIN, symbol: name, token, tradingSymbol: symbol })),
      );
      await until(() => server.streams.subscriptions === TOKENS, PATIENCE_MS);
      const stop = server.stream(TICKS_A_SECOND);
      /** Everything is heard again: of each instrument so many shares as were traded since it was last heard. */
      const receivesAll = async (): Promise<void> => {
        received.length = 0;
        await until(() => new Set(received.map(({ symbol }) => symbol)).size === TOKENS, PATIENCE_MS);
      };
      await receivesAll();
      server.streams.drop();
      await until(() => troubles.length === 1, PATIENCE_MS);
      await receivesAll();
      server.streams.isFrozen = true;
      await until(() => troubles.length === 2, PATIENCE_MS);
      server.streams.isFrozen = false;
      await receivesAll();
      received.length = 0;
      await until(() => received.length > 2 * TOKENS, PATIENCE_MS);
      stop();
      expect(new Set(received.map(({ volume }) => volume))).toEqual(new Set([1]));
      expect(troubles.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable']);
    } finally {
      feed.close();
      await server.close();
    }
  }, 120_000);
});
