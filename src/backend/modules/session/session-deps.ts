import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { session } from '../../../shared/contract/session.ts';
import type { CallContext } from '../../call-context.ts';
import type { AccessTokens } from '../../credentials/tokens.ts';
import type { ResetDeps } from './password-reset.ts';

/** Parts that the calls about signing in and out work with. */
export interface SessionDeps extends ResetDeps {
  readonly accessTokens: AccessTokens;
}

export type SessionCalls = Handlers<typeof session, CallContext>;
