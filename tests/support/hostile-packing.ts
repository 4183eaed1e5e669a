import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encodeManifest, type Manifest, type ManifestPart } from '../../src/backend/backup/backup-format.ts';
import { DATABASE_FILE } from '../../src/backend/db/database.ts';

/** A good backup, taken apart: what every hostile one is made from. */
export interface GoodBackup {
  readonly manifest: Manifest;
  /** The database of it, as a file that stays as it is. */
  readonly database: string;
  readonly attachments: ReadonlyMap<string, Buffer>;
}

/** Read a backup without the program's own reader. */
export const unpackBackup = (path: string, folder: string): GoodBackup => {
  const bytes = readFileSync(path);
  const from = bytes.indexOf('{');
  const manifest = JSON.parse(bytes.toString('utf8', from, bytes.indexOf('\n}\n', from) + 2)) as Manifest;
  let at = encodeManifest(manifest).length;
  const contents = new Map<string, Buffer>();
  for (const part of manifest.parts) {
    contents.set(part.name, bytes.subarray(at, at + part.bytes));
    at += part.bytes;
  }
  const database = join(folder, 'good.sqlite');
  writeFileSync(database, contents.get(DATABASE_FILE) ?? '');
  contents.delete(DATABASE_FILE);
  return { manifest, database, attachments: contents };
};

const partOf = (name: string, bytes: Buffer): ManifestPart => ({
  name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** As somebody who knows the format packs it: every size, count and checksum is right for what is in it. */
export const pack = (
  good: GoodBackup,
  database: Buffer,
  change: (manifest: Manifest) => Partial<Record<keyof Manifest, unknown>> = () => ({}),
  attachments: readonly (readonly [string, Buffer])[] = [...good.attachments],
): Buffer => {
  const contents = [[DATABASE_FILE, database] as const, ...attachments];
  const manifest = { ...good.manifest, parts: contents.map(([name, bytes]) => partOf(name, bytes)) };
  return Buffer.concat([
    encodeManifest({ ...manifest, ...change(manifest) } as Manifest),
    ...contents.map(([, bytes]) => bytes),
  ]);
};

/** Bytes of the good database after tampering, packed again. Packed as `vacuum into` packs it. */
export const worked = (good: GoodBackup, work: (handle: DatabaseSync) => void): Buffer => {
  const [copy, packed] = [`${good.database}.copy`, `${good.database}.packed`];
  for (const path of [copy, packed]) rmSync(path, { force: true });
  copyFileSync(good.database, copy);
  const handle = new DatabaseSync(copy, { enableForeignKeyConstraints: false, defensive: false });
  handle.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on');
  work(handle);
  handle.prepare('vacuum into ?').run(packed);
  handle.close();
  const bytes = readFileSync(packed);
  for (const path of [copy, packed]) rmSync(path, { force: true });
  return bytes;
};

const countsOf = (good: GoodBackup, database: Buffer): Partial<Manifest> => {
  const path = `${good.database}.counted`;
  writeFileSync(path, database);
  const handle = new DatabaseSync(path, { readOnly: true });
  // Views are not counted: some never end.
  const isTable = handle.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  const count = (table: string): number =>
    (handle.prepare(`select count(*) as rows from "${table}"`).get() as { rows: number }).rows;
  const rows = Object.fromEntries(
    Object.entries(good.manifest.rows).map(([table, known]) => [
      table,
      isTable.get(table) === undefined ? known : count(table),
    ]),
  );
  handle.close();
  rmSync(path);
  return { rows };
};

/** A backup whose database was worked on in SQL. */
export const sql =
  (text: string) =>
  (good: GoodBackup): Buffer => {
    const database = worked(good, (handle) => handle.exec(text));
    return pack(good, database, () => countsOf(good, database));
  };

/** Writes what no statement may: the definition of a table is changed, `text` runs, and it reads as before again. */
export const behind = (table: string, from: string, to: string, text: string) => (good: GoodBackup) => {
  const database = worked(good, (handle) => {
    const define = (one: string, other: string) => {
      handle.exec('pragma writable_schema = on');
      const { changes } = handle
        .prepare("update sqlite_schema set sql = replace(sql, ?, ?) where type = 'table' and name = ?")
        .run(one, other, table);
      if (changes !== 1) throw new Error(`There is no table ${table}.`);
      handle.exec('pragma writable_schema = reset');
    };
    define(from, to);
    handle.exec(text);
    if (text !== '') define(to, from);
  });
  return pack(good, database, () => countsOf(good, database));
};

/** A backup whose database was changed byte by byte. */
export const patched =
  (change: (database: Buffer) => Buffer | void, manifest?: Parameters<typeof pack>[2]) =>
  (good: GoodBackup): Buffer => {
    const database = Buffer.from(readFileSync(good.database));
    return pack(good, change(database) ?? database, manifest);
  };
/** A backup that says something else of itself. */
export const manifested =
  (change: (manifest: Manifest) => Partial<Record<keyof Manifest, unknown>>) =>
  (good: GoodBackup): Buffer =>
    pack(good, readFileSync(good.database), change);
/** A backup with other attachments. */
export const attached =
  (attachments: readonly (readonly [string, Buffer])[]) =>
  (good: GoodBackup): Buffer =>
    pack(good, readFileSync(good.database), undefined, attachments);
/** A backup whose file was changed as a whole. */
export const bytes =
  (change: (whole: Buffer) => Buffer) =>
  (good: GoodBackup): Buffer =>
    change(pack(good, readFileSync(good.database)));
