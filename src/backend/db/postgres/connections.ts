import type { CompiledQuery, QueryResult } from 'kysely';
import pg from 'pg';
import type { RunStatement } from '../statement-driver.ts';
import { inWords, isStalePlan } from './trouble.ts';
import { valuesOfSqlite } from './values.ts';

/** Statements that are prepared once a connection. */
const MOST_PREPARED = 1_000;
/** Values of a statement that is prepared: one with a long list has another text for each length. */
const MOST_VALUES = 32;
/** Time in which the server must take a new connection. */
const CONNECT_MS = 5_000;
/**
 * Time in which it must answer. It is more than the server gives a statement, so that only one that is frozen or cut off
 * does not.
 */
const ANSWER_MS = 15_000;
/**
 * Bounds that the design needs: a holder of locks that is frozen lets go after a second, and nobody waits for ever.
 * In ms.
 */
const BOUNDS = {
  idle_in_transaction_session_timeout: 1_000,
  statement_timeout: 10_000,
  lock_timeout: 3_000,
} as const;

/** Of changes to the tables themselves: the driver would give up before the server. */
const UNBOUND = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 } as const;

/** Names of prepared statements by their text, the same on each connection. */
class StatementNames {
  private readonly names = new Map<string, string>();
  private generation = 0;

  /** Name of a statement; none when there are too many. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MOST_PREPARED) return known;
    const name = `s${this.generation}_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }

  /** Have every statement prepared anew. */
  renew(): void {
    this.names.clear();
    this.generation++;
  }
}

/** Statements that return or change rows; the others, which define, cannot be prepared. */
const OF_ROWS = /^\s*(?:select|insert|update|delete|with)\b/i;
const COUNTED: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** An error without its connection. The pool hangs that onto it, password and all. */
const withoutClient = (error: Error & { client?: unknown }): Error => {
  delete error.client;
  return error;
};

/** How connections are used. */
interface Manner {
  /** Nothing is written over them. */
  readonly isReadOnly?: boolean;
  /** Statements, and transactions, may take as long as they need. */
  readonly isUnhurried?: boolean;
}

/** Several connections to one PostgreSQL database. */
export class Connections {
  private readonly pool: pg.Pool;
  private readonly names = new StatementNames();
  /** Those who wait for a connection, in turn. */
  private readonly waiting: (() => void)[] = [];
  private free: number;
  private closed: Promise<void> | null = null;

  /**
   * `url` names the database, `most` how many connections there are at most; `onLost` is called with why one broke off
   * while nobody used it. The pool opens another when one is needed.
   */
  constructor(
    url: string,
    most: number,
    onLost: (error: unknown) => void,
    { isReadOnly = false, isUnhurried = false }: Manner = {},
  ) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: most,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'trickdesk',
      types: valuesOfSqlite,
      // The tables are in `public`, also where a user or a database has another search path.
      options: `-c search_path=public${isReadOnly ? ' -c default_transaction_read_only=on' : ''}`,
      query_timeout: ANSWER_MS,
      ...BOUNDS,
      ...(isUnhurried && UNBOUND),
    });
    this.pool.on('error', (error) => onLost(withoutClient(error)));
    this.free = most;
  }

  /** Runs a statement on any connection, as a transaction of its own. */
  readonly run: RunStatement = async (query) => {
    await this.turn();
    try {
      return await this.runOn(this.pool, query);
    } catch (error) {
      // Read once more, prepared anew.
      if (!isStalePlan(error)) throw error;
      return await this.runOn(this.pool, query);
    } finally {
      this.next();
    }
  };

  /** Reserve a connection; its `release` gives it back. `onBroken` is called when it breaks off before that. */
  async reserve(onBroken: (error: unknown) => void = () => undefined): Promise<pg.PoolClient> {
    await this.turn();
    try {
      const client = await inWords(() => this.pool.connect());
      // A statement that waits fails by itself; between statements only the event says so.
      client.on('error', onBroken);
      const release = client.release.bind(client);
      client.release = (error) => {
        client.off('error', onBroken);
        this.next();
        release(error);
      };
      return client;
    } catch (error) {
      this.next();
      throw error;
    }
  }

  /**
   * Wait until a connection is free. There is no limit, as for a change on SQLite; the pool's own is for connecting, and
   * would count this wait too.
   */
  private async turn(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private next(): void {
    const first = this.waiting.shift();
    if (first) first();
    else this.free++;
  }

  /** Runs a statement on one connection. */
  async runOn(place: pg.Pool | pg.PoolClient, query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { sql: text, parameters } = query;
    const isPrepared = OF_ROWS.test(text) && parameters.length <= MOST_VALUES;
    const name = isPrepared ? this.names.of(text) : undefined;
    const { command, rowCount, rows } = await inWords(() =>
      place.query<pg.QueryResultRow>({ ...(name !== undefined && { name }), text, values: [...parameters] }),
    ).catch((error: unknown) => {
      if (isStalePlan(error)) this.names.renew();
      throw error;
    });
    return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  /** Closes all of them, after what runs; a second time it does no more. */
  close(): Promise<void> {
    this.closed ??= this.pool.end();
    return this.closed;
  }
}
