import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { subscription } from '../../../shared/contract/subscription.ts';
import type { Subscriptions } from '../../billing/subscriptions.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';

/** Parts that the calls about plans work with. */
export interface SubscriptionDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
}

export type SubscriptionCalls = Handlers<typeof subscription, CallContext>;
