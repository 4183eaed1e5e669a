import { passwordReset } from './password-reset.ts';
import { registerUser } from './register-user.ts';
import { signIn } from './sign-in.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { signOut } from './sign-out.ts';
import type { SessionCalls, SessionDeps } from './session-deps.ts';

/** Register, login, refresh with rotation and re-use detection, forgotten passwords, logout. */
export const sessionHandlers = (deps: SessionDeps): SessionCalls => {
  const resets = passwordReset(deps);
  return {
    forgotPassword: resets.forgot,
    resetPassword: resets.reset,
    register: registerUser(deps),
    login: signIn(deps),
    refresh: refreshTokens(deps),
    logout: signOut(deps),
  };
};
