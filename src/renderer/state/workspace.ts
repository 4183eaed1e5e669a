import { create } from 'zustand';
import type { ActionId } from '../../shared/shortcuts.ts';

/** Actions of the list of shortcuts that a workspace carries out. */
export type WorkspaceAction = Extract<ActionId, `pane-${string}` | `layout-${string}`>;

type Run = (action: WorkspaceAction) => void;

const useStore = create<{ run: Run | null }>(() => ({ run: null }));

/** The workspace in view, which keys and the palette act on. */
export const workspace = {
  /** Receive the keys, until the returned function is called. */
  receive: (run: Run): (() => void) => {
    useStore.setState({ run });
    return () => {
      if (useStore.getState().run === run) useStore.setState({ run: null });
    };
  },
  /** Returns whether there is a workspace that could do it. */
  run: (action: WorkspaceAction): boolean => {
    const { run } = useStore.getState();
    run?.(action);
    return run !== null;
  },
};
