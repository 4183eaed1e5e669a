import { create } from 'zustand';
import type { LegDocument } from '../../shared/leg-document.ts';
import { registerReset } from './store-registry.ts';

/** Legs in the middle of their work, as they are typed. */
export interface LegDraft {
  readonly name: string;
  /** Rupee text. */
  readonly capital: string;
  /** It may be invalid: a number that is not one yet is NaN. */
  readonly document: LegDocument;
}

type Drafts = Readonly<Record<string, LegDraft>>;

const useStore = create<{ drafts: Drafts }>(() => ({ drafts: {} }));

registerReset(() => useStore.setState({ drafts: {} }));

/**
 * Drafts of legs by their beginning, while the window is open. A form that is mounted anew, as when the language
 * changes, goes on where it was.
 */
export const legDrafts = {
  /** React hook: the draft of a beginning; null where nothing has been changed. */
  useOf: (key: string): LegDraft | null => useStore(({ drafts }) => drafts[key] ?? null),
  get: (key: string): LegDraft | null => useStore.getState().drafts[key] ?? null,
  keep: (key: string, draft: LegDraft): void =>
    useStore.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
  forget: (key: string): void =>
    useStore.setState(({ drafts }) => ({
      drafts: Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key)),
    })),
};
