import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import type { EventHub } from '../http/event-hub.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import type { BrokerAccounts } from './broker-accounts.ts';
import { Refusal } from '../refusal.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { setStatus } from '../trading/set-status.ts';
import { isEvaluated } from '../trading/evaluated-strategies.ts';
import type { MarketRuns } from '../trading/market-runs.ts';
import type { Notify } from '../notices/notify.ts';
import { BrokerTrouble } from '../brokers/broker.ts';

export interface StrategyStartsDeps {
  readonly database: Database;
  readonly hub: EventHub;
  readonly marketRuns: MarketRuns;
  readonly brokerAccounts: BrokerAccounts;
  readonly notify: Notify;
  readonly logger: Logger;
  /** How long a call waits for a start; 5 s unless given. */
  readonly patienceMs?: number;
}

/** A call is answered long before the window gives it up. */
const PATIENCE_MS = 5_000;

/**
 * Where strategies are started, started anew and stopped, on paper and live. Starts of one strategy come one after the
 * other, because a later one counts; a stop waits for none of them.
 */
export class StrategyStarts {
  private readonly deps: StrategyStartsDeps;
  private readonly lanes = new KeyedLanes<number>();
  /** Starts whose calls were answered while they went on. */
  private readonly goingOn = new Set<Promise<void>>();

  constructor(deps: StrategyStartsDeps) {
    this.deps = deps;
  }

  /** Does what ends in a start of a strategy, after the earlier ones of it. */
  inTurn<T>(strategyId: number, work: () => Promise<T>): Promise<T> {
    return this.lanes.run(strategyId, work);
  }

  /**
   * Evaluates a strategy that was written as running. One that cannot be started is written back as stopped.
   * @throws Refusal `conflict` when it was stopped before it had started; BrokerTrouble
   */
  async launch(row: StrategyRow): Promise<void> {
    if (!(await this.start(row)))
      throw new Refusal('conflict', `${row.name} was stopped before it had started.`);
  }

  /**
   * Waits for a start, but not longer than a call may take: one that needs longer goes on, and its owner is told when it
   * fails. Resolves to whether the start is done.
   */
  async patiently(row: StrategyRow, start: Promise<void>): Promise<boolean> {
    const late = Symbol();
    const patience = delay(this.deps.patienceMs ?? PATIENCE_MS, late, { ref: false });
    if ((await Promise.race([start, patience])) !== late) return true;
    const rest = start
      .catch((error: unknown) => this.notifyNotStarted(row, error))
      .finally(() => this.goingOn.delete(rest));
    this.goingOn.add(rest);
    return false;
  }

  /** Resolves when no start goes on any more. */
  async settled(): Promise<void> {
    await Promise.all(this.goingOn);
  }

  private async notifyNotStarted(row: StrategyRow, error: unknown): Promise<void> {
    // Who has stopped it knows.
    if (error instanceof Refusal && error.code === 'conflict') return;
    this.deps.logger.error({ err: error, strategyId: row.id }, 'a strategy did not start');
    const isKnown = error instanceof Refusal || error instanceof BrokerTrouble;
    const cause = isKnown ? error.message : 'Its rules or its candles could not be worked with.';
    try {
      await this.deps.database.write((tx) =>
        this.deps.notify(tx, row.owner_id, 'system', {
          title: `${row.name} did not start`,
          body: `${cause} It is stopped and enters nothing; what it holds keeps its protection. Start it again when you like.`,
          link: `/strategies/${row.id}`,
          isCritical: row.mode === 'live',
        }),
      );
    } catch (failure) {
      this.deps.logger.error({ err: failure, strategyId: row.id }, 'its owner could not be told');
    }
  }

  /** Evaluates a strategy anew with changed settings, if it is evaluated at all. @throws BrokerTrouble */
  async restart(row: StrategyRow): Promise<void> {
    if (isEvaluated(row)) await this.start(row);
  }

  /** Ends the evaluation wherever it is, and withdraws a start under way; what is held keeps its protection. */
  end(row: StrategyRow): void {
    this.deps.marketRuns.stopStrategy(row.owner_id, row.id);
  }

  private async start(row: StrategyRow): Promise<boolean> {
    const { marketRuns, brokerAccounts } = this.deps;
    try {
      return row.mode === 'live'
        ? await brokerAccounts.startStrategy(row)
        : await marketRuns.startStrategy(row.id);
    } catch (error) {
      this.end(row);
      await this.writeBack(row);
      throw error;
    }
  }

  /** What somebody has made of it meanwhile stays. */
  private async writeBack({ id }: StrategyRow): Promise<void> {
    await this.deps.database.write(async (tx) => {
      const row = await tx.query
        .selectFrom('strategies')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (row?.status === STRATEGY_STATUS.running)
        await setStatus(tx, this.deps.hub, row, STRATEGY_STATUS.stopped);
      else if (row?.status === STRATEGY_STATUS.needsAttention)
        await tx.query
          .updateTable('strategies')
          .set({ status_before: STRATEGY_STATUS.stopped })
          .where('id', '=', id)
          .execute();
    });
  }
}
