import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** The account for orders by hand on paper, with its working orders. */
export const manualAccount = createResource(() => api.manual.account(), { isQuiet: true });
