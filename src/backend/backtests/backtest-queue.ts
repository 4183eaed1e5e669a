import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RunState } from '../../shared/contract/backtests.ts';
import { fail, type Result } from '../../shared/failure.ts';
import { istDayText } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';
import { requireBacktestQuota } from '../quotas.ts';
import { Refusal } from '../refusal.ts';
import { spendCredits } from './backtest-credits.ts';
import { type Quota, quotaOf } from './backtest-plans.ts';
import { executeRun, type RunOutcome } from './execute-run.ts';
import { type CandlePlace, loadCandles, timeRange } from './load-candles.ts';
import { adjustmentsOf } from './price-adjustment.ts';
import { priceOrigins } from './price-origin.ts';
import type { CandleOrder, RunOrder } from './run-order.ts';
import { newProgress, percentOf, type RunProgress } from './run-progress.ts';
import * as store from './run-store.ts';
import type { ReviewRun } from './run-worker.ts';
import { runEnding } from './run-text.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface BacktestQueueDeps {
  readonly holder: store.RunHolder;
  /** Whether runs are done here; where not, other processes do them. */
  readonly isRunning: boolean;
  readonly database: Database;
  readonly pool: WorkerPool;
  readonly place: CandlePlace;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly notify: Notify;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
  readonly logger: Logger;
}

/** A run under way in this process. */
interface ActiveRun {
  readonly row: store.WaitingRun;
  readonly progress: RunProgress;
  readonly stop: AbortController;
  sets: number;
  lastReported: number;
  ended: Promise<void>;
}

/** Runs under way at once; the threads are shared among them. */
const RUNS_AT_ONCE = 4;
/**
 * Most runs under way in all. Beyond `RUNS_AT_ONCE` only a user who has none under way begins one, so that nobody waits
 * for another user's run, which may take an hour.
 */
const MOST_RUNS = 16;
/** Times that a run is begun. After being cut off twice it is not begun a third time. */
const MOST_ATTEMPTS = 2;
const TELL_MS = 250;
const WRITE_PROGRESS_MS = 5_000;
const LOOK_AHEAD_MS = 60_000;
const RESUME_MS = 5_000;

/**
 * Queue of backtest runs, done off the request path. It accepts runs and reports their progress. A run survives a
 * restart.
 */
export class BacktestQueue {
  private readonly deps: BacktestQueueDeps;
  private readonly active = new Map<number, ActiveRun>();
  private readonly closing = new AbortController();
  private claiming: Promise<void> = Promise.resolve();
  /** Until what could not be written is taken up again; null when all was. */
  private resuming: NodeJS.Timeout | null = null;

  constructor(deps: BacktestQueueDeps) {
    this.deps = deps;
  }

  /**
   * Queue a run. Its credits are spent with the row that will run, or nothing happens.
   * @throws Refusal when not enough credits are left this month.
   */
  async accept(run: store.NewRun): Promise<{ backtestId: number; creditsLeft: number }> {
    const { database, clock, logActivity } = this.deps;
    const accepted = await database.write(run.userId, async (tx) => {
      const now = clock.now();
      await spendCredits(tx, run.userId, run.credits, now);
      const quota = await quotaOf(tx.query, run.userId, now, run.credits);
      if (quota.left < run.credits) throw new Refusal('refused', noCredit(run.credits, quota));
      const backtestId = await store.insertRun(tx, run, now);
      await requireBacktestQuota(tx, run.userId);
      await store.dropWithoutResult(tx, run.userId);
      await logActivity(tx, run.userId, 'backtest', `Started the ${run.kind} ${run.name}.`);
      tx.afterCommit(() =>
        this.publish({ id: backtestId, user_id: run.userId, name: run.name }, 'queued', 0),
      );
      return { backtestId, creditsLeft: quota.left - run.credits };
    });
    this.wake();
    return accepted;
  }

  /** Cancels a user's run and returns its credits; false when it has ended already or is not theirs. */
  async cancel(userId: number, runId: number): Promise<boolean> {
    const { database, clock, logActivity } = this.deps;
    const isCancelled = await database.write(userId, async (tx) => {
      if (!(await store.cancelRun(tx, userId, runId, clock.now()))) return false;
      const { name } = await tx.query
        .selectFrom('backtest_runs')
        .select('name')
        .where('id', '=', runId)
        .executeTakeFirstOrThrow();
      await logActivity(tx, userId, 'backtest', `Cancelled the run ${name}.`);
      tx.afterCommit(() => this.publish({ id: runId, user_id: userId, name }, 'cancelled', 100));
      return true;
    });
    if (isCancelled) this.active.get(runId)?.stop.abort();
    return isCancelled;
  }

  /** Percent done of a run under way here; null for any other. */
  progressOf(runId: number): number | null {
    const run = this.active.get(runId);
    return run ? percentOf(run.progress, run.sets) : null;
  }

  /** Run the rules of an order with the future cut off. On a thread like any run, but at once. */
  async lookAhead(order: CandleOrder) {
    const { pool, place } = this.deps;
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(LOOK_AHEAD_MS)]);
    try {
      const control = { progress: newProgress(), signal };
      const candles = await loadCandles(
        pool,
        place,
        { ...order, sweep: null },
        instrumentsNeeded(order.document),
        control,
      );
      if (!candles.ok) throw new Refusal('refused', candles.failure.message);
      const range = timeRange(order, { from: order.fromDay, to: order.toDay });
      return await pool.run('lookAhead', { document: order.document, candles: candles.value, range }, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new Refusal('refused', 'The look-ahead test took too long. Choose fewer days or instruments.');
    }
  }

  /**
   * Run what a review is decided on. On a thread like any run, but at once. It fails with a sentence when the rules
   * cannot be run, or not within a minute; rejects on a defect, and when the queue is closed.
   */
  async review(order: RunOrder): Promise<Result<ReviewRun>> {
    const { pool, place } = this.deps;
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(LOOK_AHEAD_MS)]);
    try {
      const control = { progress: newProgress(), signal };
      const candles = await loadCandles(pool, place, order, instrumentsNeeded(order.document), control);
      if (!candles.ok) return candles;
      const range = timeRange(order, { from: order.fromDay, to: order.toDay });
      return await pool.run('review', { order, candles: candles.value, range }, signal);
    } catch (error) {
      if (!signal.aborted || this.closing.signal.aborted) throw error;
      return fail(
        'refused',
        'The review took too long. Name fewer instruments or choose a longer timeframe.',
      );
    }
  }

  /**
   * Resume what an earlier backend has left, or could not be written. Waiting runs stay as they are, cut-off ones start
   * from their beginning.
   */
  resume(): void {
    // In line with the taking up of runs, so that none of ours looks as if it were left behind.
    this.claiming = this.claiming.then(() => this.resumeLeftBehind()).catch(this.complain);
    this.wake();
    // Other processes queue runs, and leave some behind.
    if (this.deps.holder.isShared) this.resumeSoon();
  }

  private async resumeLeftBehind(): Promise<void> {
    if (this.closing.signal.aborted) return;
    const { database, holder } = this.deps;
    for (const run of await store.runsLeftBehind(database.read, holder)) {
      if (this.active.has(run.id)) continue;
      await database.write(run.user_id, (tx) =>
        run.attempts < MOST_ATTEMPTS
          ? store.putBack(tx, run, 'cut off')
          : this.fail(tx, run, `It was cut off ${run.attempts} times, so it was given up.`),
      );
    }
  }

  /** Stop what is under way and requeue it for the next start. */
  async close(): Promise<void> {
    this.closing.abort();
    if (this.resuming) clearTimeout(this.resuming);
    await this.claiming;
    await Promise.all([...this.active.values()].map((run) => run.ended));
    await this.deps.pool.close();
  }

  private wake(): void {
    this.claiming = this.claiming.then(() => this.claim()).catch(this.complain);
  }

  /** Log a failure to write. The run stays as it is in the database, and is resumed from there in a while. */
  private readonly complain = (error: unknown): void => {
    this.deps.logger.error({ err: error }, 'a backtest could not be carried on');
    this.resumeSoon();
  };

  private resumeSoon(): void {
    if (this.resuming || this.closing.signal.aborted) return;
    this.resuming = setTimeout(() => {
      this.resuming = null;
      this.resume();
    }, RESUME_MS).unref();
  }

  private async claim(): Promise<void> {
    if (!this.deps.isRunning) return;
    while (this.active.size < MOST_RUNS && !this.closing.signal.aborted) {
      const mostOfOne = this.active.size < RUNS_AT_ONCE ? RUNS_AT_ONCE : 1;
      const row = await store.claimNext(this.deps.database, this.deps.holder, mostOfOne);
      if (!row) return;
      const run: ActiveRun = {
        row,
        progress: newProgress(),
        stop: new AbortController(),
        sets: 0,
        lastReported: 0,
        ended: Promise.resolve(),
      };
      this.active.set(row.id, run);
      run.ended = this.carryOut(run).catch(this.complain);
    }
  }

  private async carryOut(run: ActiveRun): Promise<void> {
    const { database, logger } = this.deps;
    this.publish(run.row, 'running', 0);
    const progressTimer = setInterval(() => this.publishProgress(run), TELL_MS);
    const writing = setInterval(() => {
      this.writeProgress(run).catch((error: unknown) =>
        logger.warn({ err: error }, 'how far a backtest is could not be written'),
      );
    }, WRITE_PROGRESS_MS);
    try {
      await this.settle(run, await this.execute(run));
    } catch (error) {
      if (this.closing.signal.aborted)
        await database.write(run.row.user_id, (tx) => store.putBack(tx, run.row, 'in good order'));
      else if (!run.stop.signal.aborted && !(error instanceof store.RunLost)) {
        logger.error({ err: error, backtest: run.row.id }, 'a backtest failed');
        await database.write(run.row.user_id, (tx) =>
          this.fail(tx, run.row, 'It could not be run because of a defect in TrickDesk.'),
        );
      }
    } finally {
      clearInterval(progressTimer);
      clearInterval(writing);
      this.active.delete(run.row.id);
      this.wake();
    }
  }

  private execute(run: ActiveRun): Promise<Result<RunOutcome>> {
    const { pool, place } = this.deps;
    return executeRun(pool, place, JSON.parse(run.row.order_json) as RunOrder, {
      token: randomUUID(),
      progress: run.progress,
      signal: AbortSignal.any([run.stop.signal, this.closing.signal]),
      onSets: (sets) => {
        run.sets = sets;
      },
    });
  }

  /** Write what a run came to, unless it was cancelled while ending. */
  private async settle({ row, stop }: ActiveRun, result: Result<RunOutcome>): Promise<void> {
    const { database, clock, logActivity, notify } = this.deps;
    if (!result.ok) {
      await database.write(row.user_id, (tx) => this.fail(tx, row, result.failure.message));
      return;
    }
    const { run, sweep } = result.value;
    const order = JSON.parse(row.order_json) as RunOrder;
    const prices = [
      ...(await priceOrigins(database.read, order)),
      ...(await adjustmentsOf(database.read, order)),
    ];
    const outcome = { run: { ...run, assumptions: [...prices, ...run.assumptions] }, sweep };
    await store.insertTrades(
      (work) => {
        stop.signal.throwIfAborted();
        return database.write(row.user_id, work);
      },
      row,
      outcome.run.trades,
    );
    await database.write(row.user_id, async (tx) => {
      if (!(await store.endRun(tx, row, clock.now(), { outcome }))) return;
      const { title, body, link } = runEnding(row, outcome.run.figures);
      await notify(tx, row.user_id, 'system', { title, body, link });
      await logActivity(tx, row.user_id, 'backtest', `${title}. ${body}`);
      tx.afterCommit(() => this.publish(row, 'done', 100));
    });
  }

  /** Ends a run without a result: its credits are returned. */
  private async fail(tx: Transaction, row: store.WaitingRun, reason: string): Promise<void> {
    const { clock, notify, logActivity } = this.deps;
    if (!(await store.endRun(tx, row, clock.now(), { failure: reason }))) return;
    const { title, body, link } = runEnding(row, reason);
    await notify(tx, row.user_id, 'system', { title, body, link });
    await logActivity(tx, row.user_id, 'backtest', `${title}. ${body}`);
    tx.afterCommit(() => this.publish(row, 'failed', 100));
  }

  private publishProgress(run: ActiveRun): void {
    const percent = percentOf(run.progress, run.sets);
    if (percent === run.lastReported || run.stop.signal.aborted) return;
    run.lastReported = percent;
    this.publish(run.row, 'running', percent);
  }

  private async writeProgress({ row, progress, sets, stop }: ActiveRun): Promise<void> {
    const { database, holder } = this.deps;
    const isOurs = await database.write(row.user_id, (tx) =>
      store.writeProgress(tx, row, holder, percentOf(progress, sets)),
    );
    // Cancelled at another process, or taken over there.
    if (!isOurs) stop.abort();
  }

  private publish(
    run: Pick<store.WaitingRun, 'id' | 'user_id' | 'name'>,
    state: RunState,
    progressPercent: number,
  ): void {
    const event = { type: 'backtest' as const, backtestId: run.id, name: run.name, state, progressPercent };
    const { hub } = this.deps;
    if (state === 'running' && progressPercent > 0) hub.publishVolatile(run.user_id, event);
    else hub.publish(run.user_id, event);
  }
}

const noCredit = (wanted: number, quota: Quota): string => {
  const reset = `the ${quota.plan} plan's ${quota.runsPerMonth} come back on ${istDayText(quota.resetsAt)}`;
  return quota.left === 0
    ? `No credit is left this month; ${reset}.`
    : `This run takes ${wanted} credits and ${quota.left} ${quota.left === 1 ? 'is' : 'are'} left this month; ${reset}.`;
};
