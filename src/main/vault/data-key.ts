import { randomBytes } from 'node:crypto';
import type { Vault } from './vault.ts';

const KEY_BYTES = 32;

/** Two that ask while it is made get the same: what was sealed with the other could never be opened again. */
const underWay = new WeakMap<Vault, Promise<string | null>>();

/**
 * The key with which the backend encrypts secrets, in base64; made when the vault has none. Null without a keychain:
 * nothing is sealed then, since the key would not outlive the process. What is kept is handed over as it is: whether it
 * is the key of the data, the backend can tell, and a wrong one is never replaced here.
 */
export function dataKeyOf(vault: Vault): Promise<string | null> {
  const known = underWay.get(vault);
  if (known) return known;
  const asked = readOrMake(vault).finally(() => underWay.delete(vault));
  underWay.set(vault, asked);
  return asked;
}

async function readOrMake(vault: Vault): Promise<string | null> {
  if (vault.keptIn === 'memory') return null;
  const kept = await vault.read('data-key');
  if (kept !== null) return kept;
  const made = randomBytes(KEY_BYTES).toString('base64');
  await vault.write('data-key', made);
  return isLost(vault) ? null : made;
}

/** Writing may be what shows that the keychain does not work. */
const isLost = (vault: Vault): boolean => vault.keptIn === 'memory';
