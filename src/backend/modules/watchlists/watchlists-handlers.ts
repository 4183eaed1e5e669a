import { unknownSymbols } from '../../market/known-symbols.ts';
import { Refusal } from '../../refusal.ts';
import {
  addEntries,
  changeList,
  moveEntry,
  type NewEntry,
  removeEntries,
  removeExpired,
  renameHeading,
} from './change-entries.ts';
import { createList, removeList, renameList, reorderLists } from './change-lists.ts';
import { listsOf } from './read-lists.ts';
import type { WatchlistsCalls, WatchlistsDeps } from './watchlists-deps.ts';

/** @throws Refusal `invalid` for a symbol that is none */
const requireKnown = async (
  { database, marketRuns }: WatchlistsDeps,
  userId: number,
  entries: readonly NewEntry[],
): Promise<void> => {
  const symbols = entries.filter(({ kind }) => kind === 'symbol').map(({ text }) => text);
  const { session } = marketRuns.simulated;
  const [unknown] = await unknownSymbols(database.readOf(userId), userId, symbols, {
    now: session.now,
    priceOf: (underlying) => session.lastPrice(underlying)?.price ?? null,
  });
  if (unknown !== undefined)
    throw new Refusal('invalid', `There is no instrument ${unknown} in the market.`, {
      fields: { entries: 'must be known symbols' },
    });
};

/** Lists of instruments that somebody looks at. */
export const watchlistsHandlers = (deps: WatchlistsDeps): WatchlistsCalls => ({
  list: async (_input, { userId }) => ({ lists: await listsOf(deps, deps.database.readOf(userId), userId) }),
  create: createList(deps),
  rename: renameList(deps),
  remove: removeList(deps),
  reorder: reorderLists(deps),
  add: async ({ listId, entries }, { userId }) => {
    await requireKnown(deps, userId, entries);
    return changeList(deps, userId, listId, (open) => addEntries(open, entries));
  },
  renameHeading: ({ listId, entryId, text }, { userId }) =>
    changeList(deps, userId, listId, (open) => renameHeading(open, entryId, text)),
  removeEntries: ({ listId, entryIds }, { userId }) =>
    changeList(deps, userId, listId, (open) => removeEntries(open, entryIds)),
  removeExpired: ({ listId }, { userId }) =>
    changeList(deps, userId, listId, (open) => removeExpired(deps, userId, open)),
  move: ({ listId, entryId, place }, { userId }) =>
    changeList(deps, userId, listId, (open) => moveEntry(open, entryId, place)),
});
