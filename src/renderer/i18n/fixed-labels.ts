import type { PASSWORD_MIN_LENGTH as MinimumLength } from '../../shared/contract/session.ts';
import { t, labels } from './translate.ts';

/** Words fixed by the specification, letter for letter. Those for 401 and 500 stand in shared/failure.ts. */
export const OUTCOME_LABELS = {
  success: labels({ title: 'Success!', action: 'Proceed' }),
  failure: labels({ title: 'Error!', action: 'Try Again' }),
} as const;

export const FIXED_LABELS = labels({
  settingsSaved: 'Settings successfully set',
  noTestAdvice: 'Paper results: no real order was sent.',
});

/**
 * Words for the end of identity checks, spelled as in the specification. `KYC_TOAST_MS` is how long their toasts stay.
 */
export const KYC_DONE = labels({
  aadhaar: 'Aadhar Verification is Done',
  pan: 'Pan Verification is Done',
});
export const KYC_TOAST_MS = 8_000;

/**
 * The answer of a money or order call was lost: it may have acted, so it is looked up before it is repeated. `place` is
 * in the language of the window.
 */
export const answerLost = (place: string): string =>
  t('The answer was lost. Check {{place}} before trying again.', { place });

/** The server's rule, held to the same number by its literal type. */
export const PASSWORD_MIN_LENGTH: typeof MinimumLength = 10;
