import { z } from 'zod';
import { JOURNAL_LIMITS } from '../journal-limits.ts';
import { read } from '../rights.ts';
import { TIMEFRAMES } from '../rule-document.ts';
import { post } from './endpoint.ts';
import { dateRange, id, paise, percent, search, shownName, shownText, source } from './fields.ts';

export const LABEL_KINDS = ['tag', 'mistake'] as const;

/** A name that trades are marked with: a tag, or a mistake. */
export const LabelSchema = z.lazy(() =>
  z.object({ labelId: id, kind: z.enum(LABEL_KINDS), name: z.string() }),
);
export type JournalLabel = z.output<typeof LabelSchema>;

/** Notes of a trade. */
export const JournalEntrySchema = z.lazy(() =>
  z.object({ note: z.string(), labels: z.array(LabelSchema), hasPicture: z.boolean() }),
);
export type JournalEntry = z.output<typeof JournalEntrySchema>;

/** Against the entry while the trade was open; never on the other side of zero. */
export const ExcursionSchema = z.lazy(() => z.object({ amount: paise, percent }));

const labelIds = z.array(id).max(JOURNAL_LIMITS.labelsOfTrade);

const labels = z.lazy(() => z.object({ labels: z.array(LabelSchema) }));
/** A picture as base64 in JSON is a third larger. */
const PICTURE_BODY_LIMIT = 2 * 1024 * 1024;

/** Notes, tags, mistakes and pictures of closed trades. */
export const journal = {
  labels: post('/userapi/journal/labels', { right: read('Position'), output: labels }),
  addLabel: post('/userapi/journal/add-label', {
    right: read('Position'),
    changes: true,
    input: () => z.object({ kind: z.enum(LABEL_KINDS), name: shownName(JOURNAL_LIMITS.labelLetters, 1) }),
    output: labels,
  }),
  /** Remove a tag or a mistake, from every trade too. */
  removeLabel: post('/userapi/journal/remove-label', {
    right: read('Position'),
    changes: true,
    input: () => z.object({ labelId: id }),
    output: labels,
  }),
  /** Replace the note and the labels of a trade. */
  save: post('/userapi/journal/save', {
    right: read('Position'),
    changes: true,
    input: () =>
      z.object({
        tradeId: id,
        note: shownText(JOURNAL_LIMITS.noteLetters),
        labelIds,
        /** Notes as they were shown. Where they have changed since, they are not replaced. */
        before: z.object({ note: z.string().max(JOURNAL_LIMITS.noteLetters), labelIds }).optional(),
      }),
    output: JournalEntrySchema,
  }),
  picture: post('/userapi/journal/picture', {
    right: read('Position'),
    input: () => z.object({ tradeId: id }),
    output: z.lazy(() => z.object({ base64: z.string() })),
  }),
  /** Keep a PNG as the picture of a trade; null takes it away. */
  keepPicture: post('/userapi/journal/keep-picture', {
    right: read('Position'),
    changes: true,
    input: () => z.object({ tradeId: id, base64: z.base64('must be base64').min(1).nullable() }),
    output: JournalEntrySchema,
    bodyLimit: PICTURE_BODY_LIMIT,
  }),
  /** Largest loss and profit of a trade while it was open. Candles wholly within it count. */
  excursion: post('/userapi/journal/excursion', {
    right: read('Position'),
    input: () => z.object({ tradeId: id }),
    output: z.lazy(() =>
      z.object({
        /** Null where the prices are not there. */
        adverse: ExcursionSchema.nullable(),
        favourable: ExcursionSchema.nullable(),
        timeframe: z.enum(TIMEFRAMES),
      }),
    ),
  }),
  /** Cost of each mistake: the sum of what trades marked with it lost. */
  mistakes: post('/userapi/journal/mistakes', {
    right: read('Position'),
    input: () => z.object({ isTest: z.int().default(0), source: source.optional(), search, ...dateRange }),
    output: z.lazy(() =>
      z.object({
        mistakes: z.array(
          z.object({
            labelId: id,
            name: z.string(),
            trades: z.int(),
            losses: z.int(),
            cost: paise,
            net: paise,
          }),
        ),
        source,
      }),
    ),
  }),
};
