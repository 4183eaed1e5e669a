import type { KeyList } from './key-list.ts';
import { seal } from './seal.ts';
import { type FingerprintKind, fingerprintWith, type Sealer, unsealWith } from './sealer.ts';

/** Between the id of a key and what it has sealed; base64 has none. */
const SEPARATOR = ':';

/** The id of the key that has sealed a text; null for a text of before keys had ids. */
export const keyIdOf = (sealed: string): string | null => {
  const at = sealed.indexOf(SEPARATOR);
  return at === -1 ? null : sealed.slice(0, at);
};

/**
 * Sealer with several keys. The first seals, and its id stands before what it has sealed; all open. Fingerprints have a key
 * of their own, which stays when the others are turned over: they could not be made anew.
 */
export class NamedSealer implements Sealer {
  readonly keyState = 'fits';
  private readonly keys: KeyList;
  private readonly unnamed: Uint8Array | null;
  private readonly printKey: Uint8Array;

  /** `unnamed` is the key of before keys had ids. */
  constructor(keys: KeyList, unnamed: Uint8Array | null, printKey: Uint8Array) {
    this.keys = keys;
    this.unnamed = unnamed;
    this.printKey = printKey;
  }

  seal(text: string): string {
    const [{ id, key }] = this.keys;
    return `${id}${SEPARATOR}${seal(text, key)}`;
  }

  /** Id of the key that seals now. */
  get currentId(): string {
    return this.keys[0].id;
  }

  fingerprint(kind: FingerprintKind, text: string): string {
    return fingerprintWith(this.printKey, kind, text);
  }

  unseal(sealed: string): string | null {
    const id = keyIdOf(sealed);
    if (id !== null) {
      const named = this.keys.find((each) => each.id === id);
      return named ? unsealWith(sealed.slice(id.length + SEPARATOR.length), named.key) : null;
    }
    // The key of then may be one of the list by now.
    for (const key of [...(this.unnamed ? [this.unnamed] : []), ...this.keys.map((each) => each.key)]) {
      const text = unsealWith(sealed, key);
      if (text !== null) return text;
    }
    return null;
  }
}
