import { z } from 'zod';
import { manage, read } from '../rights.ts';
import { MOST_WATCHLIST_ENTRIES, WATCHLIST_LIMITS } from '../watchlist-limits.ts';
import { post } from './endpoint.ts';
import { anySymbol, id, shownName } from './fields.ts';

/** A row of a list: an instrument, or the name that those after it stand under. */
const WatchlistEntrySchema = z.lazy(() =>
  z.object({
    entryId: id,
    kind: z.enum(['symbol', 'heading']),
    /** The symbol, or the name of the heading. */
    text: z.string(),
    /** Kind of instrument; null of a heading. */
    instrument: z.enum(['share', 'index', 'future', 'option']).nullable(),
    /** Name of a share or an index; empty of everything else. */
    instrumentName: z.string(),
    /** Whether it is a contract that has ended. */
    isExpired: z.boolean(),
  }),
);
export type WatchlistEntry = z.output<typeof WatchlistEntrySchema>;

const WatchlistSchema = z.lazy(() =>
  z.object({
    listId: id,
    name: z.string(),
    /** In the order of their owner. */
    entries: z.array(WatchlistEntrySchema),
  }),
);
export type Watchlist = z.output<typeof WatchlistSchema>;

const name = shownName(WATCHLIST_LIMITS.nameLetters, 1);
/** Rows above it; at the end of the list unless given. */
const place = z
  .int()
  .min(0)
  .max(MOST_WATCHLIST_ENTRIES - 1);
const changed = z.lazy(() => z.object({ list: WatchlistSchema }));

/** Lists of instruments that an account looks at. They trade nothing. */
export const watchlists = {
  /** All lists with what is in them. */
  list: post('/userapi/watchlists/list', {
    right: read('Market'),
    output: z.lazy(() => z.object({ lists: z.array(WatchlistSchema) })),
  }),
  create: post('/userapi/watchlists/create', {
    right: manage('Market'),
    input: () => z.object({ name }),
    output: changed,
  }),
  rename: post('/userapi/watchlists/rename', {
    right: manage('Market'),
    input: () => z.object({ listId: id, name }),
    output: changed,
  }),
  remove: post('/userapi/watchlists/remove', {
    right: manage('Market'),
    input: () => z.object({ listId: id }),
    output: z.lazy(() => z.object({ listId: id })),
  }),
  /** Put the lists in an order. Each of them stands in it once. */
  reorder: post('/userapi/watchlists/reorder', {
    right: manage('Market'),
    input: () => z.object({ listIds: z.array(id).min(1).max(WATCHLIST_LIMITS.lists) }),
    output: z.lazy(() => z.object({ listIds: z.array(id) })),
  }),
  /** Add symbols and headings, one by one, in their order. */
  add: post('/userapi/watchlists/add', {
    right: manage('Market'),
    input: () =>
      z.object({
        listId: id,
        entries: z
          .array(
            z.discriminatedUnion('kind', [
              z.object({ kind: z.literal('symbol'), text: anySymbol, place: place.optional() }),
              z.object({ kind: z.literal('heading'), text: name, place: place.optional() }),
            ]),
          )
          .min(1)
          .max(MOST_WATCHLIST_ENTRIES),
      }),
    output: changed,
  }),
  renameHeading: post('/userapi/watchlists/heading', {
    right: manage('Market'),
    input: () => z.object({ listId: id, entryId: id, text: name }),
    output: changed,
  }),
  removeEntries: post('/userapi/watchlists/remove-entries', {
    right: manage('Market'),
    input: () => z.object({ listId: id, entryIds: z.array(id).min(1).max(MOST_WATCHLIST_ENTRIES) }),
    output: changed,
  }),
  /** Remove the contracts that have ended. */
  removeExpired: post('/userapi/watchlists/remove-expired', {
    right: manage('Market'),
    input: () => z.object({ listId: id }),
    output: changed,
  }),
  /** Move a row to a place, counted without it. */
  move: post('/userapi/watchlists/move', {
    right: manage('Market'),
    input: () => z.object({ listId: id, entryId: id, place }),
    output: changed,
  }),
};
