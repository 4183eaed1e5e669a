import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { KeyedLanes } from '../../keyed-lanes.ts';
import { type Concern, HOUSE } from '../concern.ts';
import type { Schema } from '../schema.ts';
import type { ChangedStrategies } from '../strategy-changes.ts';
import { ofThisRequest } from '../../request-scope.ts';
import type { Transaction } from '../transaction.ts';
import type { OnWrite } from '../write-events.ts';
import { type CommitMark, CommitMarks, findMark, leaveMark } from './commit-marks.ts';
import type { Connections } from './connections.ts';
import { postgresQueries } from './dialect.ts';
import { changedIn, READ_CHANGED } from './strategy-notices.ts';
import { CommitUnknown, DatabaseAway, inWords, isConnectionLost, isToRepeat, isUndone } from './trouble.ts';

/** The lock of what belongs to nobody; ids of users begin at 1. */
const HOUSE_LOCK = 0;
/** Held by every change; one of more users than `MOST_LOCKS` holds it alone, in place of theirs. */
const EVERYBODY_LOCK = -2;
const MOST_LOCKS = 64;
/** Runs of one change that met another in its way; users are locked in order, so that hardly happens. */
const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 5;

/** Locks of a change, ascending: two that want the same take them in the same order. */
const locksOf = (of: Concern): readonly number[] => {
  if (of === HOUSE) return [HOUSE_LOCK];
  const ids = typeof of === 'number' ? [of] : [...new Set(of)].sort((a, b) => a - b);
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new RangeError(`A change names the users that it concerns, not ${JSON.stringify(of)}.`);
  return ids.length === 0 ? [HOUSE_LOCK] : ids;
};

/** Key of the user who has made a change: the first that it names. */
const firstOf = (of: Concern): number => {
  const first = typeof of === 'object' ? of[0] : of;
  return typeof first === 'number' ? first : HOUSE_LOCK;
};

/** Begins a transaction and takes its locks, in one round trip. Test databases compare `trickdesk.of` with the rows. */
const beginOf = (locks: readonly number[]): string =>
  [
    'begin isolation level read committed',
    `set local trickdesk.of = '${locks.join(',')}'`,
    ...(locks.length > MOST_LOCKS
      ? [`select pg_advisory_xact_lock(${EVERYBODY_LOCK})`]
      : [
          `select pg_advisory_xact_lock_shared(${EVERYBODY_LOCK})`,
          ...locks.map((id) => `select pg_advisory_xact_lock(${id})`),
        ]),
  ].join('; ');

/** Time to find out how a commit without an answer ended, ms. */
const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 250;
/** Time that a write waits for the right to be one. */
const RIGHT_MS = 3_000;
const RIGHT_LOOK_MS = 25;

interface Attempt<T> {
  readonly value: T;
  readonly changed: ChangedStrategies | null;
  readonly actions: readonly (() => void)[];
}

/** Listener of the writes of one database. */
export interface WritesListener {
  committed(changed: ChangedStrategies): void;
  /** An action after a commit failed; what was written stands. */
  failedAfter(error: unknown): void;
  /** It stays unknown whether a write was saved. */
  unknown(error: unknown): void;
  /** Whether anything may be written (still). */
  mayWrite(): boolean;
  /** A step of a write, for metrics. */
  readonly onWrite: OnWrite;
}

/**
 * The one door for changes on PostgreSQL. Changes that concern a common user run in turn, in this process by lanes and
 * among processes by locks; all others run side by side. Each is one transaction at READ COMMITTED.
 */
export class PostgresWrites {
  /** Changes by whose they are: one of each at a time is under way, the first that it names. */
  private readonly admission = new KeyedLanes<number>();
  private readonly lanes = new KeyedLanes<number>();
  private readonly inside = new AsyncLocalStorage<true>();
  private readonly connections: Connections;
  private readonly readers: Connections;
  private readonly listener: WritesListener;
  private readonly patienceMs: number;
  private readonly marks = new CommitMarks();

  /** `readers` are asked what became of a commit whose answer was lost. */
  constructor(
    connections: Connections,
    readers: Connections,
    listener: WritesListener,
    patienceMs = PATIENCE_MS,
  ) {
    this.patienceMs = patienceMs;
    this.connections = connections;
    this.readers = readers;
    this.listener = listener;
  }

  /**
   * Runs `work` in a transaction; resolves after the commit.
   * @throws CommitUnknown when the database broke off during the commit and was not back in time
   * @throws when called from inside such a work
   */
  run<T>(of: Concern, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.inside.getStore()) throw new Error('A write was begun inside a write.');
    const locks = locksOf(of);
    const { onWrite } = this.listener;
    onWrite({ type: 'queued' });
    const inTurn = ofThisRequest(async () => {
      onWrite({ type: 'begun', commands: 1 });
      const { value, changed, actions } = await this.timed(locks, work);
      if (changed) this.guarded(() => this.listener.committed(changed));
      for (const action of actions) this.guarded(action);
      return value;
    });
    // Others whom it concerns wait for this change, and not for those of its user before it.
    return this.admission.run(firstOf(of), () => this.lanes.runAll(locks, inTurn));
  }

  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void> {
    return this.admission.idle();
  }

  private guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.listener.failedAfter(error);
    }
  }

  private async timed<T>(
    locks: readonly number[],
    work: (tx: Transaction) => Promise<T>,
  ): Promise<Attempt<T>> {
    const began = performance.now();
    const ended = (isCommitted: boolean): void =>
      this.listener.onWrite({ type: 'ended', ms: performance.now() - began, isCommitted });
    try {
      const done = await this.repeated(locks, work);
      ended(true);
      return done;
    } catch (error) {
      ended(false);
      throw error;
    }
  }

  private async repeated<T>(
    locks: readonly number[],
    work: (tx: Transaction) => Promise<T>,
  ): Promise<Attempt<T>> {
    for (let tries = 1; ; tries++)
      try {
        return await this.once(locks, work);
      } catch (error) {
        if (!isToRepeat(error) || tries >= MOST_TRIES) throw error;
        this.listener.onWrite({ type: 'retried' });
        await delay(FIRST_PAUSE_MS * 2 ** tries * Math.random());
      }
  }

  private async once<T>(
    locks: readonly number[],
    work: (tx: Transaction) => Promise<T>,
  ): Promise<Attempt<T>> {
    let broken: unknown;
    let isOver = false;
    const client = await this.connections.reserve((error) => (broken = error));
    try {
      const actions: (() => void)[] = [];
      await this.untilAllowed();
      await inWords(() => client.query(beginOf(locks)));
      const query = postgresQueries<Schema>((statement) => {
        // The connection may be another write's by now.
        if (isOver) throw new Error(`A statement was run after its write had ended: ${statement.sql}`);
        return this.connections.runOn(client, statement);
      });
      const value = await this.inside.run(true, () =>
        work({ query, afterCommit: (action) => actions.push(action) }),
      );
      isOver = true;
      // Nothing of a commit has been sent, and the server has undone the rest.
      if (broken !== undefined) throw new DatabaseAway(broken);
      this.requireRight();
      return { value, actions, changed: await this.commit(client, locks) };
    } catch (error) {
      isOver = true;
      // Where no answer comes, none would come to a rollback either.
      if (isConnectionLost(error) || !(await isRolledBack(client))) broken ??= error;
      throw error;
    } finally {
      client.release(broken !== undefined);
    }
  }

  /** Wait for the right to write, for a while: after an outage it comes back with the next renewal of the leases. */
  private async untilAllowed(): Promise<void> {
    for (const until = performance.now() + RIGHT_MS; !this.listener.mayWrite(); await delay(RIGHT_LOOK_MS))
      if (performance.now() > until) return this.requireRight();
  }

  /** @throws DatabaseAway */
  private requireRight(): void {
    if (!this.listener.mayWrite()) throw new DatabaseAway(new Error('The leases of this process are over.'));
  }

  /** Commits. Where the answer is lost it is looked up what became of it. */
  private async commit(client: pg.PoolClient, locks: readonly number[]): Promise<ChangedStrategies | null> {
    const mark = this.marks.next();
    let isKnown = true;
    try {
      return await commit(client, mark);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      if (isUndone(error)) throw new DatabaseAway(error);
      isKnown = false;
      const left = await this.outcomeOf(mark, locks, error);
      isKnown = true;
      if (!left) throw new DatabaseAway(error);
      return changedIn(left.changed ?? '');
    } finally {
      if (isKnown) this.marks.giveBack(mark);
    }
  }

  /** Mark that a commit left; null where it was undone. */
  private async outcomeOf(mark: CommitMark, locks: readonly number[], cause: unknown): Promise<Noted | null> {
    for (const until = performance.now() + this.patienceMs; ; await delay(LOOK_AGAIN_MS))
      try {
        return await this.readMark(mark, locks);
      } catch {
        // It is away still, or the transaction has not ended.
        if (performance.now() < until) continue;
        const error = new CommitUnknown(cause);
        this.listener.unknown(error);
        throw error;
      }
  }

  /** Read a mark under the locks of its transaction: who has them sees how it ended. */
  private async readMark(mark: CommitMark, locks: readonly number[]): Promise<Noted | null> {
    const client = await this.readers.reserve();
    try {
      const results: unknown = await inWords(() =>
        client.query(`${beginOf(locks)}; ${IS_STANDBY}; ${findMark(mark)}`),
      );
      const [standby, left] = (results as readonly pg.QueryResult[]).slice(-2);
      if ((standby?.rows[0] as { yes: boolean }).yes) throw new Error('This server is a standby.');
      return (left?.rows[0] as Noted | undefined) ?? null;
    } finally {
      // The locks go with the connection.
      client.release(true);
    }
  }
}

/** Strategies that a transaction has noted. */
interface Noted {
  readonly changed: string | null;
}

/** Whether the server follows another one: it may be behind. */
const IS_STANDBY = 'select pg_is_in_recovery() as yes';

/** Commits, and returns which strategies were changed, in one round trip. */
const commit = async (client: pg.PoolClient, mark: CommitMark): Promise<ChangedStrategies | null> => {
  const results: unknown = await inWords(() => client.query(`${READ_CHANGED}; ${leaveMark(mark)}; commit`));
  const [noted, , end] = results as readonly [pg.QueryResult<Noted>, unknown, pg.QueryResult];
  // After a failed statement that somebody has caught, PostgreSQL takes a commit and rolls back.
  if (end.command !== 'COMMIT') throw new Error('A statement of a write had failed, so nothing was saved.');
  return changedIn(noted.rows[0]?.changed ?? '');
};

/** Rolls back; false when the connection is of no use any more. */
const isRolledBack = async (client: pg.PoolClient): Promise<boolean> => {
  try {
    await client.query('rollback');
    return true;
  } catch {
    // It broke off: the server rolls back by itself, and the connection is thrown away.
    return false;
  }
};
