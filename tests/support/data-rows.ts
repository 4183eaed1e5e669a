import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ATTACHMENT_FOLDER } from '../../src/backend/backup/backup-format.ts';
import { DATABASE_FILE } from '../../src/backend/db/database.ts';

/** All that a data folder holds: a digest of every table's rows, and of every attachment. Nothing may write to it. */
export const contentOf = (folder: string): Readonly<Record<string, string>> => {
  const digest = (bytes: string | Uint8Array) =>
    createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const handle = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  try {
    const tables = handle
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all() as { name: string }[];
    const plain = (value: unknown) => (value instanceof Uint8Array ? digest(value) : value);
    const rowsOf = (table: string) => {
      const statement = handle.prepare(`select * from "${table}"`);
      // Tests ask after each statement of a call: an object for every row would take most of their time.
      statement.setReturnArrays(true);
      const rows = statement.all() as unknown as unknown[][];
      return rows.map((row) => JSON.stringify(row.map(plain))).sort();
    };
    const attachments = join(folder, ATTACHMENT_FOLDER);
    const files = existsSync(attachments) ? readdirSync(attachments).sort() : [];
    return Object.fromEntries([
      ...tables.map(({ name }) => [name, digest(rowsOf(name).join('\n'))]),
      ...files.map((name) => [name, digest(readFileSync(join(attachments, name)))]),
    ]) as Record<string, string>;
  } finally {
    handle.close();
  }
};
