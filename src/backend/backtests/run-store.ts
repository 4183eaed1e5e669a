import { type Kysely, sql, type SqlBool } from 'kysely';
import type { RunKind } from '../../shared/contract/backtests.ts';
import { DATABASE_NOW } from '../cluster/database-now.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { BacktestRunRow, Schema } from '../db/schema.ts';
import { returnCredits } from './backtest-credits.ts';
import type { RunOutcome } from './execute-run.ts';
import type { RunOrder } from './run-order.ts';
import type { RunTrade } from './trade-rows.ts';

/** A process that runs backtests. */
export interface RunHolder {
  /** Users whose runs it takes. */
  readonly users: OwnUsers;
  /** Whether others take runs too: they show signs of life then. */
  readonly isShared: boolean;
}

/** Silence after which a run was left behind, ms. */
export const BEAT_LIFE_MS = 20_000;

/** Another process has taken a run over, or it was cancelled. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
}

const beat = ({ isShared }: RunHolder) => (isShared ? { beat_at: DATABASE_NOW } : {});

/** A run before it has an id. */
export interface NewRun {
  readonly userId: number;
  readonly kind: RunKind;
  readonly name: string;
  readonly strategyId: number | null;
  readonly credits: number;
  readonly order: RunOrder;
}

/** Columns of a waiting run that the queue reads. */
export type WaitingRun = Pick<
  BacktestRunRow,
  'id' | 'user_id' | 'name' | 'kind' | 'order_json' | 'attempts' | 'credits'
>;
/** Run as a process has claimed it. Each claim raises its number of attempts. */
export type RunClaim = Pick<WaitingRun, 'id' | 'attempts'>;

/** Whether a run is still under way by a claim. */
const isHeld = ({ id, attempts }: RunClaim) => sql<SqlBool>`(backtest_runs.id = ${id}
  and backtest_runs.state = 'running' and backtest_runs.attempts = ${attempts})`;

const WAITING = ['id', 'user_id', 'name', 'kind', 'order_json', 'attempts', 'credits'] as const;

/** Runs of a user without a result that are kept: their credits came back, so any number can be made. Told in `docs/guide/data.md`. */
export const MOST_WITHOUT_RESULT = 100;
/** A data file of before has many; nobody waits until the last has gone. */
const DROPPED_AT_ONCE = 20;

export const insertRun = async (tx: Transaction, run: NewRun, now: number): Promise<number> => {
  const { order } = run;
  const { id } = await tx.query
    .insertInto('backtest_runs')
    .values({
      user_id: run.userId,
      created_at: now,
      kind: run.kind,
      name: run.name,
      strategy_id: run.strategyId,
      state: 'queued',
      message: '',
      source: order.source,
      from_day: order.fromDay,
      to_day: order.toDay,
      capital: order.capital,
      instruments_json: JSON.stringify(order.document.instruments),
      timeframe: order.document.timeframe,
      order_json: JSON.stringify(order),
      attempts: 0,
      progress: 0,
      credits: run.credits,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Delete a user's runs without a result, save for the latest. Deletes a few at a time. */
export const dropWithoutResult = async ({ query }: Transaction, userId: number): Promise<void> => {
  const rows = await query
    .selectFrom('backtest_runs')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['cancelled', 'failed'])
    .orderBy('id', 'desc')
    .limit(DROPPED_AT_ONCE)
    .offset(MOST_WITHOUT_RESULT)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await query.deleteFrom('backtest_trades').where('run_id', 'in', ids).execute();
  await query.deleteFrom('backtest_runs').where('id', 'in', ids).execute();
};

/** Number of runs under way of a run's owner. */
const underWayOfOwner = sql<number>`(select count(*) from backtest_runs as other
  where other.user_id = run.user_id and other.state = 'running')`;

/**
 * Put the next run under way. It is the run that has waited longest of those whose owner has the fewest under way; an
 * owner who has `mostOfOne` under way gets none.
 */
export const claimNext = async (
  database: Database,
  holder: RunHolder,
  mostOfOne: number,
): Promise<WaitingRun | null> => {
  for (;;) {
    const next = await database.read
      .selectFrom('backtest_runs as run')
      .select(['id', 'user_id'])
      .where('state', '=', 'queued')
      .where(holder.users.among('run.user_id'))
      .where(underWayOfOwner, '<', mostOfOne)
      .orderBy(underWayOfOwner)
      .orderBy('id')
      .executeTakeFirst();
    if (!next) return null;
    const run = await database.write(next.user_id, (tx) => claim(tx, next.id, holder, mostOfOne));
    // Another queue has put it under way since, or one more of its owner: the next is looked for.
    if (run) return run;
  }
};

const claim = async (
  { query }: Transaction,
  id: number,
  holder: RunHolder,
  mostOfOne: number,
): Promise<WaitingRun | null> => {
  const run = await query
    .updateTable('backtest_runs as run')
    .set((eb) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      progress: 0,
      message: '',
      ...beat(holder),
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where(underWayOfOwner, '<', mostOfOne)
    .returning(WAITING)
    .executeTakeFirst();
  if (!run) return null;
  await query.deleteFrom('backtest_trades').where('run_id', '=', run.id).execute();
  return run;
};

/** Runs that a process which is gone has left under way. */
export const runsLeftBehind = (db: Kysely<Schema>, { users, isShared }: RunHolder): Promise<WaitingRun[]> => {
  const running = db
    .selectFrom('backtest_runs')
    .select(WAITING)
    .where('state', '=', 'running')
    .where(users.among('user_id'))
    .orderBy('id');
  const silent = sql<SqlBool>`coalesce(beat_at, 0) < ${DATABASE_NOW} - ${sql.lit(BEAT_LIFE_MS)}`;
  return (isShared ? running.where(silent) : running).execute();
};

/** Writes how far a run is; false when it is not this process' any more. */
export const writeProgress = async (
  tx: Transaction,
  run: RunClaim,
  holder: RunHolder,
  percent: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.query
    .updateTable('backtest_runs')
    .set({ progress: percent, ...beat(holder) })
    .where(isHeld(run))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Puts a run back among those that wait; one that was stopped in good order has not lost an attempt. */
export const putBack = async (tx: Transaction, run: WaitingRun, how: 'in good order' | 'cut off') => {
  await tx.query
    .updateTable('backtest_runs')
    .set({
      state: 'queued',
      progress: 0,
      message: how === 'cut off' ? 'It was cut off and begins again.' : '',
      attempts: how === 'cut off' ? run.attempts : run.attempts - 1,
    })
    .where(isHeld(run))
    .execute();
};

const INSERT_ROWS = 500;

/**
 * Stores trades of a run under way, so many at a time; nobody sees them before it is done.
 * @throws RunLost
 */
export const insertTrades = async (
  write: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
  run: RunClaim,
  trades: readonly RunTrade[],
): Promise<void> => {
  for (let from = 0; from < trades.length; from += INSERT_ROWS) {
    const rows = trades.slice(from, from + INSERT_ROWS).map((trade) => ({ run_id: run.id, ...trade }));
    await write(async ({ query }) => {
      const held = await query.selectFrom('backtest_runs').select('id').where(isHeld(run)).executeTakeFirst();
      if (!held) throw new RunLost();
      await query.insertInto('backtest_trades').values(rows).execute();
    });
  }
};

/** Credits spent on a run. It stays the same until its end returns it. */
const spentOn = (tx: Transaction, runId: number) =>
  tx.query
    .selectFrom('backtest_runs')
    .select(['user_id', 'credits', 'created_at'])
    .where('id', '=', runId)
    .executeTakeFirst();

/** Ends a run that is still under way; false when somebody else has ended it meanwhile. */
export const endRun = async (
  tx: Transaction,
  claimed: RunClaim,
  now: number,
  end: { outcome: RunOutcome } | { failure: string },
): Promise<boolean> => {
  const values =
    'outcome' in end
      ? {
          state: 'done' as const,
          message: '',
          figures_json: JSON.stringify(end.outcome.run.figures),
          assumptions_json: JSON.stringify(end.outcome.run.assumptions),
          result_json: end.outcome.run.resultJson,
          sweep_json: end.outcome.sweep && JSON.stringify(end.outcome.sweep),
        }
      : { state: 'failed' as const, message: end.failure, credits: 0 };
  const run = await spentOn(tx, claimed.id);
  const { numUpdatedRows } = await tx.query
    .updateTable('backtest_runs')
    .set({ ...values, progress: 100, finished_at: now })
    .where(isHeld(claimed))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (run && values.state === 'failed') await returnCredits(tx, run);
  return true;
};

/** Cancels a user's run that has not ended and returns its credits; false when there is none. */
export const cancelRun = async (
  tx: Transaction,
  userId: number,
  runId: number,
  now: number,
): Promise<boolean> => {
  const run = await spentOn(tx, runId);
  const { numUpdatedRows } = await tx.query
    .updateTable('backtest_runs')
    .set({ state: 'cancelled', message: 'Cancelled by you.', credits: 0, finished_at: now })
    .where('id', '=', runId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (run) await returnCredits(tx, run);
  return true;
};
