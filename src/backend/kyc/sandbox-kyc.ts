import { randomInt } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { KycProvider } from './kyc-provider.ts';
import { isSameName } from './same-name.ts';

const OTP_DIGITS = 6;
/** Fourth letter of a PAN that belongs to a person. */
const PERSON = 'P';

/**
 * The embedded sandbox: there is no register behind it, so it decides by these rules.
 *
 * - Aadhaar: every number that is one exists. The code is drawn here and handed back to be shown, since there is no
 *   phone to send it to; only its fingerprint is remembered, in memory, until it expires or was right.
 * - PAN: `INVALID` unless its fourth letter says that it is a person's; `NAME_MISMATCH` when the name on the card is
 *   not the account's, case and spaces aside; else `VALID`. Any day of birth fits.
 */
export const sandboxKyc = (clock: Clock, sealer: Sealer): KycProvider => {
  const sent = new Map<string, { fingerprint: string; expiresAt: number }>();
  const printOf = (requestId: string, otp: string) =>
    sealer.fingerprint('aadhaar-otp', `${requestId} ${otp}`);
  const forgetExpired = (): void => {
    for (const [requestId, { expiresAt }] of sent) if (expiresAt <= clock.now()) sent.delete(requestId);
  };
  return {
    isSandbox: true,
    sendAadhaarOtp: (requestId, _adharNumber, expiresAt) => {
      forgetExpired();
      const otp = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
      sent.set(requestId, { fingerprint: printOf(requestId, otp), expiresAt });
      return Promise.resolve(otp);
    },
    checkAadhaarOtp: (requestId, otp) => {
      forgetExpired();
      const known = sent.get(requestId);
      if (!known) return Promise.resolve('expired');
      if (known.fingerprint !== printOf(requestId, otp)) return Promise.resolve('wrong');
      sent.delete(requestId);
      return Promise.resolve('right');
    },
    checkPan: ({ pan, fullName, accountName }) => {
      if (pan[3] !== PERSON) return Promise.resolve('INVALID');
      return Promise.resolve(isSameName(fullName, accountName) ? 'VALID' : 'NAME_MISMATCH');
    },
  };
};
