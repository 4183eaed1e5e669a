import { randomBytes } from 'node:crypto';
import type { Vault } from './vault.ts';

const KEY_BYTES = 32;

/** Two that ask while it is made get the same: what was sealed with the other could never be opened again. */
const underWay = new WeakMap<Vault, Promise<string[]>>();

/** Keys that a keychain gave in this run: it may be locked with the screen, and the backend start over meanwhile. */
const given = new WeakMap<Vault, string[]>();

/**
 * Keys with which the backend may encrypt secrets, likeliest first. Each is in base64; one is made when the vault has
 * none. None without a keychain: nothing is sealed then, since the key would not outlive the process. They are handed
 * over as they are: which of them is the key of the data, the backend can tell, and a wrong one is never replaced here.
 */
export function dataKeysOf(vault: Vault): Promise<string[]> {
  const known = underWay.get(vault);
  if (known) return known;
  const asked = readOrMake(vault).finally(() => underWay.delete(vault));
  underWay.set(vault, asked);
  return asked;
}

async function readOrMake(vault: Vault): Promise<string[]> {
  if (isLost(vault)) return given.get(vault) ?? [];
  const kept = await vault.dataKeys();
  if (kept.length > 0) return give(vault, kept);
  // Asking may be what shows that the keychain does not work any more: what it gave before is no reason for another key.
  if (isLost(vault)) return given.get(vault) ?? [];
  const made = randomBytes(KEY_BYTES).toString('base64');
  await vault.write('data-key', made);
  return isLost(vault) ? (given.get(vault) ?? []) : give(vault, [made]);
}

function give(vault: Vault, keys: string[]): string[] {
  given.set(vault, keys);
  return keys;
}

/**
 * Whether the vault keeps secrets in memory only. Reading or writing may be what shows that the keychain does not work.
 */
const isLost = (vault: Vault): boolean => vault.keptIn === 'memory';
