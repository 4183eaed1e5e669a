import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { ReviewFigures } from '../../shared/contract/authors.ts';
import type { ReviewCheck } from '../../shared/publication-states.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { DAY_MS, istDate, istIso, istMidnight } from '../../shared/time.ts';
import { nextPublication } from '../../engine/publication/publication.ts';
import { reviewOf } from '../../engine/publication/review.ts';
import type { BacktestQueue } from '../backtests/backtest-queue.ts';
import type { ReviewRun } from '../backtests/run-worker.ts';
import type { StrategyStarts } from '../broker-accounts/strategy-starts.ts';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { PublicationRow, Schema, StrategyRow } from '../db/schema.ts';
import { writeForRead } from '../db/write-for-read.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRuns } from '../trading/market-runs.ts';
import { requireRunningQuota } from '../trading/running-quota.ts';
import { setStatus } from '../trading/set-status.ts';
import { columnsOfDocument } from '../trading/strategy-columns.ts';
import { holdersOf, type Submitted, submittedOf, versionsOf } from './publication-store.ts';

export interface ReviewDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly marketRuns: MarketRuns;
  readonly backtestQueue: BacktestQueue;
  readonly starts: StrategyStarts;
  readonly notify: Notify;
  readonly logger: Logger;
}

/** Days before yesterday that a review runs over: daily candles reach back far, those of minutes are many. */
const DAILY_DAYS = 365;
const INTRADAY_DAYS = 60;

/** Result of a review: figures when it could be run, and what is to be said of it. */
interface Verdict {
  readonly checks: readonly ReviewCheck[];
  readonly figures: ReviewFigures | null;
}

/** Rules that could not be run at all; the reason stands where their sample would. */
const notRun = (sentence: string): Verdict => ({
  checks: [{ check: 'sample', isPassed: false, sentence }],
  figures: null,
});

/** Reviews submissions of authors in turn, and publishes what passes. It works off the path of requests. */
export class PublicationReviews {
  private readonly deps: ReviewDeps;
  private turn: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(deps: ReviewDeps) {
    this.deps = deps;
  }

  /** Review every waiting publication, also those that an earlier backend has left. */
  resume(): void {
    this.turn = this.turn.then(() => this.reviewWaiting());
  }

  /** Begins no further review, and waits for the one under way; what is left is for the next start. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.turn;
  }

  private async reviewWaiting(): Promise<void> {
    const { database, users, logger } = this.deps;
    try {
      const waiting = await database.read
        .selectFrom('publications')
        .selectAll()
        .where('submitted_json', 'is not', null)
        .where(users.among('author_id'))
        .orderBy('submitted_at')
        .execute();
      for (const row of waiting) if (!this.isClosed) await this.review(row);
    } catch (error) {
      logger.error({ err: error }, 'what is in review could not be read');
    }
  }

  /** Review one publication. An error stays with it: it is refused, or left for the next start. */
  private async review(row: PublicationRow): Promise<void> {
    const { logger } = this.deps;
    try {
      const verdict = await this.verdictOn(row);
      if (verdict) await this.settle(row, verdict);
    } catch (error) {
      logger.error({ err: error, publication: row.id }, 'what a review came to could not be written');
    }
  }

  private async verdictOn(row: PublicationRow): Promise<Verdict | null> {
    const { backtestQueue, logger } = this.deps;
    try {
      const submitted = submittedOf(row);
      if (!submitted) return null;
      const run = await backtestQueue.review(this.orderOf(row, submitted));
      if (!run.ok) return notRun(run.failure.message);
      return { checks: reviewOf(run.value.findings), figures: figuresOfRun(submitted, run.value) };
    } catch (error) {
      if (this.isClosed) return null;
      logger.error({ err: error, publication: row.id }, 'a review failed');
      return notRun('It could not be reviewed because of a defect in TrickDesk.');
    }
  }

  private orderOf({ author_id: ownerId }: PublicationRow, submitted: Submitted) {
    const { document, capital, slippageBp, maxLossPerDay } = submitted;
    const before = istMidnight(this.deps.marketRuns.simulated.session.now);
    const days = document.timeframe === '1d' ? DAILY_DAYS : INTRADAY_DAYS;
    return {
      document,
      ownerId,
      source: 'simulated' as const,
      fromDay: istDate(before - days * DAY_MS),
      toDay: istDate(before - DAY_MS),
      before,
      capital,
      slippage: { kind: 'basis-points' as const, points: slippageBp },
      volumeSharePercent: null,
      maxLossPerDay,
      charges: 'angel-one' as const,
      benchmark: null,
      sweep: null,
    };
  }

  /**
   * Write a review's result, unless its submission has changed meanwhile. Its author may have taken it back, or
   * submitted something else.
   */
  private async settle(reviewed: PublicationRow, { checks, figures }: Verdict): Promise<void> {
    const { database, notify } = this.deps;
    const isPassed = checks.every((check) => check.isPassed);
    const concerned = async (db: Kysely<Schema>) => {
      const before = await versionsOf(db, [reviewed.id]);
      const older = before.map(({ strategy_id: id }) => id);
      const holders = await holdersOf(db, reviewed.author_id, older);
      return [reviewed.author_id, ...holders.map(({ userId }) => userId)];
    };
    const published = await writeForRead(database, concerned, async (tx) => {
      const row = await tx.query
        .selectFrom('publications')
        .selectAll()
        .where('id', '=', reviewed.id)
        .where('submission', '=', reviewed.submission)
        .where('submitted_json', 'is not', null)
        .executeTakeFirst();
      const state = row ? nextPublication(row.state, isPassed ? 'pass' : 'refuse') : null;
      const submitted = row ? submittedOf(row) : null;
      if (!row || !submitted || state === null) return null;
      await tx.query
        .updateTable('publications')
        .set({ state, submitted_json: null, checks_json: JSON.stringify(checks) })
        .where('id', '=', row.id)
        .execute();
      const link = `/strategies/${row.draft_id}`;
      if (isPassed && figures) return this.publishVersion(tx, row, submitted, figures);
      const reasons = checks.flatMap(({ isPassed: isGood, sentence }) => (isGood ? [] : [sentence]));
      await notify(tx, row.author_id, 'system', {
        title: `${row.name} was not published`,
        body: reasons.join(' '),
        link,
      });
      return null;
    });
    if (published?.status === STRATEGY_STATUS.running) await this.startVersion(published);
  }

  private async publishVersion(
    tx: Transaction,
    row: PublicationRow,
    submitted: Submitted,
    figures: ReviewFigures,
  ): Promise<StrategyRow> {
    const { clock, notify } = this.deps;
    const at = clock.now();
    const before = await versionsOf(tx.query, [row.id]);
    const number = (before[0]?.number ?? 0) + 1;
    const strategy = await this.setRunning(tx, await insertVersionStrategy(tx, row, submitted, at));
    const { id: versionId } = await tx.query
      .insertInto('strategy_versions')
      .values({
        publication_id: row.id,
        number,
        strategy_id: strategy.id,
        document_json: strategy.document_json,
        note: submitted.note,
        figures_json: JSON.stringify(figures),
        published_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.query
      .updateTable('publications')
      .set({ current_version_id: versionId, fee: submitted.fee ?? row.fee })
      .where('id', '=', row.id)
      .execute();
    const older = before.map(({ strategy_id: id }) => id);
    if (older.length > 0)
      await tx.query.updateTable('strategies').set({ is_public: 0 }).where('id', 'in', older).execute();
    await notify(tx, row.author_id, 'system', {
      title: `${row.name} is published`,
      body: `Version ${number} is in the marketplace. It trades on paper from now on; its rules never change.`,
      link: `/strategies/${strategy.id}`,
    });
    for (const { userId, strategyId } of await holdersOf(tx.query, row.author_id, older))
      await notify(tx, userId, 'system', {
        title: `${row.name} has a new version`,
        body: `${submitted.note} You keep the version that you have until you accept version ${number}.`,
        link: `/strategies/${strategyId}`,
      });
    return strategy;
  }

  /**
   * Set a published strategy running. Its record begins at once, also when the program ends before it is started; where
   * there is no room its author is notified.
   */
  private async setRunning(tx: Transaction, strategy: StrategyRow): Promise<StrategyRow> {
    const { hub } = this.deps;
    const running = await setStatus(tx, hub, strategy, STRATEGY_STATUS.running);
    try {
      await requireRunningQuota(tx, strategy.owner_id);
      return running;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.notifyNotStarted(tx, strategy, error.message);
      return setStatus(tx, hub, running, STRATEGY_STATUS.stopped);
    }
  }

  private async startVersion(strategy: StrategyRow): Promise<void> {
    const { database, starts, logger } = this.deps;
    try {
      await starts.inTurn(strategy.id, () => starts.launch(strategy));
    } catch (error) {
      const isKnown = error instanceof Refusal;
      // Who has stopped it knows.
      if (isKnown && error.code === 'conflict') return;
      if (!isKnown)
        logger.error({ err: error, strategyId: strategy.id }, 'a published version did not start');
      const why = isKnown ? error.message : 'Its rules or its candles could not be worked with.';
      await database.write(strategy.owner_id, (tx) => this.notifyNotStarted(tx, strategy, why));
    }
  }

  private notifyNotStarted(tx: Transaction, strategy: StrategyRow, why: string): Promise<void> {
    return this.deps.notify(tx, strategy.owner_id, 'system', {
      title: `${strategy.name} did not start`,
      body: `${why} It is published; start it yourself.`,
      link: `/strategies/${strategy.id}`,
    });
  }
}

const figuresOfRun = (
  { capital }: Submitted,
  { findings, maxDrawdownPercent, from, to }: ReviewRun,
): ReviewFigures => {
  const { trades, gross, charges, net } = findings;
  return {
    source: 'simulated',
    from: istIso(from),
    to: istIso(to),
    capital,
    trades,
    gross,
    charges,
    net,
    // Of the closed trades, as everywhere else.
    returnPercent: (net / capital) * 100,
    maxDrawdownPercent,
  };
};

/** The strategy that trades a version: its author's, on offer, and never changed. */
const insertVersionStrategy = (
  tx: Transaction,
  { author_id: ownerId, name, summary }: PublicationRow,
  { document, capital, minimumCapital, maxLossPerDay, slippageBp, risk }: Submitted,
  at: number,
): Promise<StrategyRow> =>
  tx.query
    .insertInto('strategies')
    .values({
      ...columnsOfDocument(document),
      owner_id: ownerId,
      parent_id: null,
      name,
      summary,
      mode: 'test',
      status: STRATEGY_STATUS.stopped,
      risk,
      minimum_capital: minimumCapital,
      capital,
      quantity: null,
      risk_percent: null,
      max_loss_per_day: maxLossPerDay,
      slippage_bp: slippageBp,
      is_public: 1,
      broker_id: 1,
      attention: null,
      created_at: at,
      removed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
