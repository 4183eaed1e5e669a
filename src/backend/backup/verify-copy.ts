import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DATABASE_FILE, openReader } from '../db/database.ts';
import { migrations } from '../db/migrations.ts';
import { openSqliteReader } from '../db/sqlite-connection.ts';
import { checkLedger } from '../ledger/ledger-check.ts';
import { BackupUnusable, damaged, type Manifest } from './backup-format.ts';

type DatabaseCount = Pick<Manifest, 'schema' | 'rows' | 'own'>;

const OWN = `
  select (select count(*) from users where is_house = 0) as people,
    (select count(*) from tricks t join users u on u.id = t.owner_id
      where u.is_house = 0 and t.removed_at is null) as strategies`;

/** What can be counted of a database: its migrations, the rows of each table, and what of it is people's own. */
export const countDatabase = (folder: string): DatabaseCount => {
  const handle = openSqliteReader(join(folder, DATABASE_FILE));
  try {
    const { user_version: schema } = handle.prepare('pragma user_version').get() as { user_version: number };
    const tables = handle
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all() as { name: string }[];
    const count = (name: string): number =>
      (handle.prepare(`select count(*) as rows from "${name}"`).get() as { rows: number }).rows;
    const own = { ...(handle.prepare(OWN).get() as DatabaseCount['own']) };
    return { schema, rows: Object.fromEntries(tables.map(({ name }) => [name, count(name)])), own };
  } finally {
    handle.close();
  }
};

const isWhole = (folder: string): boolean => {
  const handle = openSqliteReader(join(folder, DATABASE_FILE));
  try {
    const found = handle.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    return found.length === 1 && found[0]?.integrity_check === 'ok';
  } finally {
    handle.close();
  }
};

/** @throws BackupUnusable when the books of a database of the current schema do not add up */
export const proveBooks = async (folder: string): Promise<void> => {
  const reader = openReader(folder);
  try {
    const [problem] = (await checkLedger(reader)).problems;
    if (problem !== undefined)
      throw new BackupUnusable(`The books in this backup do not add up, so it is not used. ${problem}.`);
  } finally {
    await reader.destroy();
  }
};

/**
 * Proves a database that was taken out of a backup: SQLite finds it whole, it has the rows that the manifest counts,
 * and its books are right. An older one is proved after it was brought up to date.
 * @throws BackupUnusable with what is wrong
 */
export const verifyCopy = async (folder: string, manifest: Manifest): Promise<void> => {
  if (manifest.schema > migrations.length)
    throw new BackupUnusable(
      `This backup was made by a newer version of TrickDesk (${manifest.app}). Update TrickDesk to restore it; ` +
        'nothing was changed.',
    );
  if (!isWhole(folder)) throw damaged();
  const { schema, rows, own } = manifest;
  if (!isDeepStrictEqual(countDatabase(folder), { schema, rows, own })) throw damaged();
  if (schema === migrations.length) await proveBooks(folder);
};
