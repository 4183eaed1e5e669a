import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router';

/** A first entry of the window's history, before the router has written one. */
const FIRST = { key: 'first', __TSR_key: 'first', __TSR_index: 0 } as const;

const locationOf = (hash: string, state: unknown): HistoryLocation => {
  // One slash at the start: two would name another host.
  const href = `/${hash.replace(/^[#/\\\s]+/, '')}`;
  const at = href.indexOf('?');
  return {
    href,
    pathname: at === -1 ? href : href.slice(0, at),
    search: at === -1 ? '' : href.slice(at),
    hash: '',
    state: (state as HistoryLocation['state'] | null) ?? FIRST,
  };
};

/**
 * The history of a window, whose routes stand behind the `#`. What stands before it says which window this is and
 * belongs to no route; the library's own hash history would add it to every search.
 */
export const createWindowHistory = (): RouterHistory =>
  createBrowserHistory({
    parseLocation: () => locationOf(window.location.hash, window.history.state),
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
  });
