import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { watchlists } from '../../../shared/contract/watchlists.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls about watchlists work with. */
export type WatchlistsDeps = Pick<BackendParts, 'database' | 'clock' | 'hub' | 'marketRuns'>;

export type WatchlistsCalls = Handlers<typeof watchlists, CallContext>;
