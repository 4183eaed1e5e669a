import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { whereThereIsRoom } from './kept-here.ts';

/** Figures that a watchlist can show, in their order. */
export const WATCHLIST_COLUMNS = [
  'last',
  'change',
  'percent',
  'open',
  'high',
  'low',
  'previous',
  'volume',
  'bid',
  'ask',
] as const;
export type WatchlistColumn = (typeof WATCHLIST_COLUMNS)[number];

const AT_FIRST: readonly string[] = ['last', 'change', 'percent', 'high', 'low', 'volume'];

const useStore = create<{ shown: readonly string[] }>()(
  persist(() => ({ shown: AT_FIRST }), {
    name: 'watchlist-columns',
    version: 1,
    storage: createJSONStorage(whereThereIsRoom),
  }),
);

/** Columns of watchlists on this computer; what an account looks at is kept by the server. */
export const watchlistColumns = {
  /** React hook: those that are shown, in order. */
  use: (): readonly WatchlistColumn[] => {
    const { shown } = useStore();
    return WATCHLIST_COLUMNS.filter((column) => shown.includes(column));
  },
  show: (shown: readonly string[]): void => {
    useStore.setState({ shown });
  },
};
