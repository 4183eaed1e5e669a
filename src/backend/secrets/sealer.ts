import { createHmac, hkdfSync } from 'node:crypto';
import type { KeyState } from '../../shared/key-state.ts';
import { Refusal } from '../refusal.ts';
import { seal, unseal } from './seal.ts';

export const KEY_BYTES = 32;

/** Kinds of text that are fingerprinted: the same text has another fingerprint for each. */
export type FingerprintKind = 'aadhaar' | 'pan' | 'aadhaar-otp' | 'reset-code' | 'data-key';

/** Where the key is kept: in the vault of a desktop, or in a file of a server. */
type KeyPlace = 'vault' | 'server';

const CLOSED = {
  vault: {
    missing:
      'The keychain of this computer is locked or missing, and with it the key of your secrets. Unlock it, and try again.',
    another:
      'The key in the keychain of this computer is not the one that your secrets were sealed with. Unlock the keychain of before, and try again.',
  },
  server: {
    missing: 'The key of the secrets on this server is missing. Whoever runs it has to bring it back.',
    another:
      'The key on this server is not the one that your secrets were sealed with. Whoever runs it has to bring that back.',
  },
} as const satisfies Record<KeyPlace, Record<Exclude<KeyState, 'fits'>, string>>;

/** Encrypts what must not lie in the database in plain: PAN, account number, two-step secret. */
export interface Sealer {
  readonly keyState: KeyState;
  /** @throws Refusal `refused` while the key is not there */
  seal(text: string): string;
  /**
   * A print that tells a text from another without holding it. Keyed, since an Aadhaar number or a code of six digits would
   * be found behind a plain hash by trying them all.
   * @throws Refusal `refused` while the key is not there
   */
  fingerprint(kind: FingerprintKind, text: string): string;
  /**
   * Decrypt; null when it was sealed with another key. So it is after a restore on another computer.
   * @throws Refusal `refused` while the key is not there
   */
  unseal(sealed: string): string | null;
}

/** The text, or null with another key or after tampering. */
export const unsealWith = (sealed: string, key: Uint8Array): string | null => {
  try {
    return unseal(sealed, key);
  } catch (error) {
    // OpenSSL says no more than that it does not fit.
    if (error instanceof Error && /unable to authenticate data|auth/i.test(error.message)) return null;
    throw error;
  }
};

/** The key of the fingerprints of a data key. */
export const printKeyOf = (key: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', 'trickdesk fingerprints', KEY_BYTES));

export const fingerprintWith = (printKey: Uint8Array, kind: FingerprintKind, text: string): string =>
  createHmac('sha256', printKey).update(`${kind} ${text}`).digest('hex');

/** Sealer with a 32-byte key, and one of before. The latter still opens what was sealed with it. */
export class OpenSealer implements Sealer {
  readonly keyState = 'fits';
  private readonly key: Uint8Array;
  private readonly before: Uint8Array | null;
  private readonly printKey: Uint8Array;

  constructor(key: Uint8Array, before: Uint8Array | null = null) {
    if (key.length !== KEY_BYTES)
      throw new RangeError(`A data key has ${KEY_BYTES} bytes, this one ${key.length}.`);
    this.key = key;
    this.before = before;
    this.printKey = printKeyOf(key);
  }

  seal(text: string): string {
    return seal(text, this.key);
  }

  fingerprint(kind: FingerprintKind, text: string): string {
    return fingerprintWith(this.printKey, kind, text);
  }

  unseal(sealed: string): string | null {
    return unsealWith(sealed, this.key) ?? (this.before && unsealWith(sealed, this.before));
  }
}

/** The check value of a key: tells it from another, and does not give it away. */
export const printOf = (sealer: Sealer): string => sealer.fingerprint('data-key', '');

/** Stands in while the key is not there: every use is refused with the reason, and nothing is sealed with another key. */
export const closedSealer = (keyState: Exclude<KeyState, 'fits'>, place: KeyPlace): Sealer => {
  const refuse = (): never => {
    throw new Refusal('refused', CLOSED[place][keyState]);
  };
  return { keyState, seal: refuse, fingerprint: refuse, unseal: refuse };
};
