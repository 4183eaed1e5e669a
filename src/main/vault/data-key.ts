import { randomBytes } from 'node:crypto';
import type { Vault } from './vault.ts';

const KEY_BYTES = 32;

/**
 * The key with which the backend encrypts secrets, in base64; made when the vault has none. Null without a keychain:
 * nothing is sealed then, since the key would not outlive the process. What is kept is handed over as it is: whether it
 * is the key of the data, the backend can tell, and a wrong one is never replaced here.
 */
export async function dataKeyOf(vault: Vault): Promise<string | null> {
  if (vault.keptIn === 'memory') return null;
  const kept = await vault.read('data-key');
  if (kept !== null) return kept;
  const made = randomBytes(KEY_BYTES).toString('base64');
  await vault.write('data-key', made);
  return isLost(vault) ? null : made;
}

/** Writing may be what shows that the keychain does not work. */
const isLost = (vault: Vault): boolean => vault.keptIn === 'memory';
