import { ROUTE_LIST } from './route-list.ts';

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** A key press as routes write their shortcut: `Ctrl+Shift+A`; ⌘ counts as Ctrl. */
export const shortcutOf = (event: Pressed): string =>
  [
    event.ctrlKey || event.metaKey ? 'Ctrl' : null,
    event.shiftKey ? 'Shift' : null,
    event.altKey ? 'Alt' : null,
    event.key.length === 1 ? event.key.toUpperCase() : event.key,
  ]
    .filter(Boolean)
    .join('+');

const pathByShortcut = new Map(
  ROUTE_LIST.flatMap(({ shortcut, path }) => (shortcut ? [[shortcut, path] as const] : [])),
);

/** The route that a key press leads to, if any. */
export const routeOfShortcut = (event: Pressed): string | null =>
  pathByShortcut.get(shortcutOf(event)) ?? null;
