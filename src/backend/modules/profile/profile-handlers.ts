import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { profile } from '../../../shared/contract/profile.ts';
import type { CallContext } from '../../call-context.ts';
import { updateBank } from './bank.ts';
import { updateKyc } from './documents.ts';
import { kycCalls } from './kyc-calls.ts';
import { myProfile } from './my-profile.ts';
import { openSessions } from './open-sessions.ts';
import { changePassword } from './password-change.ts';
import { personOf } from './person.ts';
import { updatePersonal } from './personal.ts';
import type { ProfileDeps } from './profile-deps.ts';
import { twoStep } from './two-step.ts';

/** The signed-in user's identity, its proofs, and what guards the account. */
export const profileHandlers = (deps: ProfileDeps): Handlers<typeof profile, CallContext> => ({
  mine: (_input, { userId }) => myProfile(deps.database, userId),
  person: ({ id }, { userId }) => personOf(deps.database, userId, id),
  updatePersonal: updatePersonal(deps),
  updateBank: updateBank(deps),
  changePassword: changePassword(deps),
  updateKyc: updateKyc(deps),
  ...kycCalls({ ...deps, provider: deps.kycProvider }),
  ...twoStep(deps),
  sessions: openSessions(deps),
});
