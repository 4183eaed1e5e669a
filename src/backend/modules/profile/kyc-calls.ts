import type { profile } from '../../../shared/contract/profile.ts';
import { type Answer, type OutputOf, type ParsedOf, Reply } from '../../../shared/contract/endpoint.ts';
import { istIso } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import { aadhaarCheck } from '../../kyc/aadhaar-check.ts';
import type { KycDeps } from '../../kyc/kyc-deps.ts';
import type { PanAnswer } from '../../kyc/kyc-provider.ts';
import { panCheck } from '../../kyc/pan-check.ts';
import { requireAdult } from './personal.ts';

type Calls = typeof profile;

const PAN_SENTENCES: Readonly<Record<PanAnswer, string>> = {
  VALID: 'Pan Verification is Done',
  INVALID: 'This is not the PAN of a person. Check its letters.',
  NAME_MISMATCH: 'The name does not fit this PAN. It must be the name of your profile and of the card.',
};

const tries = (count: number): string => (count === 1 ? 'one try is left' : `${count} tries are left`);

/** The identity calls as the specification words them. */
export const kycCalls = (deps: KycDeps) => {
  const aadhaar = aadhaarCheck(deps);
  const checkPan = panCheck(deps);
  return {
    sendAadhaarOtp: async (
      { adharNumber }: ParsedOf<Calls['sendAadhaarOtp']>,
      { userId }: CallContext,
    ): Promise<Answer<OutputOf<Calls['sendAadhaarOtp']>>> => {
      const { requestId, expiresAt, sandboxOtp } = await aadhaar.sendOtp(userId, adharNumber);
      return new Reply(
        { response: { requestId, expiresAt: istIso(expiresAt) }, sandboxOtp },
        sandboxOtp === null
          ? 'A code is on its way to the phone of your Aadhaar.'
          : 'Sandbox: no message was sent. The code is shown here.',
      );
    },

    validateAadhaarOtp: async (
      { requestId, otp }: ParsedOf<Calls['validateAadhaarOtp']>,
      { userId }: CallContext,
    ): Promise<Answer<OutputOf<Calls['validateAadhaarOtp']>>> => {
      const { statusCode, triesLeft } = await aadhaar.validateOtp(userId, requestId, otp);
      const sentences = {
        200: 'Aadhar Verification is Done',
        401: `The code is not right; ${triesLeft === 0 ? 'ask for a new one' : tries(triesLeft)}.`,
        410: 'This code is no longer good. Ask for a new one.',
      } as const;
      return new Reply({ status: { statusCode }, triesLeft }, sentences[statusCode]);
    },

    verifyPan: async (
      input: ParsedOf<Calls['verifyPan']>,
      { userId }: CallContext,
    ): Promise<Answer<OutputOf<Calls['verifyPan']>>> => {
      requireAdult(input.dob, deps.clock.now());
      const status = await checkPan(userId, input);
      return new Reply({ status }, PAN_SENTENCES[status]);
    },
  };
};
