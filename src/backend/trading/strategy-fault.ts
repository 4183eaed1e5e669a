import type { Logger } from 'pino';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { Database } from '../db/database.ts';
import { raiseAttention } from './attention.ts';
import { Refusal } from '../refusal.ts';
import type { EventSinks, StrategyIdentity } from './announce.ts';

interface FaultDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly logger: Logger;
}

/** Sentence about a fault for the owner. Without a time: the same fault at every candle is notified once. */
const wordsOf = (name: string, error: unknown): string => {
  const cause =
    error instanceof Refusal || error instanceof BrokerTrouble
      ? error.message
      : 'Its rules or an order of it could not be worked with; the log of the program has the cause.';
  return `${name} enters nothing more. ${cause} What it holds keeps its protection. Look at its rules, then start it again or stop it.`;
};

/**
 * Make a faulty strategy wait for its owner, who is alerted once. The fault is that it cannot be evaluated, or that
 * its order cannot be placed. What it needed its owner for before stays. `at` is market time, ms.
 */
export const reportFault = async (
  { database, sinks, logger }: FaultDeps,
  strategyId: number,
  error: unknown,
  at: number,
): Promise<void> => {
  const row = await database.read
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .select(['strategies.name', 'owner_id', 'kind', 'is_house'])
    .where('strategies.id', '=', strategyId)
    .executeTakeFirstOrThrow();
  const text = wordsOf(row.name, error);
  const strategy: StrategyIdentity = {
    id: strategyId,
    name: row.name,
    ownerId: row.owner_id,
    isHouse: row.is_house === 1,
    ...(row.kind === 'basket' && { isBasket: true as const }),
    ...(row.kind === 'manual' && { isManual: true as const }),
  };
  const reported = await database.write(strategy.ownerId, async (tx) => {
    const { attention } = await tx.query
      .selectFrom('strategies')
      .select('attention')
      .where('id', '=', strategyId)
      .executeTakeFirstOrThrow();
    if (attention?.split('\n').includes(text)) return false;
    await raiseAttention(tx, sinks, strategy, text, at);
    return true;
  });
  if (reported) logger.error({ err: error, strategyId }, 'a strategy is at fault');
};
