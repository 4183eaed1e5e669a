import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { OWNER_ONLY } from './owner-only.ts';

/**
 * Read a secret of the data folder, or make it. It is drawn on first use and readable by its owner only. One that is
 * there is taken as it is.
 */
export const readOrMakeSecret = (path: string, bytes = 32): string => {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = randomBytes(bytes).toString('base64url');
  writeFileSync(path, `${secret}\n`, { mode: OWNER_ONLY.file, flag: 'wx', flush: true });
  return secret;
};

/**
 * The same, of which nothing may be missing: a secret that a power cut has shortened is found by trying, or is none.
 * @throws Error that says which file it is
 */
export const readOrMakeWhole = (path: string, bytes = 32): string => {
  const secret = readOrMakeSecret(path, bytes);
  if (Buffer.from(secret, 'base64url').length < bytes)
    throw new Error(`${basename(path)} in the data folder is cut off. Remove it: another is made.`);
  return secret;
};
