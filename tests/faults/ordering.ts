import { pino } from 'pino';
import { AngelOneAccount } from '../../src/backend/brokers/angel-one/angel-one-account.ts';
import type { AngelOneSession } from '../../src/backend/brokers/angel-one/angel-one-session.ts';
import type { AngelOneHosts } from '../../src/backend/brokers/angel-one/hosts.ts';
import type { Broker, BrokerInstrument } from '../../src/backend/brokers/broker.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { LiveExecution } from '../../src/backend/broker-accounts/live-execution.ts';
import { HASTY_TIMING } from '../angel-one/connected.ts';
import { entryOf, livePath, ONE_PERCENT, termsOfStrategy, tickOf } from '../support/live-path.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** Task of a process that orders; all of it can be written as JSON. */
export interface OrderingWorld {
  readonly dataDir: string;
  readonly hosts: AngelOneHosts;
  readonly apiKey: string;
  readonly session: AngelOneSession;
  /** When the world began, real epoch ms: then it was ten in the morning, and since then time runs faster. */
  readonly began: number;
  /** Product of the purchase; intraday unless told. */
  readonly product?: 'delivery';
}

export const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
/** So many seconds of the market in one of ours: its waits of seconds and minutes are over soon. */
export const SPEED = 20;
/** Milliseconds of the adapter's sockets, a thousandth of which pass in earnest. */
const PACE = {
  pingMs: 1_000_000,
  silenceMs: 20_000_000,
  beatMs: 500_000,
  firstRetryMs: 20_000,
  longestRetryMs: 100_000,
};

export const SHARE: BrokerInstrument = {
  symbol: 'SBIN',
  exchange: 'NSE',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  lotSize: 1,
  tickSize: 5,
  expiry: null,
  freezeQuantity: null,
  isin: null,
};
export const QUANTITY = 10;
export const STRATEGY_ID = 1;
const RUN = { source: 'broker', runId: 1_000, mode: 'live', brokerId: 2 } as const;

/** Wrappers between the order path and the two things it changes. */
export interface Between {
  broker(broker: Broker): Broker;
  database(database: Database): Database;
  /** Why a guard denies every entry; none is unless given. */
  readonly denial?: string | null;
}
const NOTHING_BETWEEN: Between = { broker: (broker) => broker, database: (database) => database };

export interface Ordering {
  readonly execution: LiveExecution;
  readonly database: Database;
  readonly now: () => number;
  /** Let the market come to prices, in paise, one by one. One after the other and all at once. */
  tick(...prices: number[]): Promise<void>;
  /** Wants to hold; answers when the order was sent. */
  enter(key: string): Promise<void>;
  close(): Promise<void>;
}

/** One user's live order path with the real adapter, just started. It is loaded and compared with the broker. */
export const startOrdering = async (
  world: OrderingWorld,
  between: Between = NOTHING_BETWEEN,
): Promise<Ordering> => {
  const now = (): number => OPEN + (Date.now() - world.began) * SPEED;
  const clock = { now };
  const logger = pino({ level: 'silent' });
  const opened = await openTestDatabase(world.dataDir);
  const account = new AngelOneAccount({
    apiKey: world.apiKey,
    hosts: world.hosts,
    logger,
    timing: HASTY_TIMING,
    pace: PACE,
    patienceMs: 1_000,
  });
  const adapter = account.broker(world.session);
  const broker = between.broker(adapter);
  const database = between.database(opened);
  const reports = new Set<Promise<void>>();
  const execution = livePath({
    database,
    clock,
    logger,
    run: RUN,
    broker: () => broker,
    instrumentOf: () => Promise.resolve(SHARE),
    termsOf: (strategyId) =>
      Promise.resolve(
        termsOfStrategy(
          strategyId,
          {
            product: world.product ?? 'intraday',
            protection: {
              ...ONE_PERCENT,
              target: { kind: 'percent', value: 2 },
              trailing: { kind: 'percent', value: 0.6 },
            },
          },
          // A long run must not come to it.
          '23:59',
        ),
      ),
    denial: () => Promise.resolve(between.denial ?? null),
    readAgainMs: 50,
  });
  adapter.onReport((report) => {
    const applied = execution.orders.onReport(report);
    reports.add(applied);
    void applied.finally(() => reports.delete(applied));
  });
  await execution.load();
  return {
    execution,
    database,
    now,
    tick: (...prices) => {
      execution.onTicks(prices.map((price) => tickOf(SHARE, price, now(), 0)));
      return execution.leaveReached();
    },
    enter: async (key) => {
      await execution.place(entryOf(RUN, { symbol: SHARE.symbol, quantity: QUANTITY, key, at: now() }));
    },
    close: async () => {
      adapter.close();
      await Promise.all(reports);
      await execution.settled();
      await opened.close();
    },
  };
};
