import { createHmac, hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeSecret } from '../key-file.ts';
import { seal, unseal } from './seal.ts';

const KEY_FILE = 'data.key';
const KEY_BYTES = 32;

/** What a fingerprint is of: the same text gives another one for each. */
export type FingerprintKind = 'aadhaar' | 'pan' | 'aadhaar-otp' | 'reset-code' | 'data-key';

/** Encrypts what must not lie in the database in plain: PAN, account number, two-step secret. */
export class Sealer {
  private readonly key: Uint8Array;
  private readonly printKey: Uint8Array;

  constructor(key: Uint8Array) {
    if (key.length !== KEY_BYTES)
      throw new RangeError(`A data key has ${KEY_BYTES} bytes, this one ${key.length}.`);
    this.key = key;
    this.printKey = new Uint8Array(hkdfSync('sha256', key, '', 'trickdesk fingerprints', KEY_BYTES));
  }

  seal(text: string): string {
    return seal(text, this.key);
  }

  /**
   * Tells the same text from another without holding it. Keyed, since an Aadhaar number or a code of six digits would
   * be found behind a plain hash by trying them all.
   */
  fingerprint(kind: FingerprintKind, text: string): string {
    return createHmac('sha256', this.printKey).update(`${kind} ${text}`).digest('hex');
  }

  /** Null when it was sealed with another key, as after a restore on another computer. */
  unseal(sealed: string): string | null {
    try {
      return unseal(sealed, this.key);
    } catch (error) {
      // OpenSSL says no more than that it does not fit.
      if (error instanceof Error && /unable to authenticate data|auth/i.test(error.message)) return null;
      throw error;
    }
  }
}

/**
 * The sealer of a data folder: with the key that the desktop keeps in its vault, else with one in a file beside the
 * database that only its owner can read.
 */
export const openSealer = (dataDir: string, dataKey: string | null): Sealer =>
  new Sealer(
    dataKey === null
      ? Buffer.from(readOrMakeSecret(join(dataDir, KEY_FILE), KEY_BYTES), 'base64url')
      : Buffer.from(dataKey, 'base64'),
  );
