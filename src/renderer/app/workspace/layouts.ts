import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readLayout, type Layout } from './layout.ts';

/** A layout by name. Each person on this computer has their own. */
interface Kept {
  readonly ownerId: number;
  readonly name: string;
  readonly layout: Layout;
}

/** Most layouts of one person. */
export const MOST_LAYOUTS = 30;

const useStore = create<{ kept: readonly Kept[] }>()(
  persist(() => ({ kept: [] as readonly Kept[] }), { name: 'layouts', version: 1 }),
);

// Another window of the same person has changed one.
window.addEventListener('storage', ({ key }) => {
  if (key === 'layouts') void useStore.persist.rehydrate();
});

const isOf = (ownerId: number, name: string) => (one: Kept) => one.ownerId === ownerId && one.name === name;

const change = (to: (kept: readonly Kept[]) => readonly Kept[]): void =>
  void useStore.setState(({ kept }) => ({ kept: to(kept) }));

/** Named layouts on this computer. */
export const layouts = {
  /** React hook: names of one person's layouts, in the order of making. */
  useNames: (ownerId: number): readonly string[] =>
    useStore()
      .kept.filter((one) => one.ownerId === ownerId)
      .map(({ name }) => name),
  /** A layout by name; null when there is none that can be read. */
  find: (ownerId: number, name: string): Layout | null => {
    const found = useStore.getState().kept.find(isOf(ownerId, name));
    if (!found) return null;
    const layout = readLayout(found.layout);
    return typeof layout === 'string' ? null : layout;
  },
  /** Keep a layout under a name, also in place of another. */
  keep: (ownerId: number, name: string, layout: Layout): void => {
    const made = { ownerId, name, layout };
    change((kept) =>
      kept.some(isOf(ownerId, name))
        ? kept.map((one) => (isOf(ownerId, name)(one) ? made : one))
        : [...kept, made],
    );
  },
  /** Keep what a layout has become. One that was removed meanwhile stays so. */
  update: (ownerId: number, name: string, layout: Layout): void =>
    change((kept) => kept.map((one) => (isOf(ownerId, name)(one) ? { ...one, layout } : one))),
  rename: (ownerId: number, from: string, to: string): void =>
    change((kept) => kept.map((one) => (isOf(ownerId, from)(one) ? { ...one, name: to } : one))),
  remove: (ownerId: number, name: string): void =>
    change((kept) => kept.filter((one) => !isOf(ownerId, name)(one))),
};
