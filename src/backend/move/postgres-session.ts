import type { Kysely } from 'kysely';
import pg from 'pg';
import { Connections } from '../db/postgres/connections.ts';
import { postgresQueries } from '../db/postgres/dialect.ts';
import { makeSchema, metaOf, requireFit } from '../db/postgres/migrate.ts';
import { requireAddress } from '../db/postgres/open-postgres.ts';
import { inWords } from '../db/postgres/trouble.ts';
import type { Schema } from '../db/schema.ts';
import {
  checkedRow,
  movedRowsOf,
  type MovedTable,
  namesOf,
  type ReadSide,
  type ReadValue,
  tablesFrom,
} from './moved-table.ts';

/** Numbers of types in PostgreSQL's catalogue. */
const [BYTEA, INT8, FLOAT8] = [17, 20, 701];
const bytesOf = pg.types.getTypeParser(BYTEA) as (text: string) => Uint8Array;
const READERS: Readonly<Record<number, (text: string) => ReadValue>> = {
  [INT8]: BigInt,
  [FLOAT8]: Number,
  // A copy: what the driver hands out shares its memory with other values.
  [BYTEA]: (text) => new Uint8Array(bytesOf(text)),
};
const EXACT: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => READERS[type] ?? ((text: string) => text),
};

const NO_COLUMN = '42703';
const ROWS_AT_ONCE = 200;

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
    coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as place
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname`;

/** One connection to a PostgreSQL database, without the bounds of calls. A move takes as long as it takes. */
export class PostgresSession implements ReadSide {
  readonly query: Kysely<Schema>;
  readonly client: pg.PoolClient;
  private readonly connections: Connections;

  private constructor(connections: Connections, client: pg.PoolClient) {
    this.connections = connections;
    this.client = client;
    this.query = postgresQueries<Schema>((statement) => connections.runOn(client, statement));
  }

  /** @throws DatabaseUnusable, or what the server or the network says */
  static async open(url: string): Promise<PostgresSession> {
    requireAddress(url);
    const connections = new Connections(url, 1, () => undefined, { isUnhurried: true });
    try {
      const client = await connections.reserve();
      const session = new PostgresSession(connections, client);
      try {
        await requireFit(client);
      } catch (error) {
        client.release(true);
        throw error;
      }
      return session;
    } catch (error) {
      await connections.close();
      throw error;
    }
  }

  /** Runs a statement; its rows by the names of their columns. */
  async run<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await inWords(() =>
      this.client.query<Row>(text, values.length > 0 ? [...values] : undefined),
    );
    return rows;
  }

  /** Value of a row of `meta`; null without one, and in a database with another table of that name. */
  async meta(key: string): Promise<string | null> {
    try {
      return await metaOf(this.client, key);
    } catch (error) {
      if ((error as { code?: unknown }).code === NO_COLUMN) return null;
      throw error;
    }
  }

  /** Makes the schema of this version within the transaction. */
  makeSchema(): Promise<void> {
    return makeSchema(this.connections, this.client);
  }

  async tables(): Promise<MovedTable[]> {
    return tablesFrom((await this.run(COLUMNS)) as never);
  }

  async *rows(table: MovedTable) {
    const names = namesOf(table.columns.map(({ name }) => name));
    await this.run(
      `declare moved no scroll cursor for select ${names} from "${table.name}" ${movedRowsOf(table)} order by ${namesOf(table.key)}`,
    );
    for (;;) {
      const text = `fetch ${ROWS_AT_ONCE} from moved`;
      const { rows } = await inWords(() =>
        this.client.query<ReadValue[]>({ text, rowMode: 'array', types: EXACT }),
      );
      if (rows.length > 0) yield rows.map((row) => checkedRow(table, row));
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await this.run('close moved');
  }

  /** Ends the connection; what it has not committed is undone. */
  async close(): Promise<void> {
    this.client.release(true);
    await this.connections.close();
  }
}
