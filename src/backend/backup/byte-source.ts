import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { BackupUnusable } from './backup-format.ts';

const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a backup, in their order. */
export interface ByteSource {
  /** Number of bytes in all. */
  readonly size: number;
  /**
   * The next `bytes` of them, in pieces; fewer where they end before. A piece is good until the next one is asked
   * for.
   */
  pieces(bytes: number): Generator<Buffer>;
  close(): void;
}

/** The next `bytes` at once; for what is known to be small. */
export const readBytes = (source: ByteSource, bytes: number): Buffer =>
  Buffer.concat(Array.from(source.pieces(bytes), (piece) => Buffer.from(piece)));

export const incomplete = (there: number, whole: number): BackupUnusable =>
  new BackupUnusable(
    `This backup is incomplete: ${there} of ${whole} bytes are there. Choose another one; nothing was changed.`,
  );

/** The next `bytes` of a file, in pieces. A file that ends before gives less. */
export function* piecesOf(file: number, bytes: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes));
  for (let left = bytes; left > 0;) {
    const read = readSync(file, buffer, 0, Math.min(buffer.length, left), null);
    if (read === 0) return;
    left -= read;
    yield buffer.subarray(0, read);
  }
}

const NOT_A_FILE = 'This is no file that could be a backup. Choose a file that TrickDesk has saved.';

/** Why a path must not be opened. Checked before opening, since a device or a pipe would block it. */
const notAFile = (path: string): string | null => {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined)
    return 'This backup is not there any more. Choose another one; nothing was changed.';
  if (there.isSymbolicLink())
    return 'This is a link to another file. Choose the file itself; nothing was changed.';
  if (there.isDirectory()) return 'This is a folder. Choose a file that TrickDesk has saved.';
  return there.isFile() ? null : NOT_A_FILE;
};

/**
 * Opens a file that a person has picked.
 * @throws BackupUnusable when it is none: a folder, a link, a device
 */
export const openBackupFile = (path: string): ByteSource => {
  const refusal = notAFile(path);
  if (refusal !== null) throw new BackupUnusable(refusal);
  // What has changed since the look is refused by the system itself, where it can.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  const found = fstatSync(file);
  if (!found.isFile()) {
    closeSync(file);
    throw new BackupUnusable(NOT_A_FILE);
  }
  return {
    size: found.size,
    pieces: (bytes) => piecesOf(file, bytes),
    close: () => closeSync(file),
  };
};
