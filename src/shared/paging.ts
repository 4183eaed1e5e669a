import { z } from 'zod';

/** Page numbers start here. */
export const FIRST_PAGE = 1;
/** The specification's default page size of every list but one. */
export const PAGE_SIZE = 12;
/** The specification's default page size of my strategies. */
export const MY_STRATEGIES_PAGE_SIZE = 6;
export const MAX_PAGE_SIZE = 100;

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
