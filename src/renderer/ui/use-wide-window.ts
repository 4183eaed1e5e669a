import { useSyncExternalStore } from 'react';

/** Windows with room for twelve cards: rows of six, or three rows of four. */
const WIDE = '(min-width: 1900px)';

const subscribe = (onChange: () => void): (() => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** React hook: whether the window is wide enough for twice as many cards. */
export const useWideWindow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
