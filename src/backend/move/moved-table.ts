import { createHash } from 'node:crypto';
import { type KnownColumn, type StoredValue, troubleWith } from '../backup/stored-values.ts';
import { OBJECTS_KEY, VERSION_KEY } from '../db/postgres/migrate.ts';
import { MOVED_TO } from '../db/moved-mark.ts';

/** Why data was not moved, as a sentence. Nothing was changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** Table as both engines have it. */
export interface MovedTable {
  readonly name: string;
  /** By their names, the same on both engines. */
  readonly columns: readonly KnownColumn[];
  /** Columns of the primary key, in their order. */
  readonly key: readonly string[];
}

export type MovedRow = readonly StoredValue[];

/** Row of `meta`: the move that has brought the data. */
export const MOVED_BY = 'moved-by';
/** Rows of `meta` that are of a place, not of the data. Marks of commits are, too. */
const OF_PLACE = [VERSION_KEY, OBJECTS_KEY, MOVED_TO, MOVED_BY];
/** Condition on the rows of a table that are moved, as SQL; empty for all. */
export const movedRowsOf = ({ name }: MovedTable): string =>
  ({
    meta: `where key not in (${OF_PLACE.map((key) => `'${key}'`).join(', ')})`,
    commit_marks: 'where false',
  })[name] ?? '';

/** Names in quotes, with commas between them. */
export const namesOf = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

/** Types of both engines, by their names in the migrations. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'integer',
  'double precision': 'real',
  bytea: 'blob',
};

interface FoundColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Place in the primary key, from 1; 0 outside it. */
  readonly place: number;
}

/** Tables of the columns that a catalogue has told, by their names. */
export const tablesFrom = (found: readonly FoundColumn[]): MovedTable[] =>
  [...Map.groupBy(found, ({ table }) => table)].map(([name, columns]) => {
    const key = columns
      .filter(({ place }) => place > 0)
      .sort((a, b) => a.place - b.place)
      .map((column) => column.name);
    const known = columns.map((column) => {
      const declared = column.type.toLowerCase();
      const type = TYPES[declared] ?? declared;
      return { name: column.name, type, isId: type === 'integer' && key.length === 1 && column.place > 0 };
    });
    return { name, key, columns: known.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  });

/** A value as it was read: whole numbers of any size. */
export type ReadValue = StoredValue | bigint;

const exactly = (value: bigint): number | null => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
};

/** Where a row stands, for a sentence. */
const placeOf = ({ key, columns }: MovedTable, row: readonly ReadValue[]): string =>
  key.map((name) => `${name} ${String(row[columns.findIndex((column) => column.name === name)])}`).join(', ');

/**
 * A row with values that both engines store alike.
 * @throws MoveRefused for a value that one of them would change, with its place
 */
export const checkedRow = (table: MovedTable, row: readonly ReadValue[]): MovedRow =>
  row.map((read, index) => {
    const column = table.columns[index] as KnownColumn;
    const value = typeof read === 'bigint' ? exactly(read) : read;
    const isTooLarge = value === null && read !== null;
    const trouble = isTooLarge ? 'is too large to be counted exactly' : troubleWith(value, column);
    if (trouble === null) return value;
    throw new MoveRefused(
      `“${column.name}” of the row with ${placeOf(table, row)} in “${table.name}” ${trouble}. Nothing was changed.`,
    );
  });

const normal = (value: StoredValue): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;

/** Count and digest of a table's rows. They are added in the order of their key. */
export class TableDigest {
  rows = 0;
  private readonly hash = createHash('sha256');

  add(batch: readonly MovedRow[]): void {
    this.rows += batch.length;
    for (const row of batch) this.hash.update(`${JSON.stringify(row.map(normal))}\n`);
  }

  /** The digest; nothing is added after it. */
  end(): string {
    return this.hash.digest('hex');
  }
}

/** A database of which a move reads. */
export interface ReadSide {
  /** Tables of this program, by their names. */
  tables(): Promise<readonly MovedTable[]>;
  /** Rows of a table, in the order of its key. */
  rows(table: MovedTable): AsyncIterable<readonly MovedRow[]>;
}

/** Counts and digest of what stands in a table. */
export const digestOf = async (side: ReadSide, table: MovedTable): Promise<TableDigest> => {
  const digest = new TableDigest();
  for await (const batch of side.rows(table)) digest.add(batch);
  return digest;
};
