import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../db/database.ts';
import { makeDatabase } from '../db/sqlite/open-sqlite.ts';
import { strategiesTableOf } from '../db/sqlite/strategies-table.ts';
import { openForeignSqlite } from '../db/sqlite/connection.ts';
import { ATTACHMENT_FOLDER, BackupUnusable, damaged, type Manifest, unfit } from './backup-format.ts';
import { copyRows } from './copy-rows.ts';
import { syncFile } from './durable-files.ts';
import { checkSchema } from './known-schema.ts';

/** Name of a backup's database file until its rows have been copied. */
export const FOREIGN_DATABASE = 'from-backup.sqlite';

const isWhole = (handle: DatabaseSync): boolean => {
  const found = handle.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  return found.length === 1 && found[0]?.integrity_check === 'ok';
};

/** The migration that made their table. */
const ATTACHMENTS_SINCE = 5;

/** Require a row for every attachment of a backup. As many must be missing as the backup says. */
const checkAttachments = (target: DatabaseSync, manifest: Manifest): void => {
  const { parts, missing } = manifest;
  const files = (
    manifest.schema >= ATTACHMENTS_SINCE ? target.prepare('select file from attachments').all() : []
  ) as { file: string }[];
  const known = new Set(files.map(({ file }) => `${ATTACHMENT_FOLDER}/${file}`));
  const brought = parts.filter(({ name }) => name !== DATABASE_FILE);
  if (brought.some(({ name }) => !known.has(name)))
    throw new BackupUnusable(unfit('it holds an attachment that belongs to no ticket'));
  if (brought.length + missing !== known.size) throw damaged();
};

const ownOf = (strategies: string): string => `
  select (select count(*) from users where is_house = 0) as people,
    (select count(*) from ${strategies} t join users u on u.id = t.owner_id
      where u.is_house = 0 and t.removed_at is null) as strategies`;

/** Count what belongs to people, and not to the house. For a database of ours. */
export const countOwn = (handle: DatabaseSync): Manifest['own'] => ({
  ...(handle.prepare(ownOf(strategiesTableOf(handle))).get() as Manifest['own']),
});

const fill = (theirs: DatabaseSync, target: DatabaseSync, manifest: Manifest, onRow: () => void): void => {
  // Before anything of it is evaluated: an index or a check of theirs could be made to take for ever.
  checkSchema(theirs, target);
  if (!isWhole(theirs)) throw damaged();
  const rows = copyRows(theirs, target, onRow);
  checkAttachments(target, manifest);
  if (!isDeepStrictEqual({ rows, own: countOwn(target) }, { rows: manifest.rows, own: manifest.own }))
    throw damaged();
};

/** SQLite's messages about a file that is not a sound database. They may come at any point of the reading. */
const MALFORMED =
  /malformed|not a database|corrupt|unsupported file format|no such collation|not authorized/i;

/**
 * Replace the database of a backup by one of our own. Ours is made by our migrations up to the version of the backup
 * and filled with the rows of the other, whose schema is read and never used. The rows are written in their own
 * version, since later migrations change rows too; the remaining migrations run when the database is opened.
 * @throws BackupUnusable with what is not ours in it
 */
export const rebuildDatabase = async (
  folder: string,
  manifest: Manifest,
  onRow: () => void,
): Promise<void> => {
  const from = join(folder, FOREIGN_DATABASE);
  const to = join(folder, DATABASE_FILE);
  const target = await makeDatabase(to, manifest.schema);
  try {
    const theirs = openForeignSqlite(from);
    try {
      fill(theirs, target, manifest, onRow);
    } finally {
      theirs.close();
    }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && MALFORMED.test(error.message)) throw damaged();
    throw error;
  } finally {
    target.close();
  }
  syncFile(to);
  rmSync(from);
};
