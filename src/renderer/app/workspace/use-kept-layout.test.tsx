// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notify } from '../../ui/toasts.tsx';
import { FIRST_LAYOUT } from './first-layout.ts';
import type { Layout } from './layout.ts';
import { layouts } from './layouts.ts';
import { useKeptLayout } from './use-kept-layout.ts';

vi.mock('../../ui/toasts.tsx', () => ({ notify: vi.fn() }));

const OWNER = 7;
const layoutOf = (...routes: string[]): Layout => ({
  root: { tabs: routes.map((route) => ({ route, link: null })), front: 0 },
  floating: [],
});

/** A window that shows a layout. */
const show = (name: string) => {
  const opened: string[] = [];
  const { result } = renderHook(() =>
    useKeptLayout({ ownerId: OWNER, name, first: FIRST_LAYOUT, onLayout: (other) => opened.push(other) }),
  );
  return { keep: (layout: Layout) => result.current(layout), opened };
};
/** The layouts of another window: what is kept is shared, the rest is its own. */
const elsewhere = async () => {
  vi.resetModules();
  return (await import('./layouts.ts')).layouts;
};
const said = () => vi.mocked(notify).mock.calls.map(([{ message }]) => message);
const fillUp = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });

beforeEach(() => {
  localStorage.clear();
  for (const name of layouts.names(OWNER)) layouts.remove(OWNER, name);
  vi.mocked(notify).mockClear();
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ['removed', (other: typeof layouts) => other.remove(OWNER, 'Day')],
  ['renamed', (other: typeof layouts) => other.rename(OWNER, 'Day', 'Evening')],
] as const)(
  'what is changed in a layout that another window has %s is kept under its name, and said',
  async (_how, end) => {
    const { keep, opened } = show('Day');
    end(await elsewhere());
    keep(layoutOf('/home', '/wallet'));
    expect(layouts.find(OWNER, 'Day')).toEqual(layoutOf('/home', '/wallet'));
    expect(said()).toEqual([
      'Another window has removed or renamed the layout Day. Yours is kept under this name.',
    ]);
    keep(layoutOf('/reports'));
    expect(layouts.find(OWNER, 'Day')).toEqual(layoutOf('/reports'));
    expect([opened, said()]).toEqual([[], [expect.any(String)]]);
  },
);

test('a layout that this window itself has removed does not come back', () => {
  const { keep } = show('Day');
  layouts.remove(OWNER, 'Day');
  keep(layoutOf());
  expect([layouts.names(OWNER), said()]).toEqual([[], []]);
});

test('where there is no room left, that is said once, and what is changed is kept as soon as there is', () => {
  const { keep } = show('Day');
  const full = fillUp();
  keep(layoutOf('/home', '/wallet'));
  keep(layoutOf('/home', '/reports'));
  expect(said()).toEqual([
    'This computer has no room left to keep the layout Day. What you change stays in this window, until it is closed: remove layouts or drawings that you do not need.',
  ]);
  full.mockRestore();
  keep(layoutOf('/reports'));
  expect(layouts.find(OWNER, 'Day')).toEqual(layoutOf('/reports'));
  expect(said()).toHaveLength(1);
});

test('where there is no room for the copy of a layout that two windows change, that is said', async () => {
  const { keep, opened } = show('Day');
  (await elsewhere()).keep(OWNER, 'Day', layoutOf('/wallet'));
  const full = fillUp();
  keep(layoutOf('/reports'));
  expect(said()).toEqual([
    expect.stringMatching(/^This computer has no room left to keep the layout Day 2\./),
  ]);
  full.mockRestore();
  keep(layoutOf('/home', '/reports'));
  expect([layouts.find(OWNER, 'Day 2'), opened]).toEqual([layoutOf('/home', '/reports'), ['Day 2']]);
});
