import { AccountLimiters } from '../../src/backend/brokers/angel-one/account-limiters.ts';
import { angelOneLink } from '../../src/backend/brokers/angel-one/angel-one-link.ts';
import type { AngelOneHosts } from '../../src/backend/brokers/angel-one/hosts.ts';
import { InstrumentList } from '../../src/backend/brokers/angel-one/instrument-list.ts';
import type { BrokerTick } from '../../src/backend/brokers/broker.ts';
import type { BrokerLink } from '../../src/backend/brokers/broker-link.ts';
import { SILENT } from '../angel-one/connected.ts';
import { madeUpShares } from '../angel-one/instruments.ts';
import { holdAtBroker } from './held-at-broker.ts';
import { mayTradeLive } from './live-basket.ts';
import { RSI_RULES } from './rule-samples.ts';
import { socketTimes } from './socket-times.ts';
import { startTestBackend, TEST_API_TOKEN, TEST_PASSWORD } from './test-backend.ts';

/** Task of the process, as JSON in its first argument. */
export interface FeedingTask {
  readonly hosts: AngelOneHosts;
  readonly credentials: { clientCode: string; apiKey: string; pin: string; totpSecret: string };
  /** So many made-up shares; a live position is open in each, which is why its prices are subscribed. */
  readonly tokens: number;
  /** Strategies that hold them in turn. */
  readonly strategies: number;
  /** Whether its user has accepted real money by hand. */
  readonly tradesByHand: boolean;
  /** Milliseconds by which the market's clock is ahead of this computer's. */
  readonly ahead: number;
}

export interface FeedingReady {
  readonly url: string;
  readonly apiToken: string;
  readonly accessToken: string;
  readonly email: string;
  readonly password: string;
}

/** State of the process after a garbage collection. */
export interface FeedingState {
  /** Ticks that reached the run. */
  readonly seen: number;
  /** Seen ticks that did not follow the last of their instrument. Those that were not exactly one trade after it. */
  readonly outOfOrder: number;
  readonly heapUsed: number;
  readonly rss: number;
  /** Milliseconds of processor time so far. */
  readonly cpuMs: number;
  /** When orders were written to the broker's socket, by `steadyMs`. */
  readonly ordersSentAt: readonly number[];
}

/** Counts what goes on to the run: trades are of one share each, so a tick that was lost or late shows in the volume. */
class TickCounter {
  seen = 0;
  outOfOrder = 0;
  private readonly known = new Set<string>();

  count(ticks: readonly BrokerTick[]): void {
    this.seen += ticks.length;
    for (const { symbol, volume } of ticks) {
      if (volume !== 1 && this.known.has(symbol)) this.outOfOrder++;
      this.known.add(symbol);
    }
  }
}

const countedBy = (counter: TickCounter, link: BrokerLink): BrokerLink => ({
  ...link,
  open: (session, listener) => {
    const opened = link.open(session, listener);
    const onTicks: typeof opened.feed.onTicks = (emit) =>
      opened.feed.onTicks((ticks) => {
        counter.count(ticks);
        emit(ticks);
      });
    const { feed } = opened;
    return {
      ...opened,
      feed: {
        mostWatched: feed.mostWatched,
        get lastPacketAt() {
          return feed.lastPacketAt;
        },
        watch: (instruments) => feed.watch(instruments),
        close: () => feed.close(),
        onTicks,
      },
    };
  },
});

/** Serve a backend whose one user holds a share of everything. The broker is the test's. */
const serve = async ({
  hosts,
  credentials,
  tokens,
  strategies,
  tradesByHand,
  ahead,
}: FeedingTask): Promise<void> => {
  const clock = { now: () => Date.now() + ahead };
  const counter = new TickCounter();
  const limiters = new AccountLimiters();
  const server = await startTestBackend({
    clock,
    linkBroker: (apiKey) => {
      const list = new InstrumentList({
        database: server.backend.parts.database,
        url: hosts.scripMaster,
      });
      const link = angelOneLink({ clock, logger: SILENT, instruments: list, limiters, hosts }, apiKey);
      return Promise.resolve(countedBy(counter, link));
    },
  });
  await server.backend.prepared;
  const { database, brokerAccounts } = server.backend.parts;
  const user = await server.register('feeding');
  const { id: userId } = await user.call('profile.mine', {});
  const strategyIds: number[] = [];
  for (let number = 1; number <= strategies; number++) {
    const { strategyId } = await user.call('strategies.add', {
      url: 'add',
      name: `Strategy ${number}`,
      document: RSI_RULES,
    });
    strategyIds.push(strategyId ?? 0);
  }
  const account = await brokerAccounts.link(userId, credentials, null, null);
  await holdAtBroker(
    database,
    { userId, runId: account.run.identity.runId, at: clock.now() },
    madeUpShares(tokens).map(({ name, close, exchange, token, symbol, lot, tick }, index) => ({
      strategyId: strategyIds[index % strategies] ?? 0,
      price: close,
      instrument: {
        symbol: name,
        exchange,
        token,
        tradingSymbol: symbol,
        lotSize: lot,
        tickSize: tick,
        expiry: null,
        freezeQuantity: null,
        isin: null,
      },
    })),
  );
  await account.resume();
  if (tradesByHand) {
    await mayTradeLive(server, user);
    await user.call('manual.acceptLive', {
      ...{ capital: 10_00_000_00, maxLossPerDay: 5_00_000_00 },
      ...{ isUnderstood: true, confirmName: 'LIVE' },
    });
  }
  const { times: ordersSentAt } = socketTimes('/placeOrder');
  process.on('disconnect', () => process.exit(1));
  process.on('message', (what) => {
    if (what === 'end') return void server.dispose().then(() => process.exit(0));
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    const { user: own, system } = process.cpuUsage();
    const { seen, outOfOrder } = counter;
    const state: FeedingState = {
      seen,
      outOfOrder,
      heapUsed,
      rss,
      cpuMs: (own + system) / 1_000,
      ordersSentAt,
    };
    process.send?.(state);
  });
  const { accessToken, email } = user;
  process.send?.({
    url: server.url,
    apiToken: TEST_API_TOKEN,
    accessToken,
    email,
    password: TEST_PASSWORD,
  } satisfies FeedingReady);
};

await serve(JSON.parse(process.argv[2] ?? '') as FeedingTask);
