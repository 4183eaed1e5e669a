import { expect, test } from 'vitest';
import { keyLabel, keyLabels, keysOn, type Keyboard } from './shortcut-keys.ts';
import { ACTION_IDS, SHORTCUTS, shortcutOf, shortcutOfRoute, type Shortcut } from './shortcuts.ts';

const all: readonly Shortcut[] = SHORTCUTS;
const keyboards: readonly Keyboard[] = ['other', 'mac'];

const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

test('no two entries share a name, a title or, on any keyboard, their keys', () => {
  expect(repeated(all.map(({ id }) => id))).toEqual([]);
  expect(repeated(all.map(({ title }) => title))).toEqual([]);
  for (const keyboard of keyboards)
    expect(repeated(all.flatMap((shortcut) => keyLabels(shortcut, keyboard)))).toEqual([]);
});

/**
 * Keys of macOS that must keep their meaning: quit, log out, close, hide, minimise, windows, pictures of the screen.
 */
const SYSTEM_KEYS_OF_MACOS = [
  ...['⌘Q', '⇧⌘Q', '⌘W', '⌘H', '⌥⌘H', '⌘M', '⌥⌘M', '⌘`', '⌘Space', '⌘Tab', '⌥⌘D', '⌥⌘Esc'],
  ...['⇧⌘3', '⇧⌘4', '⇧⌘5', '⇧⌘6', '⌘A', '⌘C', '⌘V', '⌘X', '⌘Z', '⇧⌘Z', '⇧⌘/', '⌘?'],
  ...['⌥←', '⌥→', '⌘←', '⌘→'],
];

test('the keys of macOS keep their meaning', () => {
  const ours = all.flatMap((shortcut) => keyLabels(shortcut, 'mac'));
  expect(ours.filter((keys) => SYSTEM_KEYS_OF_MACOS.includes(keys))).toEqual([]);
});

test('editing keys and what closes a window are nobody’s on Windows and Linux either', () => {
  const ours = all.flatMap((shortcut) => keyLabels(shortcut, 'other'));
  for (const keys of ['Ctrl+A', 'Ctrl+C', 'Ctrl+V', 'Ctrl+X', 'Ctrl+Z', 'Ctrl+Y', 'Ctrl+W', 'Alt+F4'])
    expect(ours).not.toContain(keys);
});

test('plain keys act in lists only', () => {
  for (const { keys, scope, letter } of all) {
    for (const each of keys) expect(each).toMatch(/\+|^F\d$|^Esc$/);
    if (scope === 'grid') expect([keys, typeof letter]).toEqual([[], 'string']);
    if (letter !== undefined) expect(letter).toHaveLength(1);
  }
});

test('keys are said as each keyboard writes them', () => {
  expect(keyLabel('CmdOrCtrl+Shift+A', 'other')).toBe('Ctrl+Shift+A');
  expect(keyLabel('CmdOrCtrl+Shift+A', 'mac')).toBe('⇧⌘A');
  expect(keyLabel('Alt+Left', 'other')).toBe('Alt+←');
  expect(keyLabel('CmdOrCtrl+Plus', 'mac')).toBe('⌘+');
  expect(keyLabels(shortcutOf('filter'), 'other')).toEqual(['Ctrl+F', '/']);
  expect(keysOn(shortcutOf('back'), 'mac')).toEqual(['CmdOrCtrl+[']);
});

test('places and actions are distinguished', () => {
  expect(shortcutOfRoute('/wallet')?.id).toBe('wallet');
  expect(shortcutOfRoute('/logs')).toBeNull();
  expect(ACTION_IDS).toContain('stop-all-live');
  expect(ACTION_IDS).not.toContain('wallet');
  expect(ACTION_IDS).not.toContain('close-layer');
});
