import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { journal } from '../../../shared/contract/journal.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls of the journal work with. */
export type JournalDeps = Pick<BackendParts, 'database' | 'clock' | 'marketRuns' | 'history'>;

export type JournalCalls = Handlers<typeof journal, CallContext>;
