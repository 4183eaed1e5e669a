import type { Broker } from '../../src/backend/brokers/broker.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { Between } from './ordering.ts';

/** Where on the way of an order its process is killed. */
export const KILL_POINTS = [
  'before place',
  /** The request is on its way. */
  'amid place',
  /** The broker has answered; nothing of it is written. */
  'after place',
  'before modify',
  'after modify',
  'before cancel',
  'after cancel',
  /** Everything is written, and not yet on the disk. */
  'before commit',
  'after commit',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** Long enough for a request to leave, and too short for the answer that the test holds back. */
const AMID_MS = 15;

/** Kills this process, like a power cut, the `nth` time (from 1) that it comes to a point. */
export const killAt = (point: KillPoint, nth: number): Between => {
  let times = 0;
  const reach = (reached: KillPoint): void => {
    if (reached === point && ++times === nth) process.kill(process.pid, 'SIGKILL');
  };
  const around = async <T>(call: 'place' | 'modify' | 'cancel', work: () => Promise<T>): Promise<T> => {
    reach(`before ${call}`);
    const answer = work();
    if (call === 'place') setTimeout(() => reach('amid place'), AMID_MS);
    await answer;
    reach(`after ${call}`);
    return answer;
  };
  return {
    broker: (broker): Broker => ({
      place: (order, turn, signal) => around('place', () => broker.place(order, turn, signal)),
      modify: (ref, change, turn) => around('modify', () => broker.modify(ref, change, turn)),
      cancel: (ref, priority) => around('cancel', () => broker.cancel(ref, priority)),
      orderBook: () => broker.orderBook(),
      trades: () => broker.trades(),
      positions: () => broker.positions(),
      holdings: () => broker.holdings(),
      funds: () => broker.funds(),
      marginOf: (order) => broker.marginOf(order),
      quotes: (instruments) => broker.quotes(instruments),
      saleAuthorisation: (isin, quantity) => broker.saleAuthorisation(isin, quantity),
      onReport: (listener) => broker.onReport(listener),
    }),
    database: (database): Database => ({
      ...database,
      write: async (work) => {
        const value = await database.write(async (tx) => {
          const done = await work(tx);
          reach('before commit');
          return done;
        });
        reach('after commit');
        return value;
      },
    }),
  };
};
