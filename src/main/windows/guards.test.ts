import { EventEmitter } from 'node:events';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { guardPages, refusePermissions } from './guards.ts';

type Check = (contents: unknown, permission: string) => boolean;
type Request = (contents: unknown, permission: string, answer: (isGiven: boolean) => void) => void;
type OpenWindow = (details: { url: string }) => { action: string };

const system = vi.hoisted(() => ({
  made: null as ((event: unknown, contents: unknown) => void) | null,
  opened: [] as string[],
  check: null as Check | null,
  request: null as Request | null,
}));
vi.mock('electron', () => ({
  app: { on: (_name: string, listener: (typeof system)['made']) => void (system.made = listener) },
  shell: { openExternal: (address: string) => Promise.resolve(void system.opened.push(address)) },
  session: {
    defaultSession: {
      setPermissionCheckHandler: (check: Check) => void (system.check = check),
      setPermissionRequestHandler: (request: Request) => void (system.request = request),
    },
  },
}));

/** A page as Electron makes it known. */
class Page extends EventEmitter {
  openWindow: OpenWindow = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: OpenWindow): void {
    this.openWindow = handler;
  }
  /** Whether something that the page begins is kept from happening. */
  isPrevented(what: string): boolean {
    const event = { isPrevented: false, preventDefault: () => void (event.isPrevented = true) };
    this.emit(what, event, 'https://evil.example/');
    return event.isPrevented;
  }
}

let page: Page;
beforeAll(() => {
  guardPages({ info: () => undefined, warn: () => undefined, error: () => undefined });
  refusePermissions();
});
beforeEach(() => {
  system.opened = [];
  page = new Page();
  system.made?.({}, page);
});

test.each(['will-navigate', 'will-attach-webview'])('no page gets to %s', (what) => {
  expect(page.isPrevented(what)).toBe(true);
});

test.each([
  ['https://www.nseindia.com/market', ['https://www.nseindia.com/market']],
  ['https://evil.example/', []],
  ['app://desk/', []],
])('a page that opens %s gets no window; the browser shows %j', (url, opened) => {
  expect(page.openWindow({ url })).toEqual({ action: 'deny' });
  expect(system.opened).toEqual(opened);
});

test.each([
  ['notifications', true],
  ['media', false],
  ['geolocation', false],
  ['clipboard-read', false],
  ['usb', false],
  ['fullscreen', false],
])('a page has the permission for %s: %s', (permission, isGiven) => {
  const answers: boolean[] = [];
  system.request?.(page, permission, (given) => answers.push(given));
  expect([system.check?.(page, permission), ...answers]).toEqual([isGiven, isGiven]);
});
