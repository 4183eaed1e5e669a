import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DATABASE_FILE } from '../db/database.ts';
import { openSqliteReader } from '../db/sqlite/connection.ts';
import { partOf, writeBackupFile } from './backup-file.ts';
import { ATTACHMENT_FOLDER, BackupUnusable, type Manifest, SEALED_NOTE } from './backup-format.ts';
import { checkBackup } from './check-backup.ts';
import { KEY_PRINT } from '../secrets/find-key.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import { replaceFile } from './durable-files.ts';
import type { Progress } from './progress.ts';
import { countDatabase } from './verify-copy.ts';
import { inWorkFolder } from './work-folder.ts';

export interface BackupOrder {
  readonly dataDir: string;
  /** Where to; a file that is there is replaced, once the new one has been proved. */
  readonly path: string;
  /** Encrypts the backup; without a passphrase anybody with the file can read it. */
  readonly passphrase: string | undefined;
  readonly app: string;
  /** Of the key at hand; the data's own counts first. */
  readonly keyPrint: string | null;
  readonly at: number;
  readonly progress: Progress;
}

/**
 * Copy the database as it is at one moment. Others may write meanwhile. The copy is made inside one read transaction,
 * which in WAL mode blocks nobody.
 */
const copyDatabase = (dataDir: string, to: string): void => {
  const source = join(dataDir, DATABASE_FILE);
  if (!existsSync(source)) throw new BackupUnusable('There is no data yet that could be backed up.');
  const handle = openSqliteReader(source);
  try {
    handle.prepare('vacuum into ?').run(to);
  } finally {
    handle.close();
  }
};

const attachmentsOf = (copy: string): string[] => {
  const handle = openSqliteReader(copy);
  try {
    return (handle.prepare('select file from attachments order by id').all() as { file: string }[]).map(
      ({ file }) => file,
    );
  } finally {
    handle.close();
  }
};

/** The check value of the key that the data was sealed with; null when nothing has been sealed yet. */
const keyPrintOf = (copy: string): string | null => {
  const handle = openSqliteReader(copy);
  try {
    const row = handle.prepare('select value from meta where key = ?').get(KEY_PRINT);
    return row ? (row as { value: string }).value : null;
  } finally {
    handle.close();
  }
};

/**
 * Make a backup of a data folder that may be in use. It is proved by extracting it again, and gets its name only
 * then. Files are attached before the row that names them is written, so the copy's rows find theirs.
 * @throws BackupUnusable, and what the disk refuses
 */
export const makeBackup = async (order: BackupOrder): Promise<Manifest> => {
  const { dataDir, path, passphrase, app, keyPrint, at, progress } = order;
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY.folder });
  const part = `${path}.part`;
  try {
    await inWorkFolder(dataDir, async (folder) => {
      const copy = join(folder, DATABASE_FILE);
      copyDatabase(dataDir, copy);
      const named = attachmentsOf(copy).map((file) => `${ATTACHMENT_FOLDER}/${file}`);
      const there = named.filter((name) => existsSync(join(dataDir, name)));
      const fileOf = ({ name }: { name: string }): string =>
        name === DATABASE_FILE ? copy : join(dataDir, name);
      const parts = [DATABASE_FILE, ...there].map((name) => partOf(name, fileOf({ name })));
      const missing = named.length - there.length;
      const sealedWith = keyPrintOf(copy) ?? keyPrint ?? '';
      const counts = countDatabase(folder);
      const manifest = { app, ...counts, at, keyPrint: sealedWith, note: SEALED_NOTE, missing, parts };
      await writeBackupFile(part, { manifest, fileOf }, passphrase);
    });
    const manifest = await checkBackup(dataDir, { path: part, passphrase, progress });
    replaceFile(part, path);
    return manifest;
  } finally {
    rmSync(part, { force: true });
  }
};
