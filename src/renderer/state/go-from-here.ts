import { useCallback } from 'react';
import { useHistory } from './navigation.ts';
import { openInMain, windowKind } from './window-kind.ts';

/** React hook: goes to a page; from a window of its own in the main one, so that it keeps what it shows. */
export const useGoFromHere = (): ((route: string) => void) => {
  const history = useHistory();
  return useCallback(
    (route: string) => (windowKind() === 'main' ? history.push(route) : openInMain(route)),
    [history],
  );
};
