import type { baskets } from '../../../shared/contract/baskets.ts';
import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { BasketTrading } from '../../baskets/basket-trading.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls about baskets work with. */
export type BasketsDeps = Pick<BackendParts, 'database' | 'marketRuns' | 'clock' | 'logActivity'> & {
  readonly basketTrading: BasketTrading;
};

export type BasketsCalls = Handlers<typeof baskets, CallContext>;
