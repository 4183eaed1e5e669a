import { keyLabel, keysOn, type Keyboard } from '../../shared/shortcut-keys.ts';
import { shortcutOf, shortcutOfRoute, type Shortcut, type ShortcutId } from '../../shared/shortcuts.ts';

/** The keyboard of this computer. */
export const KEYBOARD: Keyboard = navigator.platform.startsWith('Mac') ? 'mac' : 'other';

const textOf = (shortcut: Shortcut): string | null => {
  const [keys] = keysOn(shortcut, KEYBOARD);
  return keys === undefined ? null : keyLabel(keys, KEYBOARD);
};

/** The keys that do something, as a tooltip names them: `Ctrl+E`, on a Mac `⌘E`. Empty when it has none. */
export const shortcutText = (id: ShortcutId): string => textOf(shortcutOf(id)) ?? '';

/** The keys that lead to a route; null when none do. */
export const shortcutTextOfRoute = (route: string): string | null => {
  const shortcut = shortcutOfRoute(route);
  return shortcut && textOf(shortcut);
};
