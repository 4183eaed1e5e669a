import { type SqliteDatabase } from 'kysely';
import { openSqliteReader, sqliteConnection } from './connection.ts';

/** A statement that reads, with the values of its places. */
export interface ReadTask {
  readonly file: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

let opened: { readonly file: string; readonly connection: SqliteDatabase } | null = null;

/** Reads rows on this thread; sees everything committed. */
export const read = ({ file, sql, parameters }: ReadTask): unknown[] => {
  if (opened?.file !== file) {
    opened?.connection.close();
    opened = { file, connection: sqliteConnection(openSqliteReader(file)) };
  }
  return opened.connection.prepare(sql).all(parameters);
};
