import { hasVerhoeffDigit, maskedAadhaar } from '../../../shared/aadhaar.ts';
import { t } from '../../i18n/translate.ts';

export const AADHAAR_DIGITS = 12;
const SHOWN_DIGITS = 4;

/** The digits of what was typed or pasted, twelve at most. */
export const aadhaarDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, AADHAAR_DIGITS);

/** `2345 6789 0123`, as the card has it. */
export const groupedAadhaar = (digits: string): string => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** `XXXX XXXX 0123`. */
export const maskedDigits = (digits: string): string => maskedAadhaar(digits.slice(-SHOWN_DIGITS));

/** Error in the digits so far, as a sentence; null while they may still become a number. */
export const aadhaarProblem = (digits: string): string | null => {
  if (/^[01]/.test(digits)) return t('An Aadhaar number begins with a digit from 2 to 9');
  if (digits.length < AADHAAR_DIGITS) return null;
  return hasVerhoeffDigit(digits) ? null : t('One of the digits is wrong: they do not fit together');
};

export const isAadhaarComplete = (digits: string): boolean =>
  digits.length === AADHAAR_DIGITS && aadhaarProblem(digits) === null;
