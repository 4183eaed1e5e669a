import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { KeyedLanes } from '../keyed-lanes.ts';
import { Refusal } from '../refusal.ts';
import { ThreadPool, threadFile } from '../thread-pool.ts';
import type * as tasks from './read-worker.ts';
import type { Schema } from './schema.ts';

/** Statements of one person that may wait; more are refused. */
export const MOST_WAITING = 64;

/**
 * Reads of what grows with a person's history, on their own thread. However much one person has, nobody else waits. One
 * statement of a person runs at a time, so the thread is shared evenly.
 */
export class PersonalReads {
  private readonly file: string;
  private readonly threads: ThreadPool<typeof tasks>;
  private readonly lanes = new KeyedLanes<number>();
  private readonly waiting = new Map<number, number>();

  /** `file` is the database's; `onLost` is called when a thread dies while it has nothing to do. */
  constructor(file: string, onLost: (error: unknown) => void) {
    this.file = file;
    this.threads = new ThreadPool(threadFile(import.meta, 'read-worker'), 1, onLost);
  }

  /**
   * Reads for one person.
   * @throws Refusal `rate` at a query when too many of that person wait already
   */
  of(userId: number): Kysely<Schema> {
    return new Kysely<Schema>({ dialect: threadDialect((query) => this.rowsOf(userId, query)) });
  }

  private async rowsOf(userId: number, { sql, parameters }: CompiledQuery): Promise<unknown[]> {
    const waiting = this.waiting.get(userId) ?? 0;
    if (waiting >= MOST_WAITING)
      throw new Refusal('rate', 'Many of your lists are being read already. Wait a moment, and try again.');
    this.waiting.set(userId, waiting + 1);
    try {
      return await this.lanes.run(userId, () =>
        this.threads.run('read', { file: this.file, sql, parameters }),
      );
    } finally {
      const left = (this.waiting.get(userId) ?? 1) - 1;
      if (left === 0) this.waiting.delete(userId);
      else this.waiting.set(userId, left);
    }
  }

  /** Ends the thread; what it was reading is lost. */
  close(): Promise<void> {
    return this.threads.close();
  }
}

type RowsOf = (query: CompiledQuery) => Promise<unknown[]>;

/** SQLite behind a thread: rows alone come back, and nothing is written. */
const threadDialect = (rowsOf: RowsOf): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new ThreadDriver(rowsOf),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

class ThreadDriver implements Driver {
  private readonly connection: DatabaseConnection;

  constructor(rowsOf: RowsOf) {
    this.connection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await rowsOf(query)) as R[],
      }),
      streamQuery: () => notHere('Rows one by one'),
    };
  }

  init = (): Promise<void> => Promise.resolve();
  acquireConnection = (): Promise<DatabaseConnection> => Promise.resolve(this.connection);
  releaseConnection = (): Promise<void> => Promise.resolve();
  destroy = (): Promise<void> => Promise.resolve();
  beginTransaction = (): Promise<void> => notHere('A transaction');
  commitTransaction = (): Promise<void> => notHere('A transaction');
  rollbackTransaction = (): Promise<void> => notHere('A transaction');
}

const notHere = (what: string): never => {
  throw new Error(`${what} cannot be had on the thread of reads.`);
};
