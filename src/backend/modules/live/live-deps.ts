import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { live } from '../../../shared/contract/live.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls about real money work with. */
export type LiveDeps = Pick<
  BackendParts,
  | 'database'
  | 'writeForSure'
  | 'clock'
  | 'hub'
  | 'marketRuns'
  | 'brokerAccounts'
  | 'ordersLeaveFrom'
  | 'starts'
  | 'logActivity'
>;

export type LiveCalls = Handlers<typeof live, CallContext>;
