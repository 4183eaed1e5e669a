/** Keys of an accelerator as tinykeys writes them. */
const MODIFIERS: Readonly<Record<string, string>> = { CmdOrCtrl: '$mod', Shift: 'Shift', Alt: 'Alt' };

/** Keys whose name or character differs from how they are written. The character may do so on some keyboards only. */
const NAMED: Readonly<Record<string, string>> = {
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Esc: 'Escape',
  // With Shift the full stop is another character on every keyboard; its place is the same.
  '.': 'Period',
  // Plus is with Shift on most keyboards, and nobody presses it.
  Plus: '(\\+|=|NumpadAdd)',
  '-': '(-|NumpadSubtract)',
  '0': '(0|Digit0|Numpad0)',
};
const SHIFT_EITHER_WAY = new Set(['Plus', '/', '?']);

const keyOf = (key: string, isByPlace: boolean): string => {
  if (NAMED[key] !== undefined) return NAMED[key];
  if (/^[1-9]$/.test(key)) return `(${key}|Digit${key})`;
  return isByPlace && /^[A-Z]$/.test(key) ? `Key${key}` : key;
};

/**
 * An accelerator, or one plain key, as a press that tinykeys knows. A letter is the character that the keyboard writes;
 * `isByPlace` is for a keyboard of another script, where it is the place that bears the letter.
 */
export const pressOf = (accelerator: string, isByPlace: boolean): string => {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((name) => MODIFIERS[name] ?? name);
  if (SHIFT_EITHER_WAY.has(key) && !modifiers.includes('Shift')) modifiers.push('[Shift]');
  return [...modifiers, keyOf(key, isByPlace)].join('+');
};

/** Whether the keyboard writes another script than these keys, such as Devanagari. */
export const isOtherScript = ({ key }: { readonly key: string }): boolean =>
  [...key].length === 1 && (key.codePointAt(0) ?? 0) > 0x24f;
