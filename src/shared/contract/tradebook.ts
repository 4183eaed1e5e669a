import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { dateRange, id, instant, orderSide, paise, search } from './fields.ts';
import { ON_BAD } from './market.ts';

/** Brokers whose files can be read. */
export const TRADEBOOK_BROKERS = ['zerodha', 'angel-one'] as const;
export type TradebookBroker = (typeof TRADEBOOK_BROKERS)[number];

export const CONTRACT_KINDS = ['share', 'future', 'option'] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** Rows read of one file, and the outcome of each. Line 0 is the file as a whole. */
export const TradebookReportSchema = z.lazy(() =>
  z.object({
    name: z.string(),
    broker: z.enum(TRADEBOOK_BROKERS).nullable(),
    outcome: z.enum(['imported', 'refused']),
    rowsRead: z.int(),
    rowsKept: z.int(),
    rowsRepeated: z.int(),
    rowsRefused: z.int(),
    /** At most 100 of them. */
    problems: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
);
export type TradebookReport = z.output<typeof TradebookReportSchema>;

/** A file that was imported and is still there. */
export const TradebookFileSchema = z.lazy(() =>
  z.object({
    fileId: id,
    name: z.string(),
    broker: z.enum(TRADEBOOK_BROKERS),
    importedAt: instant,
    rowsRead: z.int(),
    rowsKept: z.int(),
    rowsRepeated: z.int(),
    rowsRefused: z.int(),
  }),
);
export type TradebookFile = z.output<typeof TradebookFileSchema>;

/** One fill as the broker's file tells it; price in paise. */
export const TradebookFillSchema = z.lazy(() =>
  z.object({
    fillId: id,
    fileId: id,
    broker: z.enum(TRADEBOOK_BROKERS),
    symbol: z.string(),
    exchange: z.string(),
    kind: z.enum(CONTRACT_KINDS),
    side: orderSide,
    quantity: z.int(),
    price: paise,
    at: instant,
    /** False where the file tells the day only. */
    hasTime: z.boolean(),
    /** As the broker states them; null when its file does not. */
    charges: paise.nullable(),
  }),
);
export type TradebookFill = z.output<typeof TradebookFillSchema>;

/** Largest upload of a tradebook: an active trader's year takes 5 MB. */
export const TRADEBOOK_BODY_LIMIT = 16 * 1024 * 1024;

export const tradebook = {
  import: post('/userapi/tradebook/import', {
    right: manage('Report'),
    keyScope: 'change',
    input: () =>
      z.object({
        files: z
          .array(z.object({ name: z.string().min(1).max(255), text: z.string() }))
          .min(1)
          .max(100),
        onBad: z.enum(ON_BAD).default('keep-good'),
      }),
    output: z.lazy(() => z.object({ files: z.array(TradebookReportSchema) })),
    bodyLimit: TRADEBOOK_BODY_LIMIT,
    atOnce: 1,
  }),
  list: post('/userapi/tradebook/list', {
    right: read('Report'),
    input: () => z.object({ ...pageInput(), ...dateRange, search, fileId: id.optional() }),
    output: z.lazy(() =>
      z.object({
        fills: z.array(TradebookFillSchema),
        files: z.array(TradebookFileSchema),
        ...pageOutput,
      }),
    ),
  }),
  /** Remove a file again, with every fill that came with it. */
  remove: post('/userapi/tradebook/remove', {
    right: manage('Report'),
    keyScope: 'change',
    input: () => z.object({ fileId: id }),
    output: z.lazy(() => z.object({ fileId: id, fills: z.int() })),
  }),
};
