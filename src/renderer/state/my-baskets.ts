import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** The baskets somebody holds: their screen, the menu's counter, and the way from a position to its basket. */
export const myBaskets = createResource(() => api.baskets.mine(), { isQuiet: true });
