// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Layout } from './layout.ts';

/** The layouts as a window has them: what is kept is shared, the rest is its own. */
const openWindow = async () => {
  vi.resetModules();
  return (await import('./layouts.ts')).layouts;
};

const layoutOf = (...routes: string[]): Layout => ({
  root: { tabs: routes.map((route) => ({ route, link: null })), front: 0 },
  floating: [],
});

beforeEach(() => localStorage.clear());

test('a change of one window does not silently replace that of another', async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  one.keep(7, 'Day', layoutOf('/home'));
  window.dispatchEvent(new StorageEvent('storage', { key: 'layouts' }));
  const stamp = other.stampOf(7, 'Day');
  expect(stamp).toBe(one.stampOf(7, 'Day'));
  expect(one.update(7, 'Day', layoutOf('/home', '/wallet'), stamp).kind).toBe('kept');
  expect(other.update(7, 'Day', layoutOf('/home', '/reports'), stamp)).toEqual({ kind: 'changed-elsewhere' });
  expect(other.find(7, 'Day')).toEqual(layoutOf('/home', '/wallet'));
});

test('what another window has just kept of another layout is not lost', async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  // The other window has not heard of it yet.
  one.keep(7, 'Day', layoutOf('/home'));
  other.keep(7, 'Night', layoutOf('/wallet'));
  expect((await openWindow()).names(7)).toEqual(['Day', 'Night']);
});

test('a window that shows a layout and changes nothing takes nothing from another', async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  one.keep(7, 'Day', layoutOf('/home'));
  const stamp = one.stampOf(7, 'Day');
  expect(other.update(7, 'Day', layoutOf('/home'), stamp)).toEqual({ kind: 'kept', stamp });
  expect(one.update(7, 'Day', layoutOf('/reports'), stamp).kind).toBe('kept');
  expect(other.update(7, 'Gone', layoutOf('/reports'), undefined)).toEqual({ kind: 'gone' });
});

test('a change is written once', async () => {
  const layouts = await openWindow();
  layouts.keep(7, 'Day', layoutOf('/home'));
  const write = vi.spyOn(Storage.prototype, 'setItem');
  layouts.update(7, 'Day', layoutOf('/home', '/wallet'), layouts.stampOf(7, 'Day'));
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
  expect((await openWindow()).find(7, 'Day')).toEqual(layoutOf('/home', '/wallet'));
});
