import { useCallback, useSyncExternalStore } from 'react';

/** Width of windows with room for twelve cards, px: rows of six, or three rows of four. */
const TWELVE_CARDS = 1900;

/** React hook: whether the window has a width, px; by default that for twice as many cards. */
export const useWideWindow = (width = TWELVE_CARDS): boolean => {
  const query = `(min-width: ${width}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};
