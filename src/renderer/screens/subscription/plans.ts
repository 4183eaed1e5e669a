import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';
import { myWallet } from '../../state/wallet.ts';

export const mySubscription = createResource(() => api.subscription.mine());
export const backtestPlans = createResource(() => api.subscription.backtestPlans());

/** Everything that a purchase or a cancellation changes. */
export const PLAN_RESOURCES = [mySubscription, backtestPlans, myWallet];
