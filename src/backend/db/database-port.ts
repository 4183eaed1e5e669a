import type { Kysely } from 'kysely';
import type { Concern } from './concern.ts';
import type { SeenLeases } from './postgres/seen-leases.ts';
import type { Schema } from './schema.ts';
import type { OnStrategiesChanged, ReportedChange } from './strategy-changes.ts';
import type { Transaction } from './transaction.ts';
import type { OnWrite } from './write-events.ts';

/** The database: one door for changes, another for reads. */
export interface Database {
  /**
   * Changes that concern users, or the house. `work` awaits nothing but its own queries: no I/O, hashing or timers. What
   * `isUrgent` waits for no others that could share its commit.
   */
  write<T>(of: Concern, work: (tx: Transaction) => Promise<T>, isUrgent?: boolean): Promise<T>;
  /** Reads; sees everything committed. */
  readonly read: Kysely<Schema>;
  /**
   * Reads of what grows with a person's history, on their own thread. They see everything committed. One statement of a
   * person runs at a time, and too many that wait are refused.
   */
  readOf(userId: number): Kysely<Schema>;
  /** Report after each commit which strategies it has changed. */
  onStrategiesChanged(listener: OnStrategiesChanged): void;
  /** Report what other processes have changed. */
  reportStrategiesChanged(changed: ReportedChange): void;
  close(): Promise<void>;
}

/** Reads a row of `meta`; null when there is none. */
export type ReadMeta = (key: string) => Promise<string | null>;

export interface DatabaseOptions {
  /** The most commands that share one commit. */
  readonly commandsACommit?: number | undefined;
  /** Called with why a thread died while it read nothing. */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Called with what failed after a commit. What was written stands, and its caller gets no failure. */
  readonly onFailedAfter?: ((error: unknown) => void) | undefined;
  /** Opens data that was moved away too. It is refused otherwise. */
  readonly evenIfMoved?: boolean | undefined;
  /** Called at each step of a write. */
  readonly onWrite?: OnWrite | undefined;
  /**
   * On PostgreSQL: called when it stays unknown whether a write was saved. What this process holds in memory may differ
   * from the database now.
   */
  readonly onUnknown?: ((error: unknown) => void) | undefined;
  /**
   * On PostgreSQL: whether this process may write still. One that was frozen may not: others have gone on with what it
   * holds in memory.
   */
  readonly mayWrite?: (() => boolean) | undefined;
  /** On PostgreSQL: a database of another version is refused and not brought to this one. */
  readonly isAsFound?: boolean | undefined;
  /** On PostgreSQL: leases of others as they were seen before; without them a start begins to watch. */
  readonly seenLeases?: SeenLeases | undefined;
  /** On PostgreSQL: a statement that reads may take as long as it needs. */
  readonly isUnhurried?: boolean | undefined;
  /** On PostgreSQL: called with rows of `meta` before anything is changed. What it throws keeps the database closed. */
  readonly beforeChange?: ((meta: ReadMeta) => Promise<void>) | undefined;
}

/** Options of which each is given. */
export type OpenOptions = DatabaseOptions & Required<Pick<DatabaseOptions, 'onFailedAfter'>>;
