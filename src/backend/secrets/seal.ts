import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text under a key of 32 bytes; base64. */
export const seal = (text: string, key: Uint8Array): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
};

/** The text of `seal`. Throws when the key is another or the text was tampered with. */
export const unseal = (sealed: string, key: Uint8Array): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const text = NONCE_BYTES + TAG_BYTES;
  if (bytes.length < text) throw new Error('It is too short to be authenticated.');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, text));
  return Buffer.concat([decipher.update(bytes.subarray(text)), decipher.final()]).toString('utf8');
};
