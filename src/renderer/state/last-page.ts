import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { whereThereIsRoom } from './kept-here.ts';

/** Most people whose page is remembered on a computer. */
const MOST_PEOPLE = 20;

interface Kept {
  readonly ownerId: number;
  /** Address within the window. */
  readonly href: string;
}

const useStore = create<{ pages: readonly Kept[] }>()(
  persist((): { pages: readonly Kept[] } => ({ pages: [] }), {
    name: 'last-page',
    version: 1,
    storage: createJSONStorage(whereThereIsRoom),
  }),
);

/** The page on which each person was last, on this computer. */
export const lastPage = {
  /** Address where somebody was; null for nowhere yet. */
  of: (ownerId: number): string | null =>
    useStore.getState().pages.find((page) => page.ownerId === ownerId)?.href ?? null,
  note: (ownerId: number, href: string): void => {
    useStore.setState(({ pages }) => ({
      pages: [{ ownerId, href }, ...pages.filter((page) => page.ownerId !== ownerId)].slice(0, MOST_PEOPLE),
    }));
  },
};
