import { expect, test } from 'vitest';
import {
  isSamePlaces,
  layoutFile,
  MOST_PANES,
  panesOf,
  readLayout,
  readLayoutFile,
  type Layout,
  withSharesOf,
} from './layout.ts';
import { FIRST_LAYOUT } from './first-layout.ts';

const pane = (route: string) => ({ route, link: null });
const tabs = (...routes: string[]) => ({ tabs: routes.map(pane), front: 0 });
const beside = (...shares: number[]): Layout => ({
  root: { split: 'row', shares, parts: shares.map(() => tabs('/home')) },
  floating: [],
});

test('the first layout can be read, and its panes are in reading order', () => {
  expect(readLayout(FIRST_LAYOUT)).toEqual(FIRST_LAYOUT);
  expect(panesOf(FIRST_LAYOUT).map(({ route }) => route)).toEqual([
    '/chart/NIFTY',
    '/open-positions',
    '/order-history',
    '/trade-history',
    '/option-chain',
    '/my-strategies',
  ]);
});

test('a file of a layout is read as it was written', () => {
  expect(readLayoutFile(layoutFile('Options', FIRST_LAYOUT))).toEqual({
    name: 'Options',
    layout: FIRST_LAYOUT,
  });
});

const withRoot = (root: unknown) => ({ root, floating: [] });

test.each([
  ['no JSON', '{', 'it is no JSON'],
  ['another file', '{"a":1}', 'not a layout of TrickDesk'],
  ['a later version', '{"kind":"trickdesk-layout","version":2,"name":"a","layout":{}}', 'a later version'],
])('%s is refused with a sentence', (_, text, sentence) => {
  expect(readLayoutFile(text)).toContain(sentence);
});

test.each([
  ['a screen that does not exist', withRoot(tabs('/nowhere')), 'No screen has the address “/nowhere”.'],
  ['an address elsewhere', withRoot(tabs('https://example.org/')), 'No screen has the address'],
  ['a script', withRoot(tabs('javascript:alert(1)')), 'No screen has the address'],
  ['signing in', withRoot(tabs('/login')), 'No screen has the address'],
  ['a workspace in a workspace', withRoot(tabs('/workspace')), 'No screen has the address'],
  ['a place without tabs', withRoot({ tabs: [] }), 'cannot be read'],
  ['a tab in front that is not there', withRoot({ tabs: [pane('/home')], front: 3 }), 'no such tab in front'],
  [
    'other shares than parts',
    withRoot({ split: 'row', shares: [1], parts: [tabs('/home'), tabs('/logs')] }),
    'another number of shares',
  ],
  ['a share of nothing', withRoot({ split: 'row', shares: [0], parts: [tabs('/home')] }), 'cannot be read'],
  ['a colour that there is not', withRoot({ tabs: [{ route: '/home', link: 'pink' }] }), 'cannot be read'],
  [
    'too many panes',
    withRoot(tabs(...Array.from({ length: MOST_PANES + 1 }, () => '/home'))),
    `at most ${MOST_PANES} panes; this one has ${MOST_PANES + 1}`,
  ],
  ['nothing', null, 'not a layout of TrickDesk'],
])('%s is refused with a sentence', (_, written, sentence) => {
  expect(readLayout(written)).toContain(sentence);
});

test('parts inside parts without end are refused, and do not exhaust the window', () => {
  let part: unknown = tabs('/home');
  for (let level = 0; level < 500; level++) part = { split: 'row', shares: [1], parts: [part] };
  expect(readLayout(withRoot(part))).toContain('levels inside each other');
});

test('rounding is no change of a layout, and a moved edge is one', () => {
  expect(isSamePlaces(beside(600, 400), beside(1_501, 999))).toBe(true);
  expect(isSamePlaces(beside(600, 400), beside(550, 450))).toBe(false);
  expect(isSamePlaces(beside(1, 1), beside(1, 1, 1))).toBe(false);
});

test('a window of another size leaves the shares as they were, and takes what its tabs lead to', () => {
  const [before, shown] = [beside(600, 400), beside(1_501, 999)];
  const inside = (of: Layout, route: string): Layout => ({
    root: {
      split: 'column',
      shares: of === before ? [300, 500] : [451, 749],
      parts: [of.root!, tabs(route)],
    },
    floating: [],
  });
  const kept = withSharesOf(inside(shown, '/chart/TCS'), inside(before, '/chart/INFY'));
  expect(kept).toEqual(inside(before, '/chart/TCS'));
});

test('where a tab leads is no change of the places', () => {
  const layout = (route: string): Layout => ({ root: tabs(route), floating: [] });
  expect(isSamePlaces(layout('/chart/TCS'), layout('/chart/INFY'))).toBe(true);
});

test.each([
  ['a file with parts inside each other without end', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  [
    'a layout with parts inside each other without end',
    `{"kind":"trickdesk-layout","version":1,"name":"Deep","layout":{"root":${'{"split":"row","shares":[1],"parts":['.repeat(20_000)}{"tabs":[{"route":"/home"}]}${']}'.repeat(20_000)}}}`,
  ],
])('%s is refused with a sentence, by hand as it is', (_, text) => {
  expect(typeof readLayoutFile(text)).toBe('string');
});

test('a layout without a name in its file is refused, and none gets an empty name', () => {
  const text = JSON.stringify({ kind: 'trickdesk-layout', version: 1, name: '  ', layout: FIRST_LAYOUT });
  expect(readLayoutFile(text)).toContain('This file is not a layout of TrickDesk');
});

test.each([
  ['no room', { left: 0, top: 0, width: 0, height: 200 }],
  ['less than none', { left: 0, top: 0, width: 300, height: -1 }],
])('a floating part with %s is refused', (_, place) => {
  expect(readLayout({ root: null, floating: [{ ...tabs('/home'), place }] })).toContain('cannot be read');
});

test('shares whose sum no number can hold are refused', () => {
  const root = { split: 'row', shares: [1e308, 1e308], parts: [tabs('/home'), tabs('/logs')] };
  expect(readLayout(withRoot(root))).toContain('cannot be read');
});
