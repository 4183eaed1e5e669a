import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  BackupUnusable,
  damaged,
  decodeHead,
  decodeManifest,
  encodeManifest,
  HEAD_BYTES,
  type Manifest,
  type ManifestPart,
} from './backup-format.ts';
import { plainLine } from '../../shared/plain-text.ts';
import { DATABASE_FILE } from '../db/database.ts';
import { migrations } from '../db/migrations.ts';
import type { Progress } from './progress.ts';
import { FOREIGN_DATABASE } from './rebuild-database.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import { type ByteSink, sealingSink, unsealed } from './seal-backup.ts';
import { type ByteSource, incomplete, openBackupFile, piecesOf, readBytes } from './byte-source.ts';
import { checkDatabaseHeader, HEADER_BYTES } from './database-header.ts';

const writeAll = (file: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
};

const withFile = <T>(path: string, flags: string, work: (file: number) => T): T => {
  const file = openSync(path, flags, OWNER_ONLY.file);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
};

const digestOf = (hash: Hash): string => hash.digest('hex');

/** Size and checksum of a file, as a part under a name. */
export const partOf = (name: string, path: string): ManifestPart =>
  withFile(path, 'r', (file) => {
    const bytes = fstatSync(file).size;
    const hash = createHash('sha256');
    for (const piece of piecesOf(file, bytes)) hash.update(piece);
    return { name, bytes, sha256: digestOf(hash) };
  });

export interface BackupContents {
  readonly manifest: Manifest;
  /** Where a part's bytes are. */
  readonly fileOf: (part: ManifestPart) => string;
}

/** Write a backup through to the disk. It is sealed if there is a passphrase. */
export const writeBackupFile = async (
  path: string,
  { manifest, fileOf }: BackupContents,
  passphrase?: string,
): Promise<void> => {
  const out = openSync(path, 'w', OWNER_ONLY.file);
  try {
    const write = (bytes: Uint8Array) => writeAll(out, bytes);
    const head = encodeManifest(manifest);
    const whole = manifest.parts.reduce((sum, { bytes }) => sum + bytes, head.length);
    const sink: ByteSink =
      passphrase === undefined
        ? { write, end: () => undefined }
        : await sealingSink(passphrase, whole, write);
    sink.write(head);
    for (const part of manifest.parts)
      withFile(fileOf(part), 'r', (source) => {
        for (const piece of piecesOf(source, part.bytes)) sink.write(piece);
      });
    sink.end();
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
};

const readManifest = (source: ByteSource): Manifest => {
  const { length, checksum } = decodeHead(readBytes(source, HEAD_BYTES));
  const manifest = decodeManifest(readBytes(source, length), checksum);
  const whole = manifest.parts.reduce((sum, part) => sum + part.bytes, HEAD_BYTES + length);
  if (source.size < whole) throw incomplete(source.size, whole);
  if (source.size > whole) throw damaged();
  return manifest;
};

const requireKnownVersion = ({ schema, app }: Manifest): void => {
  if (schema > migrations.length)
    throw new BackupUnusable(
      `This backup was made by a newer version of TrickDesk (${plainLine(app)}). Update TrickDesk to restore it; ` +
        'nothing was changed.',
    );
};

/** Bytes that a restore writes beside the data: the parts as they are, and the database built anew. */
const roomFor = ({ parts }: Manifest): number =>
  parts.reduce((sum, { name, bytes }) => sum + (name === DATABASE_FILE ? 2 * bytes : bytes), 0);

/** Percent of a backup's verification that laying it out takes. */
export const EXTRACTED_PERCENT = 30;
const MEGABYTE = 1024 * 1024;
const requireRoom = (manifest: Manifest, folder: string): void => {
  const { bavail, bsize } = statfsSync(folder);
  const [needed, free] = [roomFor(manifest), bavail * bsize];
  if (needed > free)
    throw new BackupUnusable(
      `This backup needs ${Math.ceil(needed / MEGABYTE)} MB beside your data, and ${Math.floor(free / MEGABYTE)} MB are free. Free some space and try again; nothing was changed.`,
    );
};

/** Where a part is laid out. The database waits under another name: it is read from, and never opened as ours. */
const placeOf = (folder: string, { name }: ManifestPart): string =>
  join(folder, name === DATABASE_FILE ? FOREIGN_DATABASE : name);

const extractPart = (
  source: ByteSource,
  part: ManifestPart,
  { folder, schema, onBytes }: { folder: string; schema: number; onBytes: (bytes: number) => void },
): void => {
  const target = placeOf(folder, part);
  mkdirSync(dirname(target), { recursive: true, mode: OWNER_ONLY.folder });
  const hash = createHash('sha256');
  let isFirst = part.name === DATABASE_FILE;
  withFile(target, 'wx', (out) => {
    for (const piece of source.pieces(part.bytes)) {
      if (isFirst) checkDatabaseHeader(piece.subarray(0, HEADER_BYTES), part.bytes, schema);
      isFirst = false;
      hash.update(piece);
      writeAll(out, piece);
      onBytes(piece.length);
    }
    fsyncSync(out);
  });
  if (isFirst || digestOf(hash) !== part.sha256) throw damaged();
};

export interface Extraction {
  readonly path: string;
  /** Empty; where everything is laid out. */
  readonly folder: string;
  readonly passphrase: string | undefined;
  readonly progress: Progress;
}

/**
 * Extract a backup into an empty folder, through to the disk. Proves that every byte is the one that was written.
 * @throws BackupUnusable with the reason why it must not be used
 */
export const extractBackup = async ({
  path,
  folder,
  passphrase,
  progress,
}: Extraction): Promise<Manifest> => {
  const source = await unsealed(openBackupFile(path), passphrase);
  try {
    const manifest = readManifest(source);
    requireKnownVersion(manifest);
    requireRoom(manifest, folder);
    const { parts, schema } = manifest;
    const onBytes = progress.part(0, EXTRACTED_PERCENT, source.size);
    for (const part of parts) extractPart(source, part, { folder, schema, onBytes });
    return manifest;
  } finally {
    source.close();
  }
};
