import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** The exchange's algo tag keeps the rest of the field. */
const TAG_LENGTH = 13;

/** A new order tag: 13 letters and digits, drawn so that no two orders of any installation share one. */
export const newOrderTag = (): string =>
  Array.from(randomBytes(TAG_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
