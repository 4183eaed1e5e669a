import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backOffMs } from '../../engine/trading/position.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { Closing } from '../closing.ts';
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
  /** A write that may use the space reserved on a full disk. For what must be written. */
  readonly writeForSure: Database['write'];
  readonly hub: EventHub;
  readonly marketRuns: MarketRuns;
  readonly brokerAccounts: BrokerAccounts;
  readonly notify: Notify;
  readonly logger: Logger;
  /** How long a call waits for a start; 5 s unless given. */
  readonly patienceMs?: number;
}

/** Undoes what was written for a start beside its status. It is undone together with the status. */
type Undo = (tx: Transaction) => Promise<unknown>;
const NOTHING: Undo = () => Promise.resolve();

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
  private readonly closing = new Closing();

  constructor(deps: StrategyStartsDeps) {
    this.deps = deps;
  }

  /** Run work that ends in a start of a strategy. It comes after earlier ones of that strategy. */
  inTurn<T>(strategyId: number, work: () => Promise<T>): Promise<T> {
    return this.lanes.run(strategyId, work);
  }

  /**
   * Evaluates a strategy that was written as running. One that cannot be started is written back as stopped, together
   * with `undo`: what else was written for the start.
   * @throws Refusal `conflict` when it was stopped before it had started; BrokerTrouble
   */
  async launch(row: StrategyRow, undo: Undo = NOTHING): Promise<void> {
    if (await this.start(row, undo)) return;
    await this.deps.writeForSure(row.owner_id, undo);
    throw new Refusal('conflict', `${row.name} was stopped before it had started.`);
  }

  /** The same for a start that nobody waits for: its owner is told when it fails. */
  launchLater(row: StrategyRow): void {
    const launching = this.inTurn(row.id, () => this.launch(row));
    this.keep(launching.catch((error: unknown) => this.notifyNotStarted(row, error)));
  }

  /**
   * Waits for a start, but not longer than a call may take: one that needs longer goes on, and its owner is told when it
   * fails. Resolves to whether the start is done.
   */
  async patiently(row: StrategyRow, start: Promise<void>): Promise<boolean> {
    const late = Symbol();
    const patience = delay(this.deps.patienceMs ?? PATIENCE_MS, late, { ref: false });
    if ((await Promise.race([start, patience])) !== late) return true;
    this.keep(start.catch((error: unknown) => this.notifyNotStarted(row, error)));
    return false;
  }

  /** Resolves when no start goes on any more. */
  async settled(): Promise<void> {
    while (this.goingOn.size > 0) await Promise.all(this.goingOn);
  }

  /** Gives up what waits to be tried again; the runs must be closed already. */
  async close(): Promise<void> {
    this.closing.end();
    await this.settled();
  }

  private async notifyNotStarted(row: StrategyRow, error: unknown): Promise<void> {
    // Who has stopped it knows.
    if (error instanceof Refusal && error.code === 'conflict') return;
    this.deps.logger.error({ err: error, strategyId: row.id }, 'a strategy did not start');
    const isKnown = error instanceof Refusal || error instanceof BrokerTrouble;
    const cause = isKnown ? error.message : 'Its rules or its candles could not be worked with.';
    try {
      await this.deps.writeForSure(row.owner_id, async (tx) => {
        const { status } = await tx.query
          .selectFrom('strategies')
          .select('status')
          .where('id', '=', row.id)
          .executeTakeFirstOrThrow();
        const isRunning = status === STRATEGY_STATUS.running;
        await this.deps.notify(tx, row.owner_id, 'system', {
          title: isRunning ? `A change of ${row.name} is not complete` : `${row.name} did not start`,
          body: isRunning
            ? `${cause} It runs on. Make the change again.`
            : `${cause} It is stopped and enters nothing; what it holds keeps its protection. Start it again when you like.`,
          link: `/strategies/${row.id}`,
          isCritical: row.mode === 'live',
        });
      });
    } catch (failure) {
      this.deps.logger.error({ err: failure, strategyId: row.id }, 'its owner could not be told');
    }
  }

  /**
   * Evaluate a strategy anew with changed settings. Nothing is done if it is not evaluated. What runs live is not
   * stopped by a broker that cannot be asked: its rules may have to leave.
   * @throws Refusal `conflict` when it could not be restarted; its owner was notified
   */
  async restart(row: StrategyRow): Promise<void> {
    if (!isEvaluated(row)) return;
    if (row.mode === 'live') await this.deps.brokerAccounts.restartStrategy(row);
    else await this.start(row);
  }

  /** Ends the evaluation wherever it is, and withdraws a start under way; what is held keeps its protection. */
  end(row: StrategyRow): void {
    this.deps.marketRuns.stopStrategy(row.owner_id, row.id);
  }

  /** The same, with what it still has on its way in; nobody waits for that to be taken back. */
  endWithEntries(row: StrategyRow, reason: string): void {
    const { marketRuns, logger } = this.deps;
    this.end(row);
    for (const { execution } of marketRuns.runsOf(row.owner_id))
      if (execution.hasEntries(row.id))
        this.keep(
          execution
            .endEntries(row.id, reason)
            .catch((error: unknown) =>
              logger.error({ err: error, strategyId: row.id }, 'an entry could not be taken back'),
            ),
        );
  }

  private async start(row: StrategyRow, undo: Undo = NOTHING): Promise<boolean> {
    const { marketRuns, brokerAccounts } = this.deps;
    try {
      return row.mode === 'live'
        ? await brokerAccounts.startStrategy(row)
        : await marketRuns.startStrategy(row.id);
    } catch (error) {
      this.end(row);
      await this.undoStart(row, undo);
      throw error;
    }
  }

  /** The caller hears why it did not start; what cannot be written back now is written later. */
  private async undoStart(row: StrategyRow, undo: Undo): Promise<void> {
    try {
      await this.writeBack(row, undo);
    } catch (error) {
      this.deps.logger.error({ err: error, strategyId: row.id }, 'a start could not be taken back yet');
      this.keep(this.undoStartLater(row, undo));
    }
  }

  private async undoStartLater(row: StrategyRow, undo: Undo): Promise<void> {
    for (let failures = 1; !this.closing.isOver; failures++) {
      await this.closing.pause(backOffMs(failures));
      // Somebody has started it again meanwhile.
      if (this.deps.marketRuns.runFor(row.owner_id, row.mode)?.runner.isRunningOrStarting(row.id)) return;
      try {
        return await this.writeBack(row, undo);
      } catch (error) {
        this.deps.logger.error({ err: error, strategyId: row.id }, 'a start could not be taken back yet');
      }
    }
  }

  /** Restore the row as it was before; later changes of others stay. */
  private async writeBack({ id, owner_id }: StrategyRow, undo: Undo): Promise<void> {
    await this.deps.writeForSure(owner_id, async (tx) => {
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
      await undo(tx);
    });
  }

  private keep(work: Promise<void>): void {
    const kept: Promise<void> = work.finally(() => this.goingOn.delete(kept));
    this.goingOn.add(kept);
  }
}
