import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { team } from '../../../shared/contract/team.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls about one's team work with. */
export type TeamDeps = Pick<BackendParts, 'database' | 'clock'>;

export type TeamCalls = Handlers<typeof team, CallContext>;
