import { createContext, useContext } from 'react';
import { registerReset } from './store-registry.ts';

/** Store of one pane, which can be asked for again. */
interface PaneStore {
  readonly reload: () => Promise<void>;
  readonly askedAt: () => number;
  readonly reset: () => void;
}

/** Name of the page of a window, as a pane. */
export const PAGE = 'page';

/** Name of the pane that a component is in; the page of a window is one, too. */
export const PaneContext = createContext(PAGE);

const forgetters = new Set<(pane: string) => void>();

/** Forget what a pane has asked for, once it is closed. */
export const forgetPane = (pane: string): void => {
  for (const forget of forgetters) forget(pane);
};

/** Stores by pane: two panes of one screen show different things. */
export const perPane = <Store extends PaneStore>(make: () => Store) => {
  const stores = new Map<string, Store>();
  const of = (pane: string): Store => {
    const store = stores.get(pane) ?? make();
    stores.set(pane, store);
    return store;
  };
  registerReset(() => {
    for (const { reset } of stores.values()) reset();
  });
  forgetters.add((pane) => stores.delete(pane));
  return {
    /** Store of a pane by name. */
    in: of,
    /** React hook: the store of the pane in which the component is. */
    useHere: (): Store => of(useContext(PaneContext)),
    /** Stores of all panes. */
    inAll: (): readonly Store[] => [...stores.values()],
    /** Asks again in every pane for what stands there. */
    reload: async (): Promise<void> => {
      await Promise.all([...stores.values()].map((store) => store.reload()));
    },
    /** When the first of the panes was last asked, ms of `performance.now()`. */
    askedAt: (): number => Math.min(...[...stores.values()].map((store) => store.askedAt())),
  };
};
