import { useSyncExternalStore } from 'react';
import type { SystemLook } from './theme.ts';

const DARK = '(prefers-color-scheme: dark)';
const MORE_CONTRAST = '(prefers-contrast: more)';
const FORCED_COLOURS = '(forced-colors: active)';

const matches = (query: string): boolean => window.matchMedia(query).matches;

/**
 * Appearance that the computer asks for now. Windows forces its contrast themes on every page; macOS only asks for more
 * contrast.
 */
export const systemLook = (): SystemLook => ({
  isDark: matches(DARK),
  contrast: matches(FORCED_COLOURS) ? 'forced' : matches(MORE_CONTRAST) ? 'more' : 'usual',
});

const watch = (changed: () => void): (() => void) => {
  const queries = [DARK, MORE_CONTRAST, FORCED_COLOURS].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
};

/** React hook: the same, followed. */
export const useSystemLook = (): SystemLook => {
  // A snapshot must be the same value while nothing has changed, so it is text.
  const text = useSyncExternalStore(watch, () => JSON.stringify(systemLook()));
  return JSON.parse(text) as SystemLook;
};
