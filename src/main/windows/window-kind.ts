import type { WindowShape } from './window-state.ts';

/**
 * `main` has the menu and everything; a `pop-out` shows one page by itself; `mini` is the small one that shows today's
 * result over other programs. All show the same renderer, which reads its kind from the address.
 */
export const WINDOW_KINDS = ['main', 'pop-out', 'mini'] as const;
export type WindowKind = (typeof WINDOW_KINDS)[number];

export const SHAPES: Readonly<Record<WindowKind, WindowShape>> = {
  main: { size: { width: 1320, height: 860 }, least: { width: 1024, height: 680 } },
  'pop-out': { size: { width: 900, height: 620 }, least: { width: 480, height: 320 } },
  mini: { size: { width: 320, height: 168 }, least: { width: 280, height: 148 } },
};

export const MINI_ROUTE = '/mini';

/** The name under which the place of a window is kept: a page keeps its place whatever is filtered on it. */
export function placeName(kind: WindowKind, route: string): string {
  if (kind === 'main') return 'window';
  if (kind === 'mini') return 'window-mini';
  const page = route.split('?')[0] ?? '';
  return `window${page.replaceAll(/[^\w]+/g, '-')}`;
}
