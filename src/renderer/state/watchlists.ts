import type { Watchlist, WatchlistEntry } from '../../shared/contract/watchlists.ts';
import type { Result } from '../../shared/failure.ts';
import { api } from '../api/api.ts';
import { reportFailure } from './failure-reports.ts';
import { createResource } from './resource.ts';

/** All lists of the account. Quietly: they are asked for again after every change of any window. */
export const watchlists = createResource(() => api.watchlists.list(), { isQuiet: true });

type Changed = Result<{ list: Watchlist }>;

/** Changes whose answer is awaited: that of the last one has them all. */
let underWay = 0;
/** Changes come one by one. A key held down moves a row step by step. */
let line: Promise<unknown> = Promise.resolve();

const replace = (list: Watchlist): void =>
  watchlists.patch(({ lists }) => ({
    lists: lists.some(({ listId }) => listId === list.listId)
      ? lists.map((one) => (one.listId === list.listId ? list : one))
      : [...lists, list],
  }));

const inTurn = (ask: () => Promise<Changed>): Promise<Changed> => {
  underWay++;
  const done = line.then(ask).then((result) => {
    underWay--;
    if (result.ok && underWay === 0) replace(result.value.list);
    if (!result.ok) {
      reportFailure(result.failure);
      void watchlists.reload();
    }
    return result;
  });
  line = done;
  return done;
};

const patchEntries = (
  listId: number,
  change: (entries: readonly WatchlistEntry[]) => WatchlistEntry[],
): void =>
  watchlists.patch(({ lists }) => ({
    lists: lists.map((list) => (list.listId === listId ? { ...list, entries: change(list.entries) } : list)),
  }));

/** A row to be added. Without a place it is the last one. */
export interface NewRow {
  readonly kind: WatchlistEntry['kind'];
  readonly text: string;
  readonly place?: number;
}

/** Changes of lists. What a key does many times is shown before it is answered. */
export const changeWatchlists = {
  create: (name: string): Promise<Changed> => api.watchlists.create({ name }),
  rename: (listId: number, name: string): Promise<Changed> => api.watchlists.rename({ listId, name }),
  /** Keep a list as an answer has it. */
  keep: replace,
  remove: async (listId: number): Promise<void> => {
    const result = await api.watchlists.remove({ listId });
    if (!result.ok) reportFailure(result.failure);
    await watchlists.reload();
  },
  reorder: async (listIds: readonly number[]): Promise<void> => {
    const result = await api.watchlists.reorder({ listIds: [...listIds] });
    if (!result.ok) reportFailure(result.failure);
    await watchlists.reload();
  },
  add: (listId: number, rows: readonly NewRow[]): Promise<Changed> =>
    inTurn(() => api.watchlists.add({ listId, entries: [...rows] })),
  renameHeading: (listId: number, entryId: number, text: string): Promise<Changed> =>
    api.watchlists.renameHeading({ listId, entryId, text }),
  removeEntries: (listId: number, entryIds: readonly number[]): Promise<Changed> => {
    patchEntries(listId, (entries) => entries.filter(({ entryId }) => !entryIds.includes(entryId)));
    return inTurn(() => api.watchlists.removeEntries({ listId, entryIds: [...entryIds] }));
  },
  removeExpired: (listId: number): Promise<Changed> => inTurn(() => api.watchlists.removeExpired({ listId })),
  move: (listId: number, entryId: number, place: number): Promise<Changed> => {
    patchEntries(listId, (entries) => {
      const moved = entries.filter((entry) => entry.entryId === entryId);
      const others = entries.filter((entry) => entry.entryId !== entryId);
      return [...others.slice(0, place), ...moved, ...others.slice(place)];
    });
    return inTurn(() => api.watchlists.move({ listId, entryId, place }));
  },
};
