import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** The account for orders by hand with real money. */
export const manualLive = createResource(() => api.manual.liveAccount(), { isQuiet: true });
