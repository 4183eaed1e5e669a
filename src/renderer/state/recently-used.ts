import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { whereThereIsRoom } from './kept-here.ts';

/** Something that was chosen in the palette. */
export interface Used {
  /** Its name within the palette, such as `action:toggle-skin` or `strategy:12`. */
  readonly key: string;
  readonly ownerId: number;
  /** Its name at the time, and its address: for what is not known without asking for it. */
  readonly label: string;
  readonly route: string | null;
}

const MOST_USED = 40;

const useStore = create<{ used: readonly Used[] }>()(
  persist(() => ({ used: [] as readonly Used[] }), {
    name: 'recently-used',
    version: 1,
    storage: createJSONStorage(whereThereIsRoom),
  }),
);

/** Last choices of each user of this computer; each sees their own. */
export const recentlyUsed = {
  /** React hook: what one person chose, the last first. */
  useOf: (ownerId: number): readonly Used[] => useStore().used.filter((used) => used.ownerId === ownerId),
  /** Puts something first. */
  note: (used: Used): void => {
    useStore.setState((state) => ({
      used: [
        used,
        ...state.used.filter(({ key, ownerId }) => key !== used.key || ownerId !== used.ownerId),
      ].slice(0, MOST_USED),
    }));
  },
};
