import {
  type CompiledQuery,
  type Dialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ThreadPool, threadFile } from '../../thread-pool.ts';
import { type RunStatement, StatementDriver } from '../statement-driver.ts';
import type * as tasks from './read-worker.ts';

/** A thread that reads a SQLite file. It sees everything committed. */
export class ReadThread {
  private readonly file: string;
  private readonly threads: ThreadPool<typeof tasks>;

  /** `onLost` is called when the thread dies while it is idle. */
  constructor(file: string, onLost: (error: unknown) => void) {
    this.file = file;
    this.threads = new ThreadPool(threadFile(import.meta, 'read-worker'), 1, onLost);
  }

  /** Runs a statement that reads. */
  readonly run: RunStatement = async ({ sql, parameters }: CompiledQuery) => ({
    rows: await this.threads.run('read', { file: this.file, sql, parameters }),
  });

  /** Ends the thread; what it was reading is lost. */
  close(): Promise<void> {
    return this.threads.close();
  }
}

/** SQLite for Kysely, over a function that runs statements. */
export const threadDialect = (run: RunStatement): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new StatementDriver(run),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
