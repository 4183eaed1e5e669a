import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BackupUnusable, damaged, parsed, unfit } from './backup-format.ts';
import { SEALED_BACKUP } from '../../shared/backup.ts';

/** One piece of a sealed backup: encrypted and proved by itself, so that no more than this is ever held. */
export const CHUNK_BYTES = 1024 * 1024;
/** Bytes that AES-GCM adds to each chunk. */
export const TAG_BYTES = 16;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const FORMAT = 1;
const MAGIC = `${SEALED_BACKUP} ${FORMAT}\n`;
const ANY_MAGIC = new RegExp(`^${SEALED_BACKUP} (\\d+)\\n`);
const LENGTH_DIGITS = 6;
const DIGEST_DIGITS = 64;
/** `MAGIC`, the header's SHA-256, a space, its length, a new line. */
export const SEALED_HEAD_BYTES = MAGIC.length + DIGEST_DIGITS + 1 + LENGTH_DIGITS + 1;
const HEAD_REST = /^([0-9a-f]{64}) (\d{6})\n$/;
/** Behind the header: what only the right passphrase makes, and a new line. */
export const PROOF_BYTES = DIGEST_DIGITS + 1;
const LONGEST_HEADER = 4096;

const base64Of = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes);

/**
 * Derivation of the key from the passphrase. The bounds are such that any computer can pay, since a foreign file must
 * not ask for all the memory there is.
 */
const HeaderSchema = z.strictObject({
  kdf: z.literal('argon2id'),
  /** KiB. */
  memory: z
    .int()
    .min(8 * 1024)
    .max(256 * 1024),
  passes: z.int().min(1).max(10),
  lanes: z.int().min(1).max(4),
  salt: base64Of(SALT_BYTES),
  chunk: z.literal(CHUNK_BYTES),
  /** Bytes of the backup that is sealed. */
  bytes: z.int().nonnegative(),
});
export type SealedHeader = z.output<typeof HeaderSchema>;

/** Three passes over 64 MiB: about a quarter of a second, and as much for each guess. */
const COST = { memory: 64 * 1024, passes: 3, lanes: 1 } as const;

/** The header of a new file; no two have the same salt, and so no two have the same key. */
export const newHeader = (bytes: number): SealedHeader => ({
  kdf: 'argon2id',
  ...COST,
  salt: randomBytes(SALT_BYTES).toString('base64'),
  chunk: CHUNK_BYTES,
  bytes,
});

export interface SealedKeys {
  /** Encrypts the chunks. */
  readonly chunks: Buffer;
  /** Proves that the passphrase is the right one. */
  readonly proof: Buffer;
}

/** The keys of a passphrase. It may have been typed on another system, so its letters are put in one form. */
export const keysOf = async (passphrase: string, header: SealedHeader): Promise<SealedKeys> => {
  const { hashRaw } = await import('@node-rs/argon2');
  // Without an algorithm it is argon2id.
  const secret = await hashRaw(passphrase.normalize('NFKC'), {
    salt: Buffer.from(header.salt, 'base64'),
    memoryCost: header.memory,
    timeCost: header.passes,
    parallelism: header.lanes,
    outputLen: KEY_BYTES,
  });
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, KEY_BYTES));
  return { chunks: derived('trickdesk backup chunks'), proof: derived('trickdesk backup passphrase') };
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** All that stands before the chunks; each of them is bound to it. */
export const encodeSealedHead = (header: SealedHeader, keys: SealedKeys): Buffer => {
  const body = Buffer.from(JSON.stringify(header));
  const length = String(body.length).padStart(LENGTH_DIGITS, '0');
  const head = Buffer.concat([Buffer.from(`${MAGIC}${sha256(body)} ${length}\n`), body]);
  return Buffer.concat([head, Buffer.from(`${proofOf(head, keys)}\n`)]);
};

const proofOf = (head: Uint8Array, keys: SealedKeys): string =>
  createHmac('sha256', keys.proof).update(head).digest('hex');

/**
 * The length of the header and its checksum; null for a file that is not sealed.
 * @throws BackupUnusable for one of a later format, or a damaged one
 */
export const decodeSealedHead = (head: Buffer): { length: number; checksum: string } | null => {
  const text = head.toString('latin1');
  const [, format] = ANY_MAGIC.exec(text) ?? [];
  if (format === undefined) return null;
  if (Number(format) > FORMAT)
    throw new BackupUnusable(
      'This backup was made by a newer version of TrickDesk. Update TrickDesk to restore it; nothing was changed.',
    );
  const [, checksum, length] = HEAD_REST.exec(text.slice(MAGIC.length)) ?? [];
  if (checksum === undefined || Number(length) > LONGEST_HEADER) throw damaged();
  return { length: Number(length), checksum };
};

/** @throws BackupUnusable when it is not what was written, or asks for more than a computer has */
export const decodeHeader = (body: Buffer, checksum: string): SealedHeader => {
  if (sha256(body) !== checksum) throw damaged();
  const header = HeaderSchema.safeParse(parsed(body.toString()));
  if (!header.success)
    throw new BackupUnusable(unfit('it asks for another way of sealing than TrickDesk has'));
  return header.data;
};

/** @throws BackupUnusable when the passphrase is another; the head itself has been found whole */
export const provePassphrase = (head: Buffer, proof: Buffer, keys: SealedKeys): void => {
  const expected = Buffer.from(`${proofOf(head, keys)}\n`);
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected))
    throw new BackupUnusable(
      'That is not the passphrase of this backup. Type it again; nothing was changed.',
    );
};

/** Bytes of all chunks of a sealed backup. */
export const sealedBytesOf = ({ bytes }: SealedHeader): number =>
  bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / CHUNK_BYTES));

const NONCE_ROOM = 7;
/**
 * The nonce of a chunk: its place, and whether it is the last. It is used beside the key, which no other file has.
 * Chunks that are exchanged, left out or cut off do not open.
 */
export const nonceOf = (place: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_ROOM + 5);
  nonce.writeUInt32BE(place, NONCE_ROOM);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_ROOM + 4);
  return nonce;
};
export const CIPHER = 'aes-256-gcm';
