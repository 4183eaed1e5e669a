import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** Balances, limits and what may be done now. */
export const myWallet = createResource(() => api.wallet.mine());
