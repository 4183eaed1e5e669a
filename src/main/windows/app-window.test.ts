import type { BrowserWindowConstructorOptions, IpcMainInvokeEvent } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppWindow } from './app-window.ts';
import { WINDOW_KINDS } from './window-kind.ts';

const system = vi.hoisted(() => ({
  made: [] as unknown[],
  /** Listeners of the page of the last window. */
  heard: new Map<string, (details: object) => void>(),
}));
vi.mock('electron', () => ({
  nativeTheme: { shouldUseHighContrastColors: false, shouldUseDarkColors: false },
  screen: {
    getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
    getAllDisplays: () => [],
  },
  BrowserWindow: class {
    readonly webContents = {
      id: system.made.length + 1,
      on: (event: string, listener: (details: object) => void) => system.heard.set(event, listener),
    };
    on = () => undefined;
    loadURL = () => Promise.resolve();
    constructor(options: unknown) {
      system.made.push(options);
    }
  },
}));

const ORIGIN = 'app://desk';
beforeEach(() => void (system.made = []));

const logged = vi.fn();
const open = (kind: (typeof WINDOW_KINDS)[number] = 'main'): AppWindow =>
  new AppWindow(
    kind,
    null,
    {
      preload: '/preload.cjs',
      origin: ORIGIN,
      file: { get: () => undefined, set: () => undefined },
      log: { info: () => undefined, warn: () => undefined, error: logged },
      isPackaged: true,
      skin: () => 'light',
      onCrash: () => false,
    },
    () => undefined,
  );

describe('what the page of a window may reach', () => {
  test.each(WINDOW_KINDS)(
    'of a %s window is the preload alone: a sandbox, worlds apart, no Node, no webviews, no tools for developers',
    (kind) => {
      open(kind);
      const { webPreferences } = system.made[0] as BrowserWindowConstructorOptions;
      expect(webPreferences).toEqual({
        preload: '/preload.cjs',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        devTools: false,
      });
    },
  );
});

test('a mistake that a page reports stands in the log, once while it goes on', () => {
  open();
  const report = (level: string, message: string) =>
    system.heard.get('console-message')?.({ level, message });
  report('info', 'nothing');
  report('error', 'a mistake');
  report('error', 'a mistake');
  report('error', 'another');
  expect(logged.mock.calls.map(([, details]) => details as unknown)).toEqual([
    { message: 'a mistake' },
    { message: 'another' },
  ]);
});

describe('the bridge is used', () => {
  const message = (
    frame: { origin?: string; url?: string; parent?: object | null } | null,
    sender = 1,
  ): IpcMainInvokeEvent =>
    ({
      sender: { id: sender },
      senderFrame: frame && { origin: ORIGIN, url: `${ORIGIN}/`, parent: null, ...frame },
    }) as unknown as IpcMainInvokeEvent;

  test('by the page of the window', () => {
    expect(open().isSender(message({ url: `${ORIGIN}/mini#/mini` }))).toBe(true);
  });

  test.each([
    ['a frame inside the page', message({ parent: {} })],
    ['an address that only begins like ours', message({ origin: `${ORIGIN}.evil.example` })],
    ['another site', message({ origin: 'https://evil.example', url: 'https://evil.example/' })],
    ['a page that our page has made', message({ url: `blob:${ORIGIN}/0b5c1f6e` })],
    ['the page of another window', message({}, 2)],
    ['a frame that is gone', message(null)],
  ])('not by %s', (_who, event) => {
    expect(open().isSender(event)).toBe(false);
  });
});
