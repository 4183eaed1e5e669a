/** Id of the element in which pages scroll. */
export const PAGE_ID = 'page';
