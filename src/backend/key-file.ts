import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { OWNER_ONLY } from './owner-only.ts';

/** Permissions of everybody else, beside a file's owner and group. */
const EVERYBODY = 0o007;

/** Why a file with a secret is not read, as a sentence. It holds nothing of the secret. */
export class BadSecretFile extends Error {
  override readonly name = 'BadSecretFile';
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * Read a file with a secret that somebody else has made. It must not be open to everybody on this machine.
 * @throws BadSecretFile
 */
export const readSecretFile = (path: string): string => {
  try {
    // Windows has no such permissions.
    if (process.platform !== 'win32' && (statSync(path).mode & EVERYBODY) !== 0)
      throw new BadSecretFile(`${path} is open to everybody on this machine. Close it: chmod 640, or 600.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof BadSecretFile) throw error;
    throw new BadSecretFile(`${path} cannot be read (${reasonOf(error)}).`, { cause: error });
  }
};

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
