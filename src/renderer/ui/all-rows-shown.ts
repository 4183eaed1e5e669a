import { createContext } from 'react';

/** Whether every row of a list is on the page. A table can sort only what it has: of several pages it sorts none. */
export const AllRowsShown = createContext(true);

/** Whether a page of a list is all of it. Then alone are table and file sorted. */
export const isWholeList = ({ total, pageSize }: { total: number; pageSize: number }): boolean =>
  total <= pageSize;
