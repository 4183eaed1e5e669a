import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupUnusable, damaged } from './backup-format.ts';
import { type ByteSource, incomplete, readBytes } from './byte-source.ts';
import {
  CHUNK_BYTES,
  CIPHER,
  decodeHeader,
  decodeSealedHead,
  encodeSealedHead,
  keysOf,
  newHeader,
  nonceOf,
  PROOF_BYTES,
  provePassphrase,
  SEALED_HEAD_BYTES,
  sealedBytesOf,
  type SealedHeader,
  TAG_BYTES,
} from './sealed-format.ts';

type Write = (bytes: Uint8Array) => void;

/** Seal the bytes of a backup in their order. */
export interface ByteSink {
  readonly write: Write;
  /** To be called after the last of them. */
  readonly end: () => void;
}

/** Seals what is written through it with a passphrase; `bytes` of it, no more and no less. */
export const sealingSink = async (passphrase: string, bytes: number, write: Write): Promise<ByteSink> => {
  const header = newHeader(bytes);
  const keys = await keysOf(passphrase, header);
  const head = encodeSealedHead(header, keys);
  write(head);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let filled = 0;
  let place = 0;
  let received = 0;
  const flush = (isLast: boolean): void => {
    const cipher = createCipheriv(CIPHER, keys.chunks, nonceOf(place++, isLast));
    cipher.setAAD(head);
    write(cipher.update(chunk.subarray(0, filled)));
    write(cipher.final());
    write(cipher.getAuthTag());
    filled = 0;
  };
  return {
    write: (piece) => {
      received += piece.length;
      for (let at = 0; at < piece.length;) {
        if (filled === CHUNK_BYTES) flush(false);
        const some = Math.min(CHUNK_BYTES - filled, piece.length - at);
        chunk.set(piece.subarray(at, at + some), filled);
        filled += some;
        at += some;
      }
    },
    end: () => {
      flush(true);
      if (received !== bytes) throw new Error(`Of ${bytes} bytes to seal ${received} came.`);
    },
  };
};

/** The chunks of a sealed backup, opened one after the other. */
function* chunksOf(source: ByteSource, header: SealedHeader, key: Buffer, head: Buffer): Generator<Buffer> {
  const count = Math.max(1, Math.ceil(header.bytes / CHUNK_BYTES));
  for (let place = 0, left = header.bytes; place < count; place++) {
    const bytes = Math.min(CHUNK_BYTES, left);
    const sealed = readBytes(source, bytes + TAG_BYTES);
    if (sealed.length < bytes + TAG_BYTES) throw damaged();
    const opening = createDecipheriv(CIPHER, key, nonceOf(place, place === count - 1));
    opening.setAAD(head);
    opening.setAuthTag(sealed.subarray(bytes));
    yield opened(opening, sealed.subarray(0, bytes));
    left -= bytes;
  }
}

const opened = (opening: ReturnType<typeof createDecipheriv>, sealed: Buffer): Buffer => {
  const bytes = opening.update(sealed);
  try {
    opening.final();
  } catch {
    // OpenSSL says no more than that it does not fit.
    throw damaged();
  }
  return bytes;
};

const NEEDED = 'This backup is sealed with a passphrase. Type it to open it.';

/**
 * Opens what a passphrase has sealed, from its beginning; a source that is not sealed comes back as it is. Closes it when
 * it does not open.
 * @throws BackupUnusable when the passphrase is missing or another, and when the file is damaged or cut off
 */
export const unsealed = async (source: ByteSource, passphrase: string | undefined): Promise<ByteSource> => {
  try {
    const start = readBytes(source, SEALED_HEAD_BYTES);
    const found = decodeSealedHead(start);
    if (found === null) return piecewise(source, source.size, fromTheStart(start, source));
    const body = readBytes(source, found.length);
    const header = decodeHeader(body, found.checksum);
    const proof = readBytes(source, PROOF_BYTES);
    const before = Buffer.concat([start, body]);
    const head = Buffer.concat([before, proof]);
    const whole = head.length + sealedBytesOf(header);
    if (source.size < whole) throw incomplete(source.size, whole);
    if (source.size > whole) throw damaged();
    if (passphrase === undefined) throw new BackupUnusable(NEEDED);
    const keys = await keysOf(passphrase, header);
    provePassphrase(before, proof, keys);
    return piecewise(source, header.bytes, chunksOf(source, header, keys.chunks, head));
  } catch (error) {
    source.close();
    throw error;
  }
};

/** All bytes of a source whose first bytes have been read already. */
function* fromTheStart(start: Buffer, source: ByteSource): Generator<Buffer> {
  yield start;
  yield* source.pieces(Infinity);
}

/** Turn chunks of one size into pieces of the sizes asked for. */
const piecewise = (source: ByteSource, size: number, chunks: Generator<Buffer>): ByteSource => {
  let rest: Buffer = Buffer.alloc(0);
  return {
    size,
    *pieces(bytes) {
      for (let left = bytes; left > 0;) {
        if (rest.length === 0) {
          const next = chunks.next();
          if (next.done === true) return;
          rest = next.value;
        }
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
    close: () => source.close(),
  };
};
