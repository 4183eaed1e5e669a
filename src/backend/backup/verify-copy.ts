import { join } from 'node:path';
import { DATABASE_FILE, openDatabase, openReader } from '../db/database.ts';
import { migrations } from '../db/migrations.ts';
import { openSqliteReader } from '../db/sqlite/connection.ts';
import { checkLedger } from '../ledger/ledger-check.ts';
import { BackupUnusable, type Manifest, unfit } from './backup-format.ts';
import { EXTRACTED_PERCENT } from './backup-file.ts';
import type { Progress } from './progress.ts';
import { countOwn, rebuildDatabase } from './rebuild-database.ts';

type DatabaseCount = Pick<Manifest, 'schema' | 'rows' | 'own'>;

/** Counts of a database: its migrations, the rows of each table, and what of it is people's own. */
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
    return {
      schema,
      rows: Object.fromEntries(tables.map(({ name }) => [name, count(name)])),
      own: countOwn(handle),
    };
  } finally {
    handle.close();
  }
};

/** @throws BackupUnusable when the books of a database of the current schema do not add up */
export const proveBooks = async (folder: string): Promise<void> => {
  const reader = await openReader(folder);
  try {
    const [problem] = (await checkLedger(reader)).problems;
    if (problem !== undefined)
      throw new BackupUnusable(`The books in this backup do not add up, so it is not used. ${problem}.`);
  } finally {
    await reader.destroy();
  }
};

/** Percent of the verification done when every row has been copied. */
const COPIED_PERCENT = 90;

/** Brings rows of an older version up to this one. @throws BackupUnusable when they do not let themselves be brought */
const bringUpToDate = async (folder: string): Promise<void> => {
  try {
    await (await openDatabase(folder)).close();
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    throw new BackupUnusable(unfit(`it could not be brought up to this version (${error.message})`));
  }
};

/**
 * Proves what was taken out of a backup: its rows can be taken over into a database of our own and brought up to this
 * version, they are the ones that the manifest counts, and its books are right.
 * @throws BackupUnusable with what is wrong
 */
export const verifyCopy = async (folder: string, manifest: Manifest, progress: Progress): Promise<void> => {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const onRow = progress.part(EXTRACTED_PERCENT, COPIED_PERCENT, rows);
  await rebuildDatabase(folder, manifest, () => onRow());
  if (manifest.schema < migrations.length) await bringUpToDate(folder);
  await proveBooks(folder);
};
