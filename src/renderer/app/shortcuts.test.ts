import { expect, test } from 'vitest';
import { MENU } from './menu-items.tsx';
import { ROUTE_LIST } from './route-list.ts';
import { routeOfShortcut, shortcutOf } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  routeOfShortcut({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });

test('shortcuts lead to their routes, with ⌘ as Ctrl, and plain letters do nothing', () => {
  expect(press('3', { ctrlKey: true })).toBe('/my-strategies');
  expect(press('3', { metaKey: true })).toBe('/my-strategies');
  expect(press('9', { ctrlKey: true })).toBe('/wallet');
  expect(press('a', { ctrlKey: true, shiftKey: true })).toBe('/notifications');
  expect(press(',', { ctrlKey: true })).toBe('/settings');
  expect(press('3')).toBeNull();
});

test('the full stop is one key, whatever Shift makes of it', () => {
  const pressed = { code: 'Period', ctrlKey: true, metaKey: false, shiftKey: true, altKey: false };
  for (const key of ['>', ':', '.']) expect(shortcutOf({ key, ...pressed })).toBe('Ctrl+Shift+.');
});

test('no two routes share an address or a shortcut', () => {
  const paths = ROUTE_LIST.map((route) => route.path);
  const shortcuts = ROUTE_LIST.flatMap((route) => route.shortcut ?? []);
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});

test('every route that names a menu group stands in the menu', () => {
  const inMenu = MENU.flatMap(({ items }) => items.map((item) => item.path));
  for (const route of ROUTE_LIST.filter((entry) => entry.group !== null))
    expect(inMenu).toContain(route.path);
});
