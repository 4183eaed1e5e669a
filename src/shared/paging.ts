import { z } from 'zod';
import { FIRST_PAGE, MAX_PAGE_SIZE, PAGE_SIZE } from './page-size.ts';

export { MY_STRATEGIES_PAGE_SIZE, PAGE_SIZE } from './page-size.ts';

/** Page fields of a list call's payload, with the specification's defaults. */
export const pageInput = (defaultSize: number = PAGE_SIZE) => ({
  pageNumber: z.int().min(1).default(FIRST_PAGE),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).default(defaultSize),
});

/** Page fields of a list call's answer; `total` counts rows over all pages. */
export const pageOutput = {
  pageNumber: z.int(),
  pageSize: z.int(),
  total: z.int(),
};

/** First row (0-based) of a page. */
export const pageOffset = (page: { pageNumber: number; pageSize: number }): number =>
  (page.pageNumber - 1) * page.pageSize;
