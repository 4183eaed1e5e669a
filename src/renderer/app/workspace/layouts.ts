import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readHere, writeHere } from '../../state/kept-here.ts';
import { readLayout, type Layout } from './layout.ts';

/** A layout by name. Each person on this computer has their own. */
interface Kept {
  readonly ownerId: number;
  readonly name: string;
  readonly layout: Layout;
  /** Another with every change. So a window knows the change of another one. */
  readonly stamp?: string;
}

/** Most layouts of one person. */
export const MOST_LAYOUTS = 30;

/** A name that nothing has yet: of one that is taken, with a number. */
export const freeName = (wanted: string, taken: readonly string[]): string => {
  for (let number = 2; taken.includes(wanted); number++) {
    const next = `${wanted} ${number}`;
    if (!taken.includes(next)) return next;
  }
  return wanted;
};

/** Where they are kept in this computer, and how. */
const [PLACE, VERSION] = ['layouts', 1] as const;

const useStore = create<{ kept: readonly Kept[] }>()(
  persist(() => ({ kept: [] as readonly Kept[] }), {
    ...{ name: PLACE, version: VERSION },
    storage: readHere<{ kept: readonly Kept[] }>(),
  }),
);

// Another window of the same person has changed one.
window.addEventListener('storage', ({ key }) => {
  if (key === PLACE) void useStore.persist.rehydrate();
});

const namesOf = (kept: readonly Kept[], ownerId: number): readonly string[] =>
  kept.filter((one) => one.ownerId === ownerId).map(({ name }) => name);

const isOf = (ownerId: number, name: string) => (one: Kept) => one.ownerId === ownerId && one.name === name;

/** Layouts removed or renamed in this window. A pane that still shows one no longer writes it. */
const endedHere = new Set<string>();
const keyOf = (ownerId: number, name: string): string => `${ownerId} ${name}`;

/** Change what is kept. False where there is no room left for it; all is as before then. */
const change = (to: (kept: readonly Kept[]) => readonly Kept[]): boolean => {
  // All are kept as one: what another window has just written of others must not be lost.
  void useStore.persist.rehydrate();
  const kept = to(useStore.getState().kept);
  if (!writeHere(PLACE, { kept }, VERSION)) return false;
  useStore.setState({ kept });
  return true;
};

/** How a change of a layout ended. */
type Updated =
  | { readonly kind: 'kept'; readonly stamp: string | undefined }
  /**
   * Another window has changed it since, or ended it; this window has ended it; or this computer has no room left for
   * what it has become.
   */
  | { readonly kind: 'changed-elsewhere' | 'gone' | 'ended-here' | 'no-room' };

/** Named layouts on this computer. */
export const layouts = {
  /** React hook: names of one person's layouts, in the order of making. */
  useNames: (ownerId: number): readonly string[] => namesOf(useStore().kept, ownerId),
  /** Names of one person's layouts, in the order of making. */
  names: (ownerId: number): readonly string[] => namesOf(useStore.getState().kept, ownerId),
  /** A layout by name; null when there is none that can be read. */
  find: (ownerId: number, name: string): Layout | null => {
    const found = useStore.getState().kept.find(isOf(ownerId, name));
    if (!found) return null;
    const layout = readLayout(found.layout);
    return typeof layout === 'string' ? null : layout;
  },
  /** Keep a layout under a name, also in place of another. False where there is no room left for it. */
  keep: (ownerId: number, name: string, layout: Layout): boolean => {
    const made = { ownerId, name, layout, stamp: crypto.randomUUID() };
    endedHere.delete(keyOf(ownerId, name));
    return change((kept) =>
      kept.some(isOf(ownerId, name))
        ? kept.map((one) => (isOf(ownerId, name)(one) ? made : one))
        : [...kept, made],
    );
  },
  /** Stamp of a layout as it is kept now; of one without, undefined. */
  stampOf: (ownerId: number, name: string): string | undefined =>
    useStore.getState().kept.find(isOf(ownerId, name))?.stamp,
  /** Keep what a layout has become since `stamp`. */
  update: (ownerId: number, name: string, layout: Layout, stamp: string | undefined): Updated => {
    void useStore.persist.rehydrate();
    const before = useStore.getState().kept.find(isOf(ownerId, name));
    if (!before) return { kind: endedHere.has(keyOf(ownerId, name)) ? 'ended-here' : 'gone' };
    if (JSON.stringify(before.layout) === JSON.stringify(layout))
      return { kind: 'kept', stamp: before.stamp };
    if (before.stamp !== stamp) return { kind: 'changed-elsewhere' };
    const made = { ...before, layout, stamp: crypto.randomUUID() };
    const isKept = change((kept) => kept.map((one) => (isOf(ownerId, name)(one) ? made : one)));
    return isKept ? { kind: 'kept', stamp: made.stamp } : { kind: 'no-room' };
  },
  /** Give a layout another name. False where that could not be written. */
  rename: (ownerId: number, from: string, to: string): boolean => {
    if (from === to) return true;
    const isRenamed = change((kept) =>
      kept.map((one) => (isOf(ownerId, from)(one) ? { ...one, name: to } : one)),
    );
    if (!isRenamed) return false;
    endedHere.add(keyOf(ownerId, from));
    endedHere.delete(keyOf(ownerId, to));
    return true;
  },
  /** Remove a layout. False where that could not be written. */
  remove: (ownerId: number, name: string): boolean => {
    const isRemoved = change((kept) => kept.filter((one) => !isOf(ownerId, name)(one)));
    if (isRemoved) endedHere.add(keyOf(ownerId, name));
    return isRemoved;
  },
};
