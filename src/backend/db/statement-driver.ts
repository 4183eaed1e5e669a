import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

/** Runs one statement; its rows come back together. */
export type RunStatement = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/**
 * Kysely's driver over a function that runs statements. It has no transactions: the caller begins and ends them.
 */
export class StatementDriver implements Driver {
  private readonly connection: DatabaseConnection;
  private readonly end: () => Promise<void>;

  /** `end` is called when Kysely is done with the connection. */
  constructor(run: RunStatement, end: () => Promise<void> = () => Promise.resolve()) {
    this.end = end;
    this.connection = {
      executeQuery: (query) => run(query) as Promise<QueryResult<never>>,
      streamQuery: () => notHere('Rows one by one'),
    };
  }

  init = (): Promise<void> => Promise.resolve();
  acquireConnection = (): Promise<DatabaseConnection> => Promise.resolve(this.connection);
  releaseConnection = (): Promise<void> => Promise.resolve();
  destroy = (): Promise<void> => this.end();
  beginTransaction = (): Promise<void> => notHere('A transaction');
  commitTransaction = (): Promise<void> => notHere('A transaction');
  rollbackTransaction = (): Promise<void> => notHere('A transaction');
}

const notHere = (what: string): never => {
  throw new Error(`${what} cannot be had over this connection.`);
};
