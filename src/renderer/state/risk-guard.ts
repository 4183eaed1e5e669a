import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** The day's limits of live trading, its state, and what locks it. */
export const riskGuard = createResource(() => api.live.riskGuard({}));
