import {
  ORDER_EVENTS,
  type OrderEvent,
  REQUEST_EVENTS,
  type RequestEvent,
} from '../../src/engine/trading/order.ts';
import type { Broker } from '../../src/backend/brokers/broker.ts';
import type { Database, Transaction } from '../../src/backend/db/database.ts';
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

/** Order events that cannot come in the process's trading, and why. */
const NOT_IN_TRADING = {
  // The broker's day ends only with its sessions: `night-at-every-state.test.ts` ends the program there instead.
  'end-day': 'The day of the server does not end while the process trades.',
} as const satisfies Partial<Record<OrderEvent | RequestEvent, string>>;
export type KillEvent = 'intend' | Exclude<OrderEvent | RequestEvent, keyof typeof NOT_IN_TRADING>;

/** All other events of the order table, and writing the order. Each is written by a transaction. */
export const KILL_EVENTS = (['intend', ...ORDER_EVENTS, ...REQUEST_EVENTS] as const).filter(
  (event): event is KillEvent => !(event in NOT_IN_TRADING),
);
export type KillPoint =
  | (typeof KILL_POINTS)[number]
  /** Right before or after the commit that writes an event. */
  | `${'before' | 'after'} commit of ${KillEvent}`;

/** The event whose commit a point is at. */
export const eventAt = (point: KillPoint): KillEvent | undefined =>
  KILL_EVENTS.find((event) => point.endsWith(` of ${event}`));

const lastEvent = (tx: Transaction): Promise<{ last: number }> =>
  tx.query
    .selectFrom('order_events')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow();

const eventsSince = async (tx: Transaction, last: number): Promise<string[]> => {
  const rows = await tx.query.selectFrom('order_events').select('event').where('id', '>', last).execute();
  return rows.map(({ event }) => event);
};

/** Time amid a request. Long enough for it to leave, and too short for the answer that the test holds back. */
const AMID_MS = 15;

/** Kill this process the `nth` time (from 1) at a point. It is killed like a power cut. */
export const killAt = (point: KillPoint, nth: number): Between => {
  let times = 0;
  const reach = (reached: string): void => {
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
      cancel: (ref, turn) => around('cancel', () => broker.cancel(ref, turn)),
      orderBook: () => broker.orderBook(),
      trades: () => broker.trades(),
      positions: () => broker.positions(),
      holdings: () => broker.holdings(),
      funds: () => broker.funds(),
      marginOf: (orders) => broker.marginOf(orders),
      quotes: (instruments) => broker.quotes(instruments),
      saleAuthorisation: (isin, quantity) => broker.saleAuthorisation(isin, quantity),
      onReport: (listener) => broker.onReport(listener),
    }),
    database: (database): Database => ({
      ...database,
      write: async (of, work) => {
        let events: string[] = [];
        const value = await database.write(of, async (tx) => {
          const { last } = await lastEvent(tx);
          const done = await work(tx);
          events = await eventsSince(tx, last);
          reach('before commit');
          for (const event of events) reach(`before commit of ${event}`);
          return done;
        });
        reach('after commit');
        for (const event of events) reach(`after commit of ${event}`);
        return value;
      },
    }),
  };
};
