import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useCallback } from 'react';

/** React hook: the window's history, for Back, Forward and addresses as text. */
export const useHistory = (): RouterHistory => {
  const router = useRouter() as { history: RouterHistory };
  return router.history;
};

/** React hook: goes to a route of ours by its address, such as `/trade-history?trade=12`. */
export const useGoTo = (): ((route: string) => void) => {
  const history = useHistory();
  return useCallback((route: string) => history.push(route), [history]);
};

/** The address of a route for a link. */
export const routeHref = (route: string): string => `#${route}`;
