import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backOffMs } from '../../engine/trading/position.ts';
import { BrokerTrouble, type BrokerTroubleKind } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import type { EventSinks } from '../trading/announce.ts';
import { clearAttention, raiseAttention } from '../trading/attention.ts';
import { evaluatedRow } from '../trading/evaluated-strategies.ts';

interface StartDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  readonly logger: Logger;
}

interface Start {
  readonly start: () => Promise<unknown>;
  /** Whether the session lasts that it is started in. */
  readonly isWanted: () => boolean;
}

/** Troubles after which the broker may answer a moment later. */
const PASSING: ReadonlySet<BrokerTroubleKind> = new Set(['temporary', 'unreachable']);
/** Failed starts in a row after which a strategy's owner is notified. */
const NOTIFIED_AFTER = 3;
const LONGEST_PAUSE_MS = 30_000;

/** Writes what its owner is told of a strategy; false when it could not be written. */
const notifyOwner = async (
  { database, logger }: StartDeps,
  row: StrategyRow,
  write: (tx: Transaction) => Promise<void>,
): Promise<boolean> => {
  try {
    await database.write(row.owner_id, write);
    return true;
  } catch (error) {
    logger.error({ err: error, strategyId: row.id }, 'the owner of a strategy could not be told');
    return false;
  }
};

const notifyNotStarted = async (
  { sinks, clock }: StartDeps,
  tx: Transaction,
  row: StrategyRow,
  text: string,
): Promise<void> => {
  const strategy = { id: row.id, name: row.name, ownerId: row.owner_id, isHouse: false };
  // Who has stopped it meanwhile need not see to it.
  if (await evaluatedRow(tx.query, row.id, 'live'))
    await raiseAttention(tx, sinks, strategy, text, clock.now());
};

/**
 * Start a strategy again. A candle that the broker does not bring is asked for again with longer and longer pauses, and
 * the owner is notified when that does not help soon; the notice is cleared once it does. Resolves to the owner's notice
 * when it was given up, else to null.
 */
export const startAgain = async (
  deps: StartDeps,
  row: StrategyRow,
  when: string,
  { start, isWanted }: Start,
): Promise<string | null> => {
  const failed = `${row.name} could not be taken up ${when}, so it enters nothing.`;
  let isNotified = false;
  for (let failures = 1; isWanted(); failures++) {
    try {
      await start();
      if (isNotified)
        await notifyOwner(deps, row, (tx) => clearAttention(tx, deps.sinks.hub, row.id, failed));
      return null;
    } catch (error) {
      if (!isWanted()) return null;
      const isBroker = error instanceof BrokerTrouble;
      if (!isBroker) deps.logger.error({ err: error, strategyId: row.id }, 'a strategy did not start');
      const isPassing = isBroker && PASSING.has(error.kind);
      const problem = `${failed} ${isBroker ? error.message : 'Its rules could not be taken up.'}`;
      if (!isNotified && (failures >= NOTIFIED_AFTER || !isPassing))
        isNotified = await notifyOwner(deps, row, (tx) => notifyNotStarted(deps, tx, row, problem));
      if (!isPassing && isNotified) return problem;
      await delay(Math.min(backOffMs(failures), LONGEST_PAUSE_MS), undefined, { ref: false });
    }
  }
  return null;
};
