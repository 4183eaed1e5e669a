/** Question about a PAN. */
export interface PanQuestion {
  readonly pan: string;
  /** Name on the card, as it was typed. */
  readonly fullName: string;
  /** Day of birth, `YYYY-MM-DD`. */
  readonly dob: string;
  /** Name of the account that asks. */
  readonly accountName: string;
}

export const PAN_ANSWERS = ['VALID', 'INVALID', 'NAME_MISMATCH'] as const;
export type PanAnswer = (typeof PAN_ANSWERS)[number];

/** The port to whoever knows who people are. It is the only one who is shown an Aadhaar number. */
export interface KycProvider {
  /** Checks nothing in earnest; the screen says so. */
  readonly isSandbox: boolean;
  /**
   * Send a one-time code to the phone of the number's holder. It has six digits and is good until `expiresAt`. Resolves
   * with the code where a sandbox has nobody to send it to, else with null.
   */
  sendAadhaarOtp(requestId: string, adharNumber: string, expiresAt: number): Promise<string | null>;
  /**
   * Check a one-time code. `expired` also for a request that it does not know (any more), and for one whose code was
   * right before.
   */
  checkAadhaarOtp(requestId: string, otp: string): Promise<'right' | 'wrong' | 'expired'>;
  checkPan(question: PanQuestion): Promise<PanAnswer>;
}
