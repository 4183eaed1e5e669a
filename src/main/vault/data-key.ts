import { randomBytes } from 'node:crypto';
import type { Vault } from './vault.ts';

const KEY_BYTES = 32;

/**
 * The key with which the backend encrypts broker secrets, in base64. Null without a keychain: nothing of a broker is
 * stored then, since the key would not outlive the process.
 */
export async function dataKeyOf(vault: Vault): Promise<string | null> {
  if (vault.keptIn === 'memory') return null;
  const kept = await vault.read('data-key');
  if (kept !== null && Buffer.from(kept, 'base64').length === KEY_BYTES) return kept;
  const made = randomBytes(KEY_BYTES).toString('base64');
  await vault.write('data-key', made);
  return isLost(vault) ? null : made;
}

/** Writing may be what shows that the keychain does not work. */
const isLost = (vault: Vault): boolean => vault.keptIn === 'memory';
