import { create } from 'zustand';
import type { Source } from '../../shared/contract/fields.ts';

/** Something that the menu of symbols is opened for. */
export interface MenuSubject {
  /** Null of a row without one, as a heading. */
  readonly symbol: string | null;
  /** Market that it was seen on; null where that does not matter. */
  readonly source: Source | null;
  /** Number of its row, for what its list can do; null outside such a list. */
  readonly rowId: number | null;
  /** Name of that list. */
  readonly list: string | null;
}

/** Place that a menu opens at, in the window. */
export interface MenuPlace {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** An action of a list on a row of its own. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  /** Keys that do the same, as people read them. */
  readonly keys?: string;
  readonly isFor: (rowId: number) => boolean;
  readonly onPress: (rowId: number) => void;
}

interface Menu {
  readonly opened: { readonly subject: MenuSubject; readonly place: MenuPlace } | null;
  readonly rowActions: ReadonlyMap<string, readonly RowAction[]>;
}

const useStore = create<Menu>(() => ({ opened: null, rowActions: new Map() }));

/** The one menu of the window for any symbol. */
export const symbolMenu = {
  use: useStore,
  open: (subject: MenuSubject, place: MenuPlace): void => useStore.setState({ opened: { subject, place } }),
  close: (): void => useStore.setState({ opened: null }),
  /** Offer what a list can do with its rows. Returns the way to stop. */
  offer: (list: string, actions: readonly RowAction[]): (() => void) => {
    useStore.setState(({ rowActions }) => ({ rowActions: new Map([...rowActions, [list, actions]]) }));
    return () =>
      useStore.setState(({ rowActions }) => ({
        rowActions: new Map([...rowActions].filter(([name]) => name !== list)),
      }));
  },
};
