import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

const useStore = create<{ codes: readonly string[] | null }>(() => ({ codes: null }));

registerReset(() => useStore.setState({ codes: null }));

/** Recovery codes that were just made, until the person has kept them: no other page takes them away. */
export const freshCodes = {
  /** React hook: null for none. */
  use: (): readonly string[] | null => useStore(({ codes }) => codes),
  show: (codes: readonly string[] | null): void => useStore.setState({ codes }),
};
