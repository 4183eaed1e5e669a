import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

const STATEMENT_CACHE = 256;
/** Actions of SQLite that reading rows and counts consists of. */
const READS: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
]);

/** Opens a SQLite file the way money needs it: WAL, every commit on the disk, foreign keys enforced. */
export const openSqlite = (path: string): DatabaseSync => {
  const handle = new DatabaseSync(path, { timeout: 5_000 });
  try {
    handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
    // What a savepoint needs to undo would go to a new file from 64 KB on, in the middle of an order.
    handle.exec('pragma temp_store = memory; pragma cache_size = -16384;');
  } catch (error) {
    handle.close();
    throw error;
  }
  return handle;
};

/** Opens a SQLite file that nobody needs until it is whole: fast, with nothing on the disk for sure. */
export const openSqliteToFill = (path: string): DatabaseSync => {
  const handle = new DatabaseSync(path);
  handle.exec('pragma journal_mode = memory; pragma synchronous = off; pragma foreign_keys = on;');
  return handle;
};

/**
 * Open a SQLite file that a stranger may have made. It is opened to read its tables and nothing else: no code of its
 * schema is trusted, no page is believed, and it can be asked for rows, counts and a check alone.
 */
export const openForeignSqlite = (path: string): DatabaseSync => {
  const handle = new DatabaseSync(path, {
    readOnly: true,
    defensive: true,
    enableForeignKeyConstraints: false,
    enableDoubleQuotedStringLiterals: false,
  });
  try {
    handle.exec(
      'pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0; pragma query_only = on;',
    );
    handle.setAuthorizer((action, subject) =>
      READS.has(action) || (action === constants.SQLITE_PRAGMA && subject === 'integrity_check')
        ? constants.SQLITE_OK
        : constants.SQLITE_DENY,
    );
  } catch (error) {
    handle.close();
    throw error;
  }
  return handle;
};

/** Open a SQLite file, which another connection writes, to read only. */
export const openSqliteReader = (path: string): DatabaseSync =>
  new DatabaseSync(path, { timeout: 5_000, readOnly: true });

const asStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
});

/** node:sqlite in the shape Kysely's SQLite dialect expects, with prepared statements kept. */
export const sqliteConnection = (handle: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>();
  const statementOf = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known) return known;
    const fresh = asStatement(handle.prepare(sql));
    if (statements.size >= STATEMENT_CACHE) {
      const oldest = statements.keys().next().value;
      if (oldest !== undefined) statements.delete(oldest);
    }
    statements.set(sql, fresh);
    return fresh;
  };
  return {
    close: () => handle.close(),
    prepare: statementOf,
  };
};

/** Says that queries need not wait for one another. */
class AtOnceAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * The dialect for an open SQLite file. A statement of node:sqlite is done when it returns, so no two can meet; where many
 * ask at once Kysely's lock of the one connection would wake all who wait at each release, and cost more than the answers.
 */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(handle: DatabaseSync) {
    super({ database: sqliteConnection(handle) });
  }

  override createAdapter(): SqliteAdapter {
    return new AtOnceAdapter();
  }
}
