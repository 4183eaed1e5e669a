import type { Shortcut } from './shortcuts.ts';

/** Keyboards differ by where Ctrl is ⌘. */
export type Keyboard = 'mac' | 'other';

/** The keys of a shortcut on a keyboard, as accelerators; the first is the one that is named. */
export const keysOn = ({ keys, macKeys }: Shortcut, keyboard: Keyboard): readonly string[] =>
  keyboard === 'mac' ? (macKeys ?? keys) : keys;

const KEY_SIGNS: Readonly<Record<string, string>> = { Left: '←', Right: '→', Up: '↑', Down: '↓', Plus: '+' };
const MAC_SIGNS: Readonly<Record<string, string>> = { Alt: '⌥', Shift: '⇧', CmdOrCtrl: '⌘' };
/** Order in which macOS writes them. */
const MAC_ORDER = Object.keys(MAC_SIGNS);

/** An accelerator as people read it: `Ctrl+Shift+A`, on a Mac `⇧⌘A`. */
export const keyLabel = (accelerator: string, keyboard: Keyboard): string => {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1);
  const sign = KEY_SIGNS[key] ?? key;
  if (keyboard === 'other')
    return [...modifiers.map((name) => name.replace('CmdOrCtrl', 'Ctrl')), sign].join('+');
  return [...MAC_ORDER.filter((name) => modifiers.includes(name)).map((name) => MAC_SIGNS[name]), sign].join(
    '',
  );
};

/** The keys of a shortcut in words: what acts anywhere, then the plain key for lists. */
export const keyLabels = (shortcut: Shortcut, keyboard: Keyboard): string[] => [
  ...keysOn(shortcut, keyboard).map((keys) => keyLabel(keys, keyboard)),
  ...(shortcut.letter === undefined ? [] : [shortcut.letter]),
];
