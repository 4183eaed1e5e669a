import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMakeWhole } from '../key-file.ts';
import type { KeyList } from '../secrets/key-list.ts';

const KEY_FILE = 'session.key';

/** Keys of access tokens. */
export interface SessionKeys {
  /** Those with ids; the first of them signs. */
  readonly named: KeyList | null;
  /** The key of tokens that name none; it signs where there are no others. */
  readonly unnamed: Uint8Array | null;
}

/**
 * The keys of a server's access tokens: those that it was given, and that of its data folder. The latter is made where no
 * others are given; where they are, it still verifies what it has signed.
 * @throws Error that says that the file is cut off
 */
export const findSessionKeys = (dataDir: string, named: KeyList | null): SessionKeys => {
  const file = join(dataDir, KEY_FILE);
  const isNeeded = named === null || existsSync(file);
  return { named, unnamed: isNeeded ? new TextEncoder().encode(readOrMakeWhole(file)) : null };
};
