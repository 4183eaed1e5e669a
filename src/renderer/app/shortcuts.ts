import { ROUTE_LIST } from './route-list.ts';

interface Pressed {
  key: string;
  /** The place of the key on the keyboard. */
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** With Shift the full stop is another character on every keyboard; its place is the same. */
const keyOf = ({ key, code }: Pressed): string => {
  if (code === 'Period') return '.';
  return key.length === 1 ? key.toUpperCase() : key;
};

/** A key press as routes write their shortcut: `Ctrl+Shift+A`; ⌘ counts as Ctrl. */
export const shortcutOf = (event: Pressed): string =>
  [
    event.ctrlKey || event.metaKey ? 'Ctrl' : null,
    event.shiftKey ? 'Shift' : null,
    event.altKey ? 'Alt' : null,
    keyOf(event),
  ]
    .filter(Boolean)
    .join('+');

const pathByShortcut = new Map(
  ROUTE_LIST.flatMap(({ shortcut, path }) => (shortcut ? [[shortcut, path] as const] : [])),
);

/** The route that a key press leads to, if any. */
export const routeOfShortcut = (event: Pressed): string | null =>
  pathByShortcut.get(shortcutOf(event)) ?? null;
