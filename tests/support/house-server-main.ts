import { standBy } from '../../src/backend/cluster/standby.ts';
import { AccountLimiters } from '../../src/backend/brokers/angel-one/account-limiters.ts';
import { angelOneLink } from '../../src/backend/brokers/angel-one/angel-one-link.ts';
import type { AngelOneHosts } from '../../src/backend/brokers/angel-one/hosts.ts';
import { InstrumentList } from '../../src/backend/brokers/angel-one/instrument-list.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { SeenLeases } from '../../src/backend/db/postgres/seen-leases.ts';
import { createLogger } from '../../src/backend/log.ts';
import { standaloneOptions } from '../../src/backend/options.ts';
import { startBackend } from '../../src/backend/start-backend.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { entryOf } from './live-path.ts';

/**
 * A server of a house whose brokers are servers of a test. It is started like `src/backend/backend.ts` and does the
 * same, but that the brokers are those of `HouseBrokers`, and that it can be told to enter (`WantedEntry`).
 */

/** Brokers of a house, as JSON in the environment variable `TRICKDESK_TEST_BROKERS`. */
export interface HouseBrokers {
  /** Difference of their clock from this machine's, ms. */
  readonly ahead: number;
  /** By API key. */
  readonly hosts: Readonly<Record<string, AngelOneHosts>>;
}

/** Told over the channel of the process: a strategy decides to buy one SBIN. */
export interface WantedEntry {
  readonly userId: number;
  readonly strategyId: number;
  readonly key: string;
}

const options = standaloneOptions(process.argv.slice(2), process.env);
const { database: address, house } = options;
if (address === undefined || !house) throw new Error('It is of a house: give --database and --nats.');
const brokers = JSON.parse(process.env['TRICKDESK_TEST_BROKERS'] ?? '') as HouseBrokers;
const logger = createLogger(options.logLevel);
const clock = { now: () => Date.now() + brokers.ahead };
const limiters = new AccountLimiters();
const opened = Promise.withResolvers<Database>();

const start = async (seenLeases?: SeenLeases) => {
  const { backend } = await startBackend({
    ...options,
    isShared: true,
    accessTokenMs: DAY_MS,
    logger,
    clock,
    onOwnershipLost: () => process.exit(1),
    linkBroker: async (apiKey) => {
      const hosts = brokers.hosts[apiKey];
      if (!hosts) throw new Error(`The test has no broker with the key ${apiKey}.`);
      const instruments = new InstrumentList({ database: await opened.promise, url: hosts.scripMaster });
      return angelOneLink({ clock, logger, instruments, limiters, hosts }, apiKey);
    },
    ...(seenLeases && { seenLeases }),
  });
  opened.resolve(backend.parts.database);
  return backend;
};

const { port, dataDir } = options;
const place = { ...{ database: address, dataDir, host: '127.0.0.1', port, offer: house }, logger };
const say = (what: string, at: number) => process.stdout.write(`${what} on http://127.0.0.1:${at}\n`);
const backend = options.isStandby
  ? await standBy({ ...place, requireKeys: () => Promise.resolve() }, start, (at) => say('stands by', at))
  : await start();
say('listening', backend.port);

process.on('message', ({ userId, strategyId, key }: WantedEntry) => {
  const run = backend.parts.brokerAccounts.runOf(userId);
  if (!run) return;
  const wanted = { userId, strategyId, symbol: 'SBIN', quantity: 1, key, at: clock.now() };
  run.execution
    .place(entryOf(run.identity, wanted))
    .catch((error: unknown) => logger.warn({ err: error }, 'an entry could not be written'));
});
process.once('SIGTERM', () => void backend.close().then(() => process.exit(0)));
