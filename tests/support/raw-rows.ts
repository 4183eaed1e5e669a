import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A row by the names of its columns. */
export type RawRow = Readonly<Record<string, SQLInputValue>>;

/** Inserts rows of one table with one prepared statement; gives back the number of the row. */
export const inserter = (db: DatabaseSync, table: string) => {
  let statement: StatementSync | null = null;
  return (row: RawRow): number => {
    const columns = Object.keys(row);
    statement ??= db.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    return Number(statement.run(...Object.values(row)).lastInsertRowid);
  };
};
