import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { DATABASE_FILE } from '../../src/backend/db/database.ts';

/** Text that a careless layer reads as something else. */
export const ODD_TEXT = `“₹” \\ " ' , {} NULL %s $1 \t\n नमस्ते 😀 ${'é'.normalize('NFD')}`;
const ODD_BYTES = Uint8Array.from({ length: 256 }, (_, index) => index);
/** Of these each row counts: they must go on adding up. */
const OF_BOOKS =
  /^(?:rewards|licences|withdrawals|payment_intents|invoice_counters|result_days|strategy_results|team_levels)$/;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly parent: string | null;
  readonly target: string | null;
}

const COLUMNS = `
  select c.name, lower(c.type) as type, f."table" as parent, f."to" as target
  from pragma_table_info(?) c left join pragma_foreign_key_list(?) f on f."from" = c.name order by c.cid`;

const valueOf = (db: DatabaseSync, table: string, { type, parent, target }: Column): SQLInputValue => {
  if (parent !== null && target !== null) {
    const row = db.prepare(`select "${target}" as id from "${parent}" limit 1`).get();
    if (row === undefined) throw new Error(`no row of ${parent}`);
    return row['id'] as SQLInputValue;
  }
  if (type === 'text') return ODD_TEXT;
  if (type === 'blob') return ODD_BYTES;
  if (type === 'real') return 0.1 + 0.2;
  if (OF_BOOKS.test(table)) return 0;
  return type === 'bigint' ? Number.MAX_SAFE_INTEGER : 1;
};

/** Tables of a data folder without a row. Nobody has it open. */
export const emptyTablesOf = (folder: string): string[] => {
  const db = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  try {
    const tables = db
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
      .map(({ name }) => String(name));
    return tables.filter((name) => db.prepare(`select 1 from "${name}" limit 1`).get() === undefined);
  } finally {
    db.close();
  }
};

/** Give every empty table of a data folder a row. Its values are easily changed on their way. */
export const addRowEverywhere = (folder: string): void => {
  const empty = emptyTablesOf(folder);
  const db = new DatabaseSync(join(folder, DATABASE_FILE));
  try {
    // Some name rows of others that get theirs later.
    for (let rounds = 0; empty.length > 0 && rounds < 10; rounds++)
      for (const table of empty.splice(0))
        try {
          const columns = db.prepare(COLUMNS).all(table, table) as unknown as Column[];
          const values = columns.map((column) => valueOf(db, table, column));
          db.prepare(`insert into "${table}" values (${columns.map(() => '?').join(', ')})`).run(...values);
        } catch (error) {
          if (!/no row of/.test(String(error))) throw error;
          empty.push(table);
        }
  } finally {
    db.close();
  }
};
