import { z } from 'zod';
import type { ValueFile } from '../settings/settings.ts';
import { SECRETS, type SecretName } from './secret-store.ts';

const KEPT = 'outdatedSecrets';
const KeptSchema = z.partialRecord(z.enum(SECRETS), z.int().min(0)).catch({});

/**
 * Secrets that changed while a better place was away. Kept over restarts: what that place still has of them is of
 * before. Without it a session that was signed out would come back with the keychain.
 */
export class Outdated {
  readonly #file: ValueFile;

  constructor(file: ValueFile) {
    this.#file = file;
  }

  /** Number of best places that have an outdated value. */
  countOf(name: SecretName): number {
    return KeptSchema.parse(this.#file.get(KEPT) ?? {})[name] ?? 0;
  }

  set(name: SecretName, count: number): void {
    if (count === this.countOf(name)) return;
    this.#file.set(KEPT, { ...KeptSchema.parse(this.#file.get(KEPT) ?? {}), [name]: count });
  }
}

/** Forgets with the process. */
export const memoryFile = (): ValueFile => {
  const values = new Map<string, unknown>();
  return { get: (name) => values.get(name), set: (name, value) => void values.set(name, value) };
};
