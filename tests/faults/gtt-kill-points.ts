import type { Broker, BrokerRules } from '../../src/backend/brokers/broker.ts';
import type { Database, Transaction } from '../../src/backend/db/database.ts';
import type { Between } from './ordering.ts';

/** States of an order in the order of its life here; `wish` is that of its cancellation. */
const WRITTEN = ['submitted', 'accepted', 'resting', 'wish', 'cancelled'] as const;

/** Places at which the process of a GTT order is killed. */
export const GTT_KILL_POINTS = [
  ...WRITTEN.flatMap((state) => [`before commit of ${state}`, `after commit of ${state}`] as const),
  'before create',
  'amid create',
  'after create',
  'before cancel',
  'after cancel',
] as const;
export type GttKillPoint = (typeof GTT_KILL_POINTS)[number];

/** Time amid a request. Long enough for it to leave. */
const AMID_MS = 15;

const standing = async (tx: Transaction): Promise<string> => {
  const row = await tx.query
    .selectFrom('gtt_orders')
    .select(['state', 'end_wanted'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return 'none';
  const isWish = row.end_wanted !== null && row.state !== 'cancelled';
  return isWish ? 'wish' : row.state;
};

/** Kill this process at a point. It is killed like a power cut. */
export const killGttAt = (point: GttKillPoint): Between => {
  const reach = (reached: string): void => {
    if (reached === point) process.kill(process.pid, 'SIGKILL');
  };
  const around = async <T>(call: 'create' | 'cancel', work: () => Promise<T>): Promise<T> => {
    reach(`before ${call}`);
    const answer = work();
    if (call === 'create') setTimeout(() => reach('amid create'), AMID_MS);
    await answer;
    reach(`after ${call}`);
    return answer;
  };
  const wrapped = (rules: BrokerRules): BrokerRules => ({
    create: (rule, turn) => around('create', () => rules.create(rule, turn)),
    cancel: (ruleId, instrument, turn) => around('cancel', () => rules.cancel(ruleId, instrument, turn)),
    list: () => rules.list(),
  });
  return {
    broker: (broker): Broker =>
      broker.rules ? Object.assign(broker, { rules: wrapped(broker.rules) }) : broker,
    database: (database): Database => ({
      ...database,
      write: async (of, work) => {
        let now = '';
        const value = await database.write(of, async (tx) => {
          const before = await standing(tx);
          const done = await work(tx);
          const after = await standing(tx);
          now = after === before ? '' : after;
          reach(`before commit of ${now}`);
          return done;
        });
        reach(`after commit of ${now}`);
        return value;
      },
    }),
  };
};
