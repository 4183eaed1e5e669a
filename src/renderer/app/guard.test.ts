import { expect, test } from 'vitest';
import { redirectOf } from './guard.ts';
import { ROUTE_LIST } from './route-list.ts';

const nobody = { isSignedIn: false, hasSignedOut: false, isFirstStart: false, lastPage: null };
const somebody = { ...nobody, isSignedIn: true };
const leaver = { ...nobody, hasSignedOut: true };
const newcomer = { ...nobody, isFirstStart: true };

const placeOf = (href: string) => {
  const { pathname, search } = new URL(href, 'app://desk');
  return { pathname, search, href };
};

test('without signing in only the outside pages are open, however an address is written', () => {
  for (const { path, isOutside } of ROUTE_LIST) {
    const isOpen = redirectOf(placeOf(path), nobody) === null;
    expect(isOpen, path).toBe(isOutside);
  }
  for (const path of ['/home/', '/Home', '/%68ome', '//home', '/no-such-page', '/login/', '/register/home'])
    expect(redirectOf(placeOf(path), nobody), path).toMatch(/^\/login/);
});

test.each([
  ['the way back is kept', '/trade-history?trade=12', nobody, '/login?next=%2Ftrade-history%3Ftrade%3D12'],
  ['an open dialog is no part of the way back', '/wallet?do=transfer', nobody, '/login?next=%2Fwallet'],
  ['what stands beside it is', '/wallet?do=add&a=1', nobody, '/login?next=%2Fwallet%3Fa%3D1'],
  ['Home needs no way back', '/home', nobody, '/login'],
  ['signing out by choice leaves no way back', '/settings', leaver, '/login'],
  ['the first start', '/login', newcomer, '/first-run'],
  ['the first start from somewhere', '/login?next=%2Fwallet', newcomer, '/first-run?next=%2Fwallet'],
  ['registering at the first start', '/register', newcomer, null],
  ['the start', '/', somebody, '/home'],
  ['the start, where one was', '/', { ...somebody, lastPage: '/wallet?show=bank' }, '/wallet?show=bank'],
  ['the start, without a dialog', '/', { ...somebody, lastPage: '/wallet?do=transfer' }, '/wallet'],
  [
    'the start, on a page of its own',
    '/',
    { ...somebody, lastPage: '/chart/INFY?span=all' },
    '/chart/INFY?span=all',
  ],
  ['a page that is not there any more', '/', { ...somebody, lastPage: '/old-page' }, '/home'],
  ['a page outside', '/', { ...somebody, lastPage: '/login' }, '/home'],
  ['the start, signed out', '/', nobody, '/home'],
  ['signed in, at sign-in', '/login', somebody, '/home'],
  ['signed in, with a way on', '/login?next=%2Fwallet%3Fshow%3Dbank', somebody, '/wallet?show=bank'],
  ['a way on that leads out', '/login?next=https%3A%2F%2Fexample.in', somebody, '/home'],
  ['a way on that leads out without saying how', '/login?next=%2F%2Fexample.in', somebody, '/home'],
  ['a way on that leads in a circle', '/register?next=%2Flogin', somebody, '/home'],
  ['signed in, at a page that there is not', '/no-such-page', somebody, null],
  ['signed in, inside', '/wallet', somebody, null],
  ['about the app, signed in', '/about', somebody, '/settings?section=about'],
])('%s', (_, href, visitor, expected) => expect(redirectOf(placeOf(href), visitor)).toBe(expected));
