import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
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
import { OWNER_ONLY } from '../owner-only.ts';

const CHUNK_BYTES = 1024 * 1024;

/** The next `bytes` of a file, in pieces. A file that ends before gives less. */
function* piecesOf(file: number, bytes: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes));
  for (let left = bytes; left > 0;) {
    const read = readSync(file, buffer, 0, Math.min(buffer.length, left), null);
    if (read === 0) return;
    left -= read;
    yield buffer.subarray(0, read);
  }
}

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

/** Writes a backup through to the disk; `fileOf` says where a part's bytes are. */
export const writeBackupFile = (
  path: string,
  manifest: Manifest,
  fileOf: (part: ManifestPart) => string,
): void =>
  withFile(path, 'w', (file) => {
    writeAll(file, encodeManifest(manifest));
    for (const part of manifest.parts)
      withFile(fileOf(part), 'r', (source) => {
        for (const piece of piecesOf(source, part.bytes)) writeAll(file, piece);
      });
    fsyncSync(file);
  });

const readBytes = (file: number, bytes: number): Buffer =>
  Buffer.concat([...piecesOf(file, bytes)].map((piece) => Buffer.from(piece)));

const readManifest = (file: number): Manifest => {
  const { length, checksum } = decodeHead(readBytes(file, HEAD_BYTES));
  const manifest = decodeManifest(readBytes(file, length), checksum);
  const whole = manifest.parts.reduce((sum, part) => sum + part.bytes, HEAD_BYTES + length);
  const { size } = fstatSync(file);
  if (size < whole)
    throw new BackupUnusable(
      `This backup is incomplete: ${size} of ${whole} bytes are there. Choose another one; nothing was changed.`,
    );
  if (size > whole) throw damaged();
  return manifest;
};

const extractPart = (file: number, part: ManifestPart, folder: string): void => {
  const target = join(folder, part.name);
  mkdirSync(dirname(target), { recursive: true, mode: OWNER_ONLY.folder });
  const hash = createHash('sha256');
  withFile(target, 'wx', (out) => {
    for (const piece of piecesOf(file, part.bytes)) {
      hash.update(piece);
      writeAll(out, piece);
    }
    fsyncSync(out);
  });
  if (digestOf(hash) !== part.sha256) throw damaged();
};

/**
 * Lays what is in a backup out in an empty folder, through to the disk, and proves that every byte is the one that was
 * written.
 * @throws BackupUnusable with why it is not to be used
 */
export const extractBackup = (path: string, folder: string): Manifest =>
  withFile(path, 'r', (file) => {
    const manifest = readManifest(file);
    for (const part of manifest.parts) extractPart(file, part, folder);
    return manifest;
  });
