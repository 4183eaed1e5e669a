import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveFolder } from './app-scheme.ts';
import { routeOfArguments, routeOfLink } from './deep-link.ts';
import { externalLink } from './external-link.ts';
import { SHAPES, placeName } from './window-kind.ts';
import { placeWindow } from './window-state.ts';

describe('a deep link', () => {
  test.each([
    ['trickdesk://open/wallet-history', '/wallet-history'],
    ['TrickDesk://open/strategies/12', '/strategies/12'],
    ['trickdesk://open/trade-history?trade=12&mode=test', '/trade-history?trade=12&mode=test'],
    ['trickdesk://open/home/', '/home'],
  ])('%s goes to %s', (link, route) => expect(routeOfLink(link)).toBe(route));

  test.each([
    'trickdesk://sell/12',
    'trickdesk://open/',
    'trickdesk://open/../../etc/passwd',
    'trickdesk://open//evil.example',
    'trickdesk://open/javascript:alert(1)',
    'trickdesk://open/home#<script>',
    'https://open/home',
    `trickdesk://open/${'a'.repeat(600)}`,
  ])('%s goes nowhere', (link) => expect(routeOfLink(link)).toBeNull());

  test('is found on a command line', () => {
    expect(routeOfArguments(['electron', '.', '--flag', 'trickdesk://open/home'])).toBe('/home');
    expect(routeOfArguments(['electron', '.'])).toBeNull();
  });
});

test.each([
  ['https://www.nseindia.com/market', true],
  ['http://www.nseindia.com/', false],
  ['https://www.nseindia.com.evil.example/', false],
  ['https://evil-www.nseindia.com/', false],
  ['https://evil.www.nseindia.com/', false],
  ['https://user@www.nseindia.com/', false],
  ['https://evil.example/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['not an address', false],
])('a link to %s is opened in the browser: %s', (address, isOpened) => {
  expect(externalLink(address) !== null).toBe(isOpened);
});

describe('the window', () => {
  const laptop = { x: 0, y: 0, width: 1440, height: 870 };
  const second = { x: 1440, y: -200, width: 1920, height: 1080 };
  const bounds = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

  test('opens at first in the middle, 1320 × 860', () => {
    expect(placeWindow(undefined, [laptop], SHAPES.main).bounds).toEqual(bounds(60, 5, 1320, 860));
  });

  test('opens where it was left, on the display it was on', () => {
    const kept = { bounds: bounds(1500, -100, 1400, 900), isMaximized: true };
    expect(placeWindow(kept, [laptop, second], SHAPES.main)).toEqual(kept);
  });

  test('comes back to a display that still exists', () => {
    const kept = { bounds: bounds(1500, -100, 1400, 900), isMaximized: false };
    expect(placeWindow(kept, [laptop], SHAPES.main).bounds).toEqual(bounds(20, 0, 1400, 870));
  });

  test('is moved in from the edge, and is never larger than the display', () => {
    expect(
      placeWindow({ bounds: bounds(1300, 800, 1100, 700), isMaximized: false }, [laptop], SHAPES.main).bounds,
    ).toEqual(bounds(340, 170, 1100, 700));
    expect(
      placeWindow({ bounds: bounds(0, 0, 9000, 9000), isMaximized: false }, [laptop], SHAPES.main).bounds,
    ).toEqual(laptop);
    const tiny = { x: 0, y: 0, width: 800, height: 600 };
    expect(placeWindow(undefined, [tiny], SHAPES.main).bounds).toEqual(tiny);
  });

  test.each([null, 'text', { bounds: { x: 'a' } }, { bounds: bounds(0, 0, -5, 3), isMaximized: false }])(
    'does not mind a memory such as %j',
    (kept) => expect(placeWindow(kept, [laptop], SHAPES.main).bounds.width).toBe(1320),
  );
});

describe('the app’s own scheme', () => {
  let folder: string;
  beforeAll(() => {
    const outside = mkdtempSync(join(tmpdir(), 'scheme-'));
    folder = join(outside, 'renderer');
    mkdirSync(join(folder, 'assets'), { recursive: true });
    mkdirSync(join(outside, 'renderer-old'));
    writeFileSync(join(outside, 'secret.json'), '{}');
    writeFileSync(join(outside, 'renderer-old', 'app.js'), '');
    writeFileSync(join(folder, 'index.html'), '<h1>TrickDesk</h1>');
    writeFileSync(join(folder, 'assets/app.js'), 'run()');
    writeFileSync(join(folder, 'notes.txt'), 'no type');
  });
  afterAll(() => rmSync(join(folder, '..'), { recursive: true }));
  const ask = (path: string, method = 'GET') =>
    serveFolder(folder)(new Request(`app://trickdesk${path}`, { method }));

  test('serves the page, with a policy that runs no inline script', async () => {
    const page = await ask('/');
    expect(await page.text()).toBe('<h1>TrickDesk</h1>');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect((await ask('/assets/app.js?v=1')).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    );
  });

  test.each([
    '/..%2fsecret.json',
    '/%2e%2e/secret.json',
    '/..%2frenderer-old/app.js',
    '/%00.js',
    '/%zz.js',
    '/assets',
    '/notes.txt',
    '/missing.js',
  ])('has nothing at %s', async (path) => expect((await ask(path)).status).toBe(404));

  test('answers no other host and no other method', async () => {
    expect((await ask('/', 'POST')).status).toBe(404);
    expect((await serveFolder(folder)(new Request('app://elsewhere/'))).status).toBe(404);
  });
});

test('a page keeps its place whatever is filtered on it, and each kind of window its own', () => {
  expect(placeName('pop-out', '/strategies/12?tab=trades')).toBe('window-strategies-12');
  expect(placeName('pop-out', '/strategies/12')).toBe(placeName('pop-out', '/strategies/12?tab=log'));
  expect(
    new Set([placeName('main', ''), placeName('mini', '/mini'), placeName('pop-out', '/open-positions')])
      .size,
  ).toBe(3);
});
