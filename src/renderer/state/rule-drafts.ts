import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { whereThereIsRoom } from './kept-here.ts';

/** Rules that are not finished: kept on this computer until they are saved as a strategy or thrown away. */
export interface RuleDraft {
  readonly id: string;
  readonly ownerId: number;
  readonly name: string;
  readonly capital: string;
  /** The strategy they will change; null for a new one. */
  readonly strategyId: number | null;
  /** The document as it was typed, which may be invalid. */
  readonly document: unknown;
  /** Refused names of variables that were left in their fields; null for the others. */
  readonly typedNames?: readonly (string | null)[];
  /** Shares that were named before an index was chosen; null where none was. */
  readonly namedShares?: readonly string[] | null;
  /** Epoch ms. */
  readonly savedAt: number;
}

const MOST_DRAFTS = 50;

interface Kept {
  readonly drafts: readonly RuleDraft[];
}

/** Key of a half-typed number: JSON makes null of it, which has a meaning of its own in rules. */
const NOT_FINITE = 'notFinite';

/** Whether this computer had room for what was written last. */
let hasRoom = true;

const storage = createJSONStorage<Kept>(() => whereThereIsRoom(() => (hasRoom = false)), {
  replacer: (_, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? { [NOT_FINITE]: String(value) } : value,
  reviver: (_, value) =>
    typeof value === 'object' && value !== null && NOT_FINITE in value ? Number(value[NOT_FINITE]) : value,
});

const useStore = create<Kept>()(
  persist((): Kept => ({ drafts: [] }), { name: 'rule-drafts', version: 1, storage }),
);

const ownedBy = (ownerId: number, drafts: readonly RuleDraft[]): readonly RuleDraft[] =>
  drafts.filter((draft) => draft.ownerId === ownerId);

/** Drafts of everybody who uses this computer; each sees their own. */
export const ruleDrafts = {
  /** One person's drafts, newest first. */
  of: (ownerId: number): readonly RuleDraft[] => ownedBy(ownerId, useStore.getState().drafts),
  /** React hook: the same. */
  useOf: (ownerId: number): readonly RuleDraft[] => ownedBy(ownerId, useStore().drafts),
  /**
   * Store a draft, replacing an older one with its id. The oldest beyond fifty are dropped. False where this computer has
   * no room left for it: it stays in the window until that is closed.
   */
  save: (draft: RuleDraft): boolean => {
    hasRoom = true;
    useStore.setState(({ drafts }) => ({
      drafts: [draft, ...drafts.filter(({ id }) => id !== draft.id)].slice(0, MOST_DRAFTS),
    }));
    return hasRoom;
  },
  remove: (id: string): void => {
    useStore.setState(({ drafts }) => ({ drafts: drafts.filter((draft) => draft.id !== id) }));
  },
};
