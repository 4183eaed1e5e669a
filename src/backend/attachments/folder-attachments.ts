import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, HOUSE } from '../db/database.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import type { AttachmentStore } from './attachment-store.ts';

const FOLDER = 'attachments';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Files that people attach, in a folder of the data folder. A file is on the disk before the row that names it; one
 * without a row is an orphan of a crash and is deleted at the next start.
 */
export class FolderAttachments implements AttachmentStore {
  private readonly folder: string;
  private readonly database: Database;

  constructor(dataDir: string, database: Database) {
    this.folder = join(dataDir, FOLDER);
    this.database = database;
  }

  async store(bytes: Uint8Array): Promise<string> {
    const name = randomBytes(16).toString('hex');
    await this.write(name, bytes);
    return name;
  }

  /** Writes a file through to the disk. */
  private async write(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: OWNER_ONLY.folder });
    const file = await open(join(this.folder, name), 'wx', OWNER_ONLY.file);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }

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

  async settle(): Promise<void> {
    const { read } = this.database;
    const names = await this.names();
    if (names.length > 0) {
      const rows = await read.selectFrom('attachments').select('file').execute();
      const known = new Set(rows.map(({ file }) => file));
      for (const name of names) if (!known.has(name)) await this.discard(name);
    }
    // What came from PostgreSQL lies in rows; one after the other, since each may be some MB.
    for (const { name } of await read.selectFrom('attachment_files').select('name').execute()) {
      const { bytes } = await read
        .selectFrom('attachment_files')
        .select('bytes')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      // A start that was cut off may have left a part of it.
      await this.discard(name);
      await this.write(name, bytes);
      await this.database.write(HOUSE, (tx) =>
        tx.query.deleteFrom('attachment_files').where('name', '=', name).execute(),
      );
    }
  }

  /** Names of the files that are there. */
  async names(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}
