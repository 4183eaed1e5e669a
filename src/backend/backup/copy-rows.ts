import { isUtf8 } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { BackupUnusable, unfit } from './backup-format.ts';
import { SEED_KEYS } from '../seed/seed-keys.ts';
import { HIGHEST_ID, type KnownColumn, mayBeNoText, type StoredValue, troubleWith } from './stored-values.ts';

/** Keys of `meta` that are restored. The others are about the installation that wrote them, or are unknown. */
const META_KEYS: ReadonlySet<unknown> = new Set([
  ...Object.values(SEED_KEYS),
  'simulated.seed',
  'support-told-to',
]);
const META_VALUE = /^\d{1,16}$/;
/** The name that the attachment store draws for a file: it is put behind a path. */
const ATTACHMENT_FILE = /^[0-9a-f]{32}$/;

const refuse = (what: string): never => {
  throw new BackupUnusable(unfit(what));
};

const tablesOf = (handle: DatabaseSync): string[] =>
  (
    handle
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
      )
      .all() as { name: string }[]
  ).map(({ name }) => name);

const columnsOf = (handle: DatabaseSync, table: string): KnownColumn[] => {
  const rows = handle.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(table);
  const columns = rows as unknown as { name: string; type: string; pk: number }[];
  const keys = columns.filter(({ pk }) => pk > 0);
  return columns.map(({ name, type, pk }) => ({
    name,
    type: type.toLowerCase(),
    isId: pk > 0 && keys.length === 1 && type.toLowerCase() === 'integer',
  }));
};

/** The row's place in its table, which every table of ours has. */
type Row = [place: number, ...values: StoredValue[]];

/** Checks of a whole row, beyond the types of its values: false leaves the row out. @throws BackupUnusable */
const RULES: Readonly<Record<string, (row: Readonly<Record<string, StoredValue>>) => boolean>> = {
  meta: ({ key, value }) => META_KEYS.has(key) && META_VALUE.test(String(value)),
  attachments: ({ file }) =>
    ATTACHMENT_FILE.test(String(file)) || refuse('an attachment in it has a name that leads elsewhere'),
};

class TableCopy {
  private readonly theirs: DatabaseSync;
  private readonly target: DatabaseSync;
  private readonly table: string;
  private readonly columns: readonly KnownColumn[];

  constructor(theirs: DatabaseSync, target: DatabaseSync, table: string) {
    this.theirs = theirs;
    this.target = target;
    this.table = table;
    this.columns = columnsOf(target, table);
  }

  /** Copies every row; returns how many there were. */
  run(onRow: () => void): number {
    const names = this.columns.map(({ name }) => `"${name}"`).join(', ');
    // No index of theirs is asked: it could say other things than the table.
    const reading = this.theirs.prepare(`select rowid, ${names} from "${this.table}" not indexed`);
    reading.setReturnArrays(true);
    const marks = this.columns.map(() => '?').join(', ');
    const writing = this.target.prepare(`insert into "${this.table}" (${names}) values (${marks})`);
    let rows = 0;
    for (const row of reading.iterate() as unknown as Iterable<Row>) {
      rows++;
      onRow();
      const [place, ...values] = row;
      values.forEach((value, index) => this.check(place, value, this.columns[index] as KnownColumn));
      if (this.isWanted(values)) writing.run(...values);
    }
    return rows;
  }

  private check(place: number, value: StoredValue, column: KnownColumn): void {
    const trouble = troubleWith(value, column) ?? this.badBytes(place, value, column);
    if (trouble !== null) refuse(`“${column.name}” of row ${place} in “${this.table}” ${trouble}`);
  }

  private badBytes(place: number, value: StoredValue, { name }: KnownColumn): string | null {
    if (!mayBeNoText(value)) return null;
    const bytes = this.theirs
      .prepare(`select cast("${name}" as blob) as bytes from "${this.table}" not indexed where rowid = ?`)
      .get(place) as { bytes: Uint8Array };
    return isUtf8(bytes.bytes) ? null : 'is written in bytes that are no text';
  }

  private isWanted(values: readonly StoredValue[]): boolean {
    const rule = RULES[this.table];
    return (
      rule === undefined ||
      rule(Object.fromEntries(this.columns.map(({ name }, index) => [name, values[index] ?? null])))
    );
  }
}

/** SQLite's own table of the highest id so far in each table. */
const COUNTERS = 'sqlite_sequence';

/** Copy the highest id given so far in each table. It includes rows that are gone, so that no id is given twice. */
const copyCounters = (theirs: DatabaseSync, target: DatabaseSync, tables: readonly string[]): void => {
  const counted = theirs.prepare('select name, seq from sqlite_sequence').all();
  const raise = target.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?');
  const begin = target.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
  for (const { name, seq } of counted as unknown as { name: StoredValue; seq: StoredValue }[]) {
    const isKnown = typeof name === 'string' && tables.includes(name);
    if (!isKnown || !Number.isSafeInteger(seq) || (seq as number) > HIGHEST_ID)
      return refuse('the counter of the rows of a table is not one of TrickDesk');
    if (raise.run(seq, name).changes === 0) begin.run(name, seq);
  }
};

/** The first table with a row that names a missing row. Null when every row finds its own. */
const orphanOf = (target: DatabaseSync): string | null => {
  const [first] = target.prepare('select "table", parent from pragma_foreign_key_check').all();
  const found = first as unknown as { table: string; parent: string } | undefined;
  return found === undefined
    ? null
    : `a row in “${found.table}” names one in “${found.parent}” that is not there`;
};

const asSentence = (error: unknown, table: string): never => {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return refuse(`a number in “${table}” is larger than any that TrickDesk writes`);
  if (/constraint failed|append-only|a referrer/.test(reason))
    return refuse(`a row in “${table}” is one that TrickDesk never writes (${reason})`);
  throw error;
};

/** Number of rows in each table of the other database. Rows that were left out are counted too. */
export type RowCounts = Readonly<Record<string, number>>;

const inTable = <T>(table: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    return asSentence(error, table);
  }
};

/**
 * Copy the rows of a foreign database into an empty one. Both have our schema, in the same version. Rows are copied
 * one by one and each value is checked, with our own constraints and triggers in force. `onRow` is called for each
 * row.
 * @throws BackupUnusable with the first thing that TrickDesk would not have written
 */
export const copyRows = (theirs: DatabaseSync, target: DatabaseSync, onRow: () => void): RowCounts => {
  const tables = tablesOf(target);
  // Rows name each other in circles, so no order of copying is right: references are checked once all are there.
  target.exec('begin; pragma defer_foreign_keys = on');
  // The rows that our migrations have written come with the rows of the backup.
  for (const table of [...tables, COUNTERS]) target.exec(`delete from "${table}"`);
  const rows = tables.map((table) => [
    table,
    inTable(table, () => new TableCopy(theirs, target, table).run(onRow)),
  ]);
  inTable(COUNTERS, () => copyCounters(theirs, target, tables));
  const orphan = orphanOf(target);
  if (orphan !== null) refuse(orphan);
  target.exec('commit');
  return Object.fromEntries(rows) as RowCounts;
};
