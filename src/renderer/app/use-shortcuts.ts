import { useCallback, useEffect, useMemo } from 'react';
import { actionOf, shortcutOf, type Shortcut } from '../../shared/shortcuts.ts';
import { activePane } from '../state/active-pane.ts';
import { useGoFromHere } from '../state/go-from-here.ts';
import { useHistory } from '../state/navigation.ts';
import { onShellEvent } from '../state/shell-events.ts';
import { appActions } from './app-actions.ts';
import { useShortcutKeys } from './shortcut-keys.ts';

/** React hook: does what a shortcut says. */
export const useRunShortcut = (): ((shortcut: Shortcut) => void) => {
  const history = useHistory();
  const goTo = useGoFromHere();
  const actions = useMemo(
    () =>
      appActions({
        route: () => (activePane.get().history ?? history).location.href,
        back: () => (activePane.get().history ?? history).back(),
        forward: () => (activePane.get().history ?? history).forward(),
      }),
    [history],
  );
  return useCallback(
    (shortcut: Shortcut) => {
      const action = actionOf(shortcut);
      if (shortcut.route !== undefined) goTo(shortcut.route);
      else if (action !== null) actions[action]();
    },
    [actions, goTo],
  );
};

const BACK_BUTTON = 3;
const FORWARD_BUTTON = 4;

/** React hook: keys, menu items and the side buttons of a mouse, wherever the focus is. */
export const useShortcuts = (): void => {
  const history = useHistory();
  const run = useRunShortcut();
  useShortcutKeys(run);
  useEffect(
    () =>
      onShellEvent((event) => {
        if (event.type === 'action.requested') run(shortcutOf(event.action));
      }),
    [run],
  );
  useEffect(() => {
    const onButton = (event: MouseEvent) => {
      if (event.button !== BACK_BUTTON && event.button !== FORWARD_BUTTON) return;
      event.preventDefault();
      const within = activePane.get().history ?? history;
      if (event.button === BACK_BUTTON) within.back();
      else within.forward();
    };
    window.addEventListener('mouseup', onButton);
    return () => window.removeEventListener('mouseup', onButton);
  }, [history]);
};
