import type { PASSWORD_MIN_LENGTH as MinimumLength } from '../../shared/contract/session.ts';

/** Words that the specification fixes letter for letter (401 and 500 stand in shared/failure.ts). */
export const OUTCOME_WORDS = {
  success: { title: 'Success!', action: 'Proceed' },
  failure: { title: 'Error!', action: 'Try Again' },
} as const;

export const SETTINGS_SAVED = 'Settings successfully set';

/** How identity checks end, in the specification's spelling, and how long their toasts stay. */
export const KYC_DONE = {
  aadhaar: 'Aadhar Verification is Done',
  pan: 'Pan Verification is Done',
} as const;
export const KYC_TOAST_MS = 8_000;

/** The answer of a money or order call was lost: it may have acted, so it is looked up before it is repeated. */
export const answerLost = (place: string): string =>
  `The answer was lost. Check ${place} before trying again.`;

export const NOT_AVAILABLE_YET = 'Not available yet in this version';
export const NO_TEST_ADVICE = 'Paper results: no real order was sent.';

/** The server's rule, held to the same number by its literal type. */
export const PASSWORD_MIN_LENGTH: typeof MinimumLength = 10;
