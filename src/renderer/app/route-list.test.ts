import { expect, test } from 'vitest';
import { SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts';
import { MENU } from './menu-items.tsx';
import { ROUTE_LIST } from './route-list.ts';

test('no two routes share an address', () => {
  const paths = ROUTE_LIST.map((route) => route.path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('every route that names a menu group stands in the menu', () => {
  const inMenu = MENU.flatMap(({ items }) => items.map((item) => item.path));
  for (const route of ROUTE_LIST.filter((entry) => entry.group !== null))
    expect(inMenu).toContain(route.path);
});

test('holdings stand with trading, and the tax report with money', () => {
  const pathsOf = (name: string) =>
    MENU.find(({ group }) => group === name)?.items.map((item) => item.path) ?? [];
  expect(pathsOf('Trading')).toContain('/holdings');
  expect(pathsOf('Money')).toContain('/reports');
});

test('every shortcut that leads somewhere leads to a page, under the page’s own name', () => {
  for (const { route, title, scope } of SHORTCUTS as readonly Shortcut[]) {
    if (route === undefined) continue;
    const page = ROUTE_LIST.find(({ path }) => path === route.split('?')[0]);
    expect(page).toBeDefined();
    if (scope === 'global') expect(page?.title).toBe(title);
  }
});
