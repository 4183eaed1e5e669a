import type { RouterHistory } from '@tanstack/react-router';
import { create } from 'zustand';
import { PAGE } from './pane.ts';

interface Active {
  /** Name of the pane that keys and menus are for; the page itself where there are no panes. */
  readonly pane: string;
  /** Its history; null of the page, whose history is the window's. */
  readonly history: RouterHistory | null;
}

const page: Active = { pane: PAGE, history: null };

const useStore = create<Active>(() => page);

/** Pane of a workspace that keys and menus are for. */
export const activePane = {
  /** React hook: its name. */
  useName: (): string => useStore(({ pane }) => pane),
  get: (): Active => useStore.getState(),
  set: (active: Active): void => useStore.setState(active, true),
  /** Give the keys back to the page. */
  clear: (): void => useStore.setState(page, true),
};
