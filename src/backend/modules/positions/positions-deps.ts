import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { positions } from '../../../shared/contract/positions.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls about positions, trades and orders work with. */
export type PositionsDeps = Pick<BackendParts, 'database' | 'marketRuns' | 'logger'>;

export type PositionsCalls = Handlers<typeof positions, CallContext>;
