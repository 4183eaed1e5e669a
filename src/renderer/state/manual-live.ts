import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** Whether orders by hand may use real money, with how much of it. */
export const manualLive = createResource(() => api.manual.liveAccount(), { isQuiet: true });
