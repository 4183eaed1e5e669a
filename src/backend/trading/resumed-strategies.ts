import { setTimeout as delay } from 'node:timers/promises';
import { backOffMs } from '../../engine/trading/position.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import { Closing } from '../closing.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { StrategyRow } from '../db/schema.ts';
import { evaluatedRows } from './evaluated-strategies.ts';
import type { MarketRunsDeps } from './market-runs-deps.ts';
import type { Runner } from './runner.ts';
import { reportFault } from './strategy-fault.ts';
import type { TradingRun } from './trading-run.ts';

/** How long the market waits for strategies that warm up. */
const WARM_UP_PATIENCE_MS = 5_000;

/** Resumes paper strategies: all when the market opens, one user's when their feed changes. */
export class ResumedStrategies {
  private readonly deps: Pick<MarketRunsDeps, 'database' | 'sinks' | 'logger'>;
  private readonly runOf: (userId: number) => TradingRun;
  private readonly stop: (ownerId: number, strategyId: number) => void;
  /** Starts under way that nobody waits for. */
  private starting: Promise<void> = Promise.resolve();
  private readonly closing = new Closing();

  /** `runOf` is what somebody trades on now. `stop` ends a strategy wherever it is evaluated. */
  constructor(
    deps: ResumedStrategies['deps'],
    runOf: (userId: number) => TradingRun,
    stop: (ownerId: number, strategyId: number) => void,
  ) {
    this.deps = deps;
    this.runOf = runOf;
    this.stop = stop;
  }

  /** Resume every running strategy of some users: those of one owner in turn, and all owners at once. */
  async startAll(users: OwnUsers): Promise<void> {
    const rows = await evaluatedRows(this.deps.database.read, 'test')
      .innerJoin('users', 'users.id', 'strategies.owner_id')
      .selectAll('strategies')
      .select('users.is_house as isHouse')
      .where(users.among('strategies.owner_id'))
      .orderBy('strategies.id')
      .execute();
    const byOwner = Map.groupBy(rows, (row) => row.owner_id);
    await this.unhurried(
      [...byOwner.values()].map((mine) => this.resumeAll(mine, (row) => row.isHouse === 1)),
    );
  }

  /** Wait for starts, without holding up the rest for long. Those that are left continue. */
  private async unhurried(starts: readonly Promise<void>[]): Promise<void> {
    const mine = Promise.all(starts);
    this.starting = Promise.all([this.starting, mine]).then(() => undefined);
    await Promise.race([mine, delay(WARM_UP_PATIENCE_MS, undefined, { ref: false })]);
  }

  private async resumeAll<Row extends StrategyRow>(
    rows: readonly Row[],
    isHouse: (row: Row) => boolean,
  ): Promise<void> {
    for (const row of rows) {
      await this.resume(row, isHouse(row));
      await new Promise(setImmediate);
    }
  }

  /**
   * Resume a strategy. A strategy that fails waits for its owner, and the others continue. Where nothing can be read
   * or written it is tried again; what the user has started meanwhile is left as it is.
   */
  private async resume(row: StrategyRow, isHouse: boolean): Promise<void> {
    for (let failures = 1; !this.closing.isOver; failures++) {
      const { runner, session } = this.runOf(row.owner_id);
      if (runner.isRunningOrStarting(row.id)) return;
      try {
        await this.begin(row, isHouse, runner, session.now);
        return;
      } catch (error) {
        this.deps.logger.error({ err: error, strategyId: row.id }, 'a strategy could not be taken up');
        if (storageTrouble(error) === null) return;
        await this.closing.pause(backOffMs(failures));
      }
    }
  }

  private async begin(row: StrategyRow, isHouse: boolean, runner: Runner, now: number): Promise<void> {
    try {
      await runner.add(row, isHouse, now);
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      await reportFault(this.deps, row.id, error, now);
    }
  }

  /** Moves a user's running strategies to the run that is theirs now. */
  async move(userId: number): Promise<void> {
    const rows = await evaluatedRows(this.deps.database.read, 'test')
      .selectAll('strategies')
      .where('owner_id', '=', userId)
      .execute();
    for (const row of rows) this.stop(row.owner_id, row.id);
    await this.unhurried([this.resumeAll(rows, () => false)]);
  }

  /** Withdraw what is under way; no other try begins. */
  end(): void {
    this.closing.end();
  }

  /** Resolves when no start is under way. */
  settled(): Promise<void> {
    return this.starting;
  }
}
