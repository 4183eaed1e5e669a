import { z } from 'zod';
import { ALERT_CATEGORY_CODES, ALL_CATEGORIES } from '../alert-category.ts';
import { pageInput, pageOutput } from '../paging.ts';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { id, instant } from './fields.ts';

const CATEGORIES = ALERT_CATEGORY_CODES.length;

export const AlertSchema = z.lazy(() =>
  z.object({
    notification_id: id,
    /** Spelt as the server has it. */
    categoryId: z.int().min(1).max(CATEGORIES),
    title: z.string(),
    body: z.string(),
    at: instant,
    /** When it was on the market that it happened on; null where that is the exchange, or no market. */
    marketAt: instant.nullable(),
    /** The strategy that it tells of. */
    strategyId: id.nullable(),
    read: z.boolean(),
    /** A route of the desktop, such as `/trade-history?trade=12`. */
    link: z.string(),
    /** Breaks through quiet hours. */
    isCritical: z.boolean(),
    /** How many it stands for in a grouped list: itself, and fills of its strategy shortly before. */
    groupSize: z.int(),
  }),
);
export type Alert = z.output<typeof AlertSchema>;

export const alerts = {
  /** Unread alerts; a group of fills counts once. */
  count: post('/userapi/usernotificationcount', { right: read('Alert'), output: z.lazy(() => z.int()) }),
  list: post('/userapi/usernotificationlist', {
    right: read('Alert'),
    input: () =>
      z.object({
        categoryId: z.int().min(0).max(CATEGORIES).default(ALL_CATEGORIES),
        /** Of a group of fills only the last. */
        isGrouped: z.boolean().default(false),
        /** Those that this one stands for, itself included. */
        groupId: id.optional(),
        ...pageInput(),
      }),
    output: z.lazy(() => z.object({ notification_list: z.array(AlertSchema), ...pageOutput })),
  }),
  /** Read which alerts the user wants; change that where categories are given. */
  preferences: post('/userapi/alertpreferences', {
    right: read('Alert'),
    keyScope: 'change',
    changes: true,
    input: () =>
      z.object({
        categories: z
          .array(
            z.object({
              categoryId: z.int().min(1).max(CATEGORIES),
              /** Listed and counted; orders, risk and broker are always. */
              isWanted: z.boolean(),
            }),
          )
          .max(CATEGORIES)
          .optional(),
      }),
    output: z.lazy(() =>
      z.object({
        categories: z.array(
          z.object({
            categoryId: z.int(),
            name: z.string(),
            isWanted: z.boolean(),
            isFixed: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  read: post('/userapi/usernotificationread', {
    right: read('Alert'),
    keyScope: 'change',
    changes: true,
    /** `ALL_ALERTS` reads all of them; one that stands for others reads those too. */
    input: () => z.object({ notification_id: z.int().min(0) }),
    output: z.object({}),
  }),
};
