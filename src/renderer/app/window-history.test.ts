// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { createWindowHistory } from './window-history.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

const at = (address: string) => {
  window.history.replaceState(null, '', address);
  const history = createWindowHistory();
  const { href, pathname, search } = history.location;
  history.destroy();
  return { href, pathname, search };
};

test('a route is what stands behind the #, without what tells the window', () => {
  expect(at('/?win=pop-out#/open-positions?mode=test&page=2')).toEqual({
    href: '/open-positions?mode=test&page=2',
    pathname: '/open-positions',
    search: '?mode=test&page=2',
  });
  expect(at('/?win=main').pathname).toBe('/');
  expect(at('/?win=main#//evil.example/x').pathname).toBe('/evil.example/x');
});

test('going somewhere leaves the window what it is', () => {
  window.history.replaceState(null, '', '/?win=main#/home');
  const history = createWindowHistory();
  history.push('/top-ten?mode=live');
  history.flush();
  expect(window.location.search).toBe('?win=main');
  expect(window.location.hash).toBe('#/top-ten?mode=live');
  expect(history.location.search).toBe('?mode=live');
  history.destroy();
});
