import type { OwnUsers } from '../cluster/own-users.ts';
import type { Closing } from '../closing.ts';
import { type Database, type Transaction, HOUSE } from '../db/database.ts';
import type { History } from '../market/history.ts';
import type { MarketRuns } from '../trading/market-runs.ts';
import { seedAdvisors } from './seed-advisors.ts';
import { seedBaskets } from './seed-baskets.ts';
import { SEED_KEYS } from './seed-keys.ts';
import { seedMarket } from './seed-market.ts';
import { seedHouse, seedHouseLegs, seedStrategy, unseededStrategies } from './seed-strategies.ts';

const isWritten = async (database: Database, key: string): Promise<boolean> =>
  (await database.read.selectFrom('meta').select('key').where('key', '=', key).executeTakeFirst()) !==
  undefined;

/** Writes something once in the life of an installation. */
const seedOnce = async (
  database: Database,
  key: string,
  seed: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  if (await isWritten(database, key)) return;
  await database.write(HOUSE, async (tx) => {
    await seed(tx);
    await tx.query.insertInto('meta').values({ key, value: '1' }).execute();
  });
};

export interface FirstStartDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly history: History;
  readonly marketRuns: MarketRuns;
  /** Of the simulated market. */
  readonly seed: number;
  readonly now: number;
  readonly closing: Closing;
}

/** Pause before it is checked again whether another process is done. */
const LOOK_AGAIN_MS = 500;

/**
 * Preparations of a first start, in the background: the simulated market, then the test history of each shipped
 * strategy. Each step is written whole, so a start that was cut off carries on where it stood. The market opens as soon
 * as it is there. Ends early, between two steps, when `closing` is over. Of the processes of a house one prepares it,
 * and the others open when it has.
 */
export const prepareFirstStart = async (deps: FirstStartDeps): Promise<void> => {
  const { users, database, marketRuns, closing } = deps;
  if (users.hasHouse) return prepareHouse(deps);
  const pauseWhile = async (isToBeWaitedFor: () => Promise<boolean>): Promise<void> => {
    while (!closing.isOver && (await isToBeWaitedFor())) await closing.pause(LOOK_AGAIN_MS);
  };
  await pauseWhile(async () => !(await isWritten(database, SEED_KEYS.baskets)));
  if (closing.isOver) return;
  await marketRuns.open();
  marketRuns.publishReload();
  const waiting = async () => (await unseededStrategies(database)).length > 0;
  if (!(await waiting())) return;
  await pauseWhile(waiting);
  if (!closing.isOver) await marketRuns.startEvaluated();
};

const prepareHouse = async ({
  users,
  database,
  history,
  marketRuns,
  seed,
  now,
  closing: { signal },
}: FirstStartDeps): Promise<void> => {
  const feedRow = () =>
    database.read.selectFrom('feeds').selectAll().where('source', '=', 'simulated').executeTakeFirst();
  if (!(await feedRow()))
    await seedMarket(database, seed, now, signal, (done, total) => {
      marketRuns.preparation = { done, total, label: 'Preparing the simulated market' };
    });
  if (signal.aborted) return;
  await seedOnce(database, SEED_KEYS.house, (tx) => seedHouse(tx, now));
  await seedOnce(database, SEED_KEYS.houseLegs, (tx) => seedHouseLegs(tx, now));
  await seedOnce(database, SEED_KEYS.advisors, seedAdvisors);
  const waiting = await unseededStrategies(database);
  const feed = await feedRow();
  if (!feed) throw new Error('The simulated market was not written.');
  if (!(await isWritten(database, SEED_KEYS.baskets)))
    await seedBaskets(database, history, feed.market_time, now, SEED_KEYS.baskets);
  await marketRuns.open();
  marketRuns.publishReload();
  for (const [index, strategy] of waiting.entries()) {
    if (signal.aborted) return;
    marketRuns.preparation = {
      done: index,
      total: waiting.length,
      label: `Testing ${strategy.name} on past days`,
    };
    marketRuns.publishFeed(null);
    await seedStrategy(database, history, strategy, feed);
    if (users.has(strategy.owner_id)) await marketRuns.startStrategy(strategy.id);
  }
  marketRuns.preparation = null;
  if (waiting.length > 0) marketRuns.publishReload();
  marketRuns.publishFeed(null);
};
