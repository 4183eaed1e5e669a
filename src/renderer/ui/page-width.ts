import { createContext, useCallback, useContext, useState, useSyncExternalStore } from 'react';

/**
 * Container by whose width the queries below hold. A page may be a pane of a workspace, so the width of the window says
 * nothing about it.
 */
export const PAGE_CONTAINER = { containerName: 'page', containerType: 'inline-size' } as const;

/** Container of a page whose height is given, not its content's. */
export const PANE_CONTAINER = { containerName: 'page', containerType: 'size' } as const;

/** Query for pages that are at most so wide, px. */
export const upTo = <const Px extends number>(px: Px) => `@container page (max-width: ${px}px)` as const;

/** Query for pages that are at least so wide, px. */
export const from = <const Px extends number>(px: Px) => `@container page (min-width: ${px}px)` as const;

/** Query for panes of a workspace. Their height is known; that of a page is its content's. */
export const IN_PANE = '@container page (min-height: 1px)';

/** Query for low panes. All but what they are for makes room. */
export const IN_LOW_PANE = '@container page (max-height: 420px)';

/** Widest page on which tables and forms save room, px: that of the smallest window. */
export const NARROW_PAGE = upTo(930);

/** Room that the menu and the margins of a window take, px. */
const BESIDE_PAGE = 280;

/** Width of a page, px, and its changes. */
export interface PageWidth {
  readonly get: () => number;
  readonly subscribe: (onChange: () => void) => () => void;
}

const measured = () => {
  const listeners = new Set<() => void>();
  let width: number | null = null;
  let observer: ResizeObserver | null = null;
  const set = (next: number) => {
    // An element that is hidden has no width, and its page keeps its columns.
    if (next === 0 || next === width) return;
    width = next;
    for (const listener of listeners) listener();
  };
  return {
    value: {
      get: () => width ?? window.innerWidth - BESIDE_PAGE,
      subscribe: (onChange) => {
        listeners.add(onChange);
        return () => listeners.delete(onChange);
      },
    } satisfies PageWidth,
    observe: (element: HTMLElement | null) => {
      observer?.disconnect();
      if (!element) return;
      observer = new ResizeObserver(([entry]) => set(Math.round(entry?.contentRect.width ?? 0)));
      observer.observe(element);
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      set(Math.round(element.clientWidth - (parseFloat(paddingLeft) || 0) - (parseFloat(paddingRight) || 0)));
    },
  };
};

export const PageWidthContext = createContext<PageWidth>(measured().value);

/** React hook: the width of a page, and the ref of the element that has it. */
export const usePageWidth = () => {
  const [page] = useState(measured);
  const ref = useCallback((element: HTMLElement | null) => page.observe(element), [page]);
  return { ref, width: page.value };
};

/** React hook: whether the page has a width, px. */
export const useIsPageWide = (px: number): boolean => {
  const { get, subscribe } = useContext(PageWidthContext);
  return useSyncExternalStore(subscribe, () => get() >= px);
};
