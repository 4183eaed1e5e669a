import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { OWNER_ONLY } from '../owner-only.ts';

const FOLDER = 'attachments';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Files that people attach, in a folder of the data folder. Their names are drawn here: never in the database, never a
 * name that a user chose. A file is on the disk before the row that names it; one without a row is an orphan of a crash
 * and is deleted at the next start.
 */
export class AttachmentStore {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, FOLDER);
  }

  /** Writes a file through to the disk; returns its name. */
  async store(bytes: Uint8Array): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: OWNER_ONLY.folder });
    const name = randomBytes(16).toString('hex');
    const file = await open(join(this.folder, name), 'wx', OWNER_ONLY.file);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    return name;
  }

  /** Null when somebody has taken the file away. */
  async read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.folder, name));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async discard(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  /** Removes files that no row names. Only before anybody is served: a file may wait for its row. Returns how many. */
  async removeOrphans(database: Database): Promise<number> {
    const names = await this.list();
    if (names.length === 0) return 0;
    const rows = await database.read.selectFrom('attachments').select('file').execute();
    const known = new Set(rows.map((row) => row.file));
    const orphans = names.filter((name) => !known.has(name));
    for (const name of orphans) await this.discard(name);
    return orphans.length;
  }

  private async list(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}
