import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** The account at the broker as the server sees it; its secrets never come back from there. */
export const brokerAccount = createResource(() => api.live.account());
