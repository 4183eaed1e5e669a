import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { tickets } from '../../../shared/contract/tickets.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls about support tickets work with. */
export type TicketsDeps = Pick<BackendParts, 'database' | 'clock' | 'hub' | 'attachments' | 'logActivity'>;

export type TicketsCalls = Handlers<typeof tickets, CallContext>;
