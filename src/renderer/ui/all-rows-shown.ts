import { createContext } from 'react';

/** Whether every row of a list is on the page. A table can sort only what it has: of several pages it sorts none. */
export const AllRowsShown = createContext(true);
