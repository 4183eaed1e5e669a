import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** Limits of live trading for the day, how the day stands, and what locks it. */
export const riskGuard = createResource(() => api.live.riskGuard({}));
