import { isUtf8 } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { mayBeNoText } from '../backup/stored-values.ts';
import {
  checkedRow,
  MoveRefused,
  type MovedRow,
  movedRowsOf,
  type MovedTable,
  namesOf,
  type ReadSide,
  type ReadValue,
  tablesFrom,
} from './moved-table.ts';

const [MOST_ROWS, MOST_BYTES] = [500, 4_000_000];

const COLUMNS = `
  select m.name as "table", c.name, c.type, c.pk as place
  from sqlite_schema m, pragma_table_info(m.name) c
  where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.name`;

/** Tables of a SQLite database. */
export const sqliteTables = (handle: DatabaseSync): MovedTable[] =>
  tablesFrom(handle.prepare(COLUMNS).all() as unknown as Parameters<typeof tablesFrom>[0]);

const sizeOf = (row: MovedRow): number =>
  row.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8),
    0,
  );

/** SQLite takes any bytes for a text, PostgreSQL does not. */
const requireText = (handle: DatabaseSync, table: MovedTable, row: MovedRow): void => {
  for (const [index, { name }] of table.columns.entries()) {
    if (!mayBeNoText(row[index] ?? null)) continue;
    const bad = handle
      .prepare(
        `select cast("${name}" as blob) as bytes from "${table.name}" where ${table.key.map((key) => `"${key}" = ?`).join(' and ')}`,
      )
      .get(...table.key.map((key) => row[table.columns.findIndex((column) => column.name === key)] ?? null));
    if (!isUtf8(bad?.['bytes'] as Uint8Array))
      throw new MoveRefused(
        `“${name}” of a row in “${table.name}” is written in bytes that are no text. Nothing was changed.`,
      );
  }
};

/** Batches of rows, each of a size that fits into memory. */
function* batchesOf(handle: DatabaseSync, table: MovedTable): Generator<readonly MovedRow[]> {
  const reading = handle.prepare(
    `select ${namesOf(table.columns.map(({ name }) => name))} from "${table.name}" ${movedRowsOf(table)} order by ${namesOf(table.key)}`,
  );
  reading.setReturnArrays(true);
  reading.setReadBigInts(true);
  let [batch, bytes]: [MovedRow[], number] = [[], 0];
  for (const read of reading.iterate() as unknown as Iterable<ReadValue[]>) {
    const row = checkedRow(table, read);
    requireText(handle, table, row);
    batch.push(row);
    bytes += sizeOf(row);
    if (batch.length < MOST_ROWS && bytes < MOST_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** The rows of an open SQLite database. */
export const sqliteSide = (handle: DatabaseSync): ReadSide => ({
  tables: () => Promise.resolve(sqliteTables(handle)),
  rows: async function* (table) {
    for (const batch of batchesOf(handle, table)) yield await Promise.resolve(batch);
  },
});
