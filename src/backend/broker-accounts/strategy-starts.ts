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

export interface StrategyStartsDeps {
  readonly database: Database;
  readonly hub: EventHub;
  readonly marketRuns: MarketRuns;
  readonly brokerAccounts: BrokerAccounts;
}

/**
 * Where strategies are started, started anew and stopped, on paper and live. Starts of one strategy come one after the
 * other, because a later one counts; a stop waits for none of them.
 */
export class StrategyStarts {
  private readonly deps: StrategyStartsDeps;
  private readonly lanes = new KeyedLanes<number>();

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
