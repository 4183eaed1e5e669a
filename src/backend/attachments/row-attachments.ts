import { randomBytes } from 'node:crypto';
import { type Database, HOUSE } from '../db/database.ts';
import type { AttachmentStore } from './attachment-store.ts';
import { FolderAttachments } from './folder-attachments.ts';

/** Files that people attach, in rows of a PostgreSQL database: every server of a house sees them. */
export class RowAttachments implements AttachmentStore {
  private readonly database: Database;
  private readonly dataDir: string | null;
  private readonly isAlone: boolean;

  /**
   * `dataDir` may have files of before the data was moved; null where nothing is taken over. `isAlone` says that no
   * other process is just storing a file.
   */
  constructor(database: Database, dataDir: string | null, isAlone: boolean) {
    this.database = database;
    this.dataDir = dataDir;
    this.isAlone = isAlone;
  }

  async store(bytes: Uint8Array): Promise<string> {
    const name = randomBytes(16).toString('hex');
    await this.insert(name, bytes);
    return name;
  }

  async read(name: string): Promise<Uint8Array | null> {
    const row = await this.database.read
      .selectFrom('attachment_files')
      .select('bytes')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.bytes ?? null;
  }

  async discard(name: string): Promise<void> {
    await this.database.write(HOUSE, (tx) =>
      tx.query.deleteFrom('attachment_files').where('name', '=', name).execute(),
    );
  }

  async settle(): Promise<void> {
    if (this.isAlone) await this.dropUnused();
    if (this.dataDir === null) return;
    const folder = new FolderAttachments(this.dataDir, this.database);
    for (const name of await folder.names()) {
      const bytes = await folder.read(name);
      if (bytes) await this.insert(name, bytes);
      await folder.discard(name);
    }
  }

  private async dropUnused(): Promise<void> {
    await this.database.write(HOUSE, (tx) =>
      tx.query
        .deleteFrom('attachment_files')
        .where('name', 'not in', (eb) => eb.selectFrom('attachments').select('file'))
        .execute(),
    );
  }

  private async insert(name: string, bytes: Uint8Array): Promise<void> {
    await this.database.write(HOUSE, (tx) =>
      tx.query
        .insertInto('attachment_files')
        .values({ name, bytes })
        .onConflict((same) => same.column('name').doNothing())
        .execute(),
    );
  }
}
