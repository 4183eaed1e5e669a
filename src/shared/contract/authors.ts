import { z } from 'zod';
import { MOST_FEE } from '../author-fee.ts';
import { formatRupees } from '../money.ts';
import { PUBLICATION_STATES, REVIEW_CHECKS } from '../publication-states.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { capital, id, instant, paise, percent, shownLine, shownText, source } from './fields.ts';

/** Figures of the backtest of a review: their level is backtest, whatever the strategy has done since. */
const ReviewFiguresSchema = z.lazy(() =>
  z.object({
    source,
    from: instant,
    to: instant,
    capital: paise,
    trades: z.int(),
    gross: paise,
    charges: paise,
    net: paise,
    returnPercent: percent,
    maxDrawdownPercent: percent,
  }),
);
export type ReviewFigures = z.output<typeof ReviewFiguresSchema>;

const VersionSchema = z.lazy(() =>
  z.object({
    versionId: id,
    number: z.int(),
    /** The strategy that trades this version; it is the author's, and its rules never change. */
    strategyId: id,
    note: z.string(),
    publishedAt: instant,
    figures: ReviewFiguresSchema,
  }),
);

/** A strategy of the user's own with its offer: past, present or to come. */
export const PublicationSchema = z.lazy(() =>
  z.object({
    publicationId: id,
    /** The strategy whose rules were handed in last. */
    draftId: id,
    name: z.string(),
    summary: z.string(),
    state: z.enum(PUBLICATION_STATES),
    submittedAt: instant.nullable(),
    /** Checks of the last review; empty before the first. */
    checks: z.array(z.object({ check: z.enum(REVIEW_CHECKS), isPassed: z.boolean(), sentence: z.string() })),
    /** Newest first; the first is on offer while the state says so. */
    versions: z.array(VersionSchema),
    followers: z.int(),
    /** Price of a copy, once, before GST; 0 for nothing. */
    fee: paise,
    /** Number of buyers, and the author's share so far. */
    sold: z.int(),
    earned: paise,
  }),
);

/** One part of the rules in words, before and after; null where a version does not have it. */
const ChangeSchema = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const VersionChangesSchema = z.lazy(() =>
  z.object({
    strategyId: id,
    name: z.string(),
    /** The version that is held: followed, or the one a copy was made of. */
    held: VersionSchema,
    /** The version on offer; null while what is held is that one, or nothing is on offer any more. */
    next: VersionSchema.nullable(),
    changes: z.array(ChangeSchema),
    /** The owner has changed the rules of the copy; accepting replaces them. */
    isChangedByOwner: z.boolean(),
    /** Why the next version cannot be accepted now; null when it can. */
    blockReason: z.string().nullable(),
  }),
);

/** A flat fee in paise before GST; nothing of what a strategy makes may be asked for. */
const fee = z
  .int()
  .min(0, 'must not be below zero')
  .max(MOST_FEE, `must be at most ${formatRupees(MOST_FEE)}`);
const summary = shownText(300, 20);
const note = shownText(300, 10);
const PublicationRefSchema = z.object({ publicationId: id });

/** Calls of authors: publish, version and withdraw. Followers and holders of a copy have theirs here too. */
export const authors = {
  /** Submit an own strategy for review; it is on offer when the review has passed. */
  publish: post('/userapi/publication/publish', {
    right: manage('Strategy'),
    input: () =>
      z.object({
        strategyId: id,
        summary,
        minimumCapital: capital.optional(),
        fee: fee.optional(),
      }),
    output: PublicationSchema,
  }),
  /** Submit the rules of one's own strategy as the next version. */
  newVersion: post('/userapi/publication/version', {
    right: manage('Strategy'),
    input: () => z.object({ publicationId: id, strategyId: id, note, fee: fee.optional() }),
    output: PublicationSchema,
  }),
  /** Pay the fee of a strategy on offer, once for all versions. `fee` is the one that was seen, before GST. */
  buy: post('/userapi/publication/buy', {
    right: manage('Wallet'),
    money: 'ledger',
    input: () => z.object({ strategyId: id, fee: z.int().min(1) }),
    output: z.lazy(() => z.object({ paid: paise, reference: z.string(), available: paise })),
  }),
  /** Withdraw it from the marketplace, or from review; copies of others stay as they are. */
  withdraw: post('/userapi/publication/withdraw', {
    right: manage('Strategy'),
    input: PublicationRefSchema,
    output: PublicationSchema,
  }),
  mine: post('/userapi/publication/mine', {
    right: read('Strategy'),
    output: z.lazy(() => z.object({ publications: z.array(PublicationSchema) })),
  }),
  /** Differences between the version on offer and the one followed or copied. */
  changes: post('/userapi/publication/changes', {
    right: read('Strategy'),
    input: () => z.object({ strategyId: id }),
    output: z.lazy(() => z.object({ version: VersionChangesSchema.nullable() })),
  }),
  /** Accept the version on offer for what is followed or held; `versionId` is the one whose changes were seen. */
  accept: post('/userapi/publication/accept', {
    right: manage('Strategy'),
    input: () => z.object({ strategyId: id, versionId: id }),
    output: z.lazy(() => z.object({ strategyId: id })),
  }),
  /** Save the text of an author's page; a reference of a verification agency is shown as it is given. */
  saveProfile: post('/userapi/publication/profile', {
    right: manage('Profile'),
    input: () =>
      z.object({
        bio: shownText(500).optional(),
        parrvaReference: shownLine(60).nullable().optional(),
      }),
    output: z.lazy(() => z.object({ bio: z.string(), parrvaReference: z.string().nullable() })),
  }),
};
