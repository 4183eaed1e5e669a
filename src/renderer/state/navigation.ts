import type { RouterHistory } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** The window's history, which is there before the router is. */
export const HistoryContext = createContext<RouterHistory | null>(null);

/** React hook: the window's history, for Back, Forward and addresses as text. */
export const useHistory = (): RouterHistory => {
  const history = useContext(HistoryContext);
  if (!history) throw new Error('The window has no history');
  return history;
};

const onMove = (moved: () => void): (() => void) => {
  window.navigation.addEventListener('currententrychange', moved);
  return () => window.navigation.removeEventListener('currententrychange', moved);
};

/** React hook: whether there is a page to go back to, and one to go forward to. */
export const useHistoryEnds = (): { canGoBack: boolean; canGoForward: boolean } => ({
  canGoBack: useSyncExternalStore(onMove, () => window.navigation.canGoBack),
  canGoForward: useSyncExternalStore(onMove, () => window.navigation.canGoForward),
});

/** React hook: goes to a route of ours by its address, such as `/trade-history?trade=12`. */
export const useGoTo = (): ((route: string) => void) => {
  const history = useHistory();
  return useCallback((route: string) => history.push(route), [history]);
};

/** The address of a route for a link. */
export const routeHref = (route: string): string => `#${route}`;
