import { isUtf8 } from 'node:buffer';
import type { ATTACHMENT_TYPES } from '../../shared/contract/tickets.ts';

export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, place) => bytes[place] === byte);

const isPdf = (bytes: Uint8Array): boolean => startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d);

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const DELETE = 127;
const TEXT_CONTROLS = [TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN];

/** Control characters that no text file has. */
const isBinary = (byte: number): boolean =>
  byte === DELETE || (byte < SPACE && !TEXT_CONTROLS.includes(byte));

const BINARY = Uint8Array.from({ length: 256 }, (_, byte) => Number(isBinary(byte)));

/**
 * Whether the bytes hold any of `BINARY`. It is a table, since a file has millions of bytes and everybody waits until
 * they were checked.
 */
const hasBinary = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) if (BINARY[bytes[at] ?? 0] === 1) return true;
  return false;
};

const isText = (bytes: Uint8Array): boolean => !isPdf(bytes) && isUtf8(bytes) && !hasBinary(bytes);

const CHECKS: Readonly<Record<AttachmentType, (bytes: Uint8Array) => boolean>> = {
  'image/png': (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'image/jpeg': (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff),
  'application/pdf': isPdf,
  'text/plain': isText,
};

/** Whether a file is what it says it is. Its first bytes decide; of a text, all of them. */
export const isOfType = (bytes: Uint8Array, type: AttachmentType): boolean => CHECKS[type](bytes);
