import type { Logger } from 'pino';
import { BacktestQueue } from './backtests/backtest-queue.ts';
import { WorkerPool } from './backtests/worker-pool.ts';
import { systemClock } from './clock.ts';
import { visitHouse } from './cluster/house.ts';
import { EVERYBODY, NOBODY } from './cluster/own-users.ts';
import { openDatabase } from './db/database.ts';
import { elsewhereOf } from './follow-house.ts';
import { EventHub } from './notices/event-hub.ts';
import { createNotify } from './notices/notify.ts';
import { writeLog } from './notices/journal.ts';
import { simulatedSeed } from './seed/simulated-seed.ts';

interface WorkerOptions {
  /** Address of the PostgreSQL database of the house. */
  readonly database: string;
  /** Address of its NATS server. */
  readonly nats: string;
  readonly logger: Logger;
  /** Called when it is not known whether a change was saved: the process must end. */
  readonly onUnknown: () => void;
}

/**
 * Start a process of a house that runs backtests of everybody. It serves nobody. One that dies has its runs begun
 * again by another.
 * @throws DatabaseUnusable
 */
export const startBacktestWorker = async ({
  database: databaseAt,
  nats,
  logger,
  onUnknown,
}: WorkerOptions): Promise<{ close(): Promise<void> }> => {
  const lost = (error: unknown): void => logger.error({ err: error }, 'a thread was lost');
  const database = await openDatabase(databaseAt, {
    isAsFound: true,
    onLost: lost,
    onUnknown: (error) => {
      logger.fatal({ err: error }, 'it is not known whether a change was saved, so this process ends');
      onUnknown();
    },
    onFailedAfter: (error) => logger.error({ err: error }, 'what follows a commit failed'),
  });
  const house = await visitHouse(databaseAt, nats, logger).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const clock = systemClock;
  const hub = new EventHub(clock, elsewhereOf({ users: NOBODY, others: house.others }));
  const queue = new BacktestQueue({
    holder: { users: EVERYBODY, isShared: true },
    isRunning: true,
    database,
    pool: new WorkerPool(undefined, lost),
    place: { databaseAt, seed: await simulatedSeed(database) },
    clock,
    hub,
    notify: createNotify(hub, clock),
    logActivity: (tx, userId, topic, text) =>
      writeLog(tx, {
        userId,
        kind: 'activity',
        level: 'info',
        topic,
        text,
        strategyId: null,
        at: clock.now(),
      }),
    logger,
  });
  queue.resume();
  return {
    close: async () => {
      await queue.close();
      await house.close();
      await database.close();
    },
  };
};
