/** Page constants on their own, without the schemas: the renderer takes these and leaves zod out of its bundle. */

/** Page numbers start here. */
export const FIRST_PAGE = 1;
/** The specification's default page size of every list but one. */
export const PAGE_SIZE = 12;
/** The specification's default page size of my strategies. */
export const MY_STRATEGIES_PAGE_SIZE = 6;
/** The most rows that one call answers with. */
export const MAX_PAGE_SIZE = 100;
/** The most positions by hand that are open at once. */
export const MOST_BY_HAND = 200;
