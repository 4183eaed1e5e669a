import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { OWNER_ONLY } from './owner-only.ts';

/** A secret of the data folder, drawn on first use and readable by its owner only. */
export const readOrMakeSecret = (path: string, bytes = 32): string => {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = randomBytes(bytes).toString('base64url');
  writeFileSync(path, `${secret}\n`, { mode: OWNER_ONLY.file, flag: 'wx' });
  return secret;
};
