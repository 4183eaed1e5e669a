import type { ElectronApplication, Page } from 'playwright/test';

/** Facts of a running app for Electron's security checklist. */
export interface DesktopFacts {
  /** Of every window. */
  readonly preferences: readonly Readonly<Record<string, unknown>>[];
  /** Pages, and everything that they have loaded. */
  readonly addresses: readonly string[];
  /** Null where a page comes without one. */
  readonly policy: string | null;
  /** Permissions that the page has been given without asking the person. */
  readonly permissions: readonly string[];
  /** Whether somebody decides about each webview before it is made. */
  readonly isWebviewDecided: boolean;
  /** Addresses for which the window was left. */
  readonly leftFor: readonly string[];
  /** Windows that the page has opened. */
  readonly popups: number;
  /** Addresses that were handed to the system. */
  readonly handedOut: readonly string[];
  /** Strangers to whom a channel has answered. */
  readonly answered: readonly string[];
  /** Names on the page's window beside those of every page. */
  readonly doors: readonly string[];
}

/** Nobody's business: neither may be opened by the app, nor by the system for it. */
const FOREIGN = [
  'https://evil.example/',
  'http://www.nseindia.com/',
  'https://www.nseindia.com.evil.example/',
  'https://www.nseindia.com@evil.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://evil.example/share',
  'ms-msdt:/id',
  'vscode://file/etc/passwd',
];
const PERMISSIONS = ['geolocation', 'camera', 'microphone', 'midi', 'clipboard-read'];
const SETTLE_MS = 250;

const policyOf = (page: Page): Promise<string | null> =>
  page.evaluate(() =>
    fetch(location.href.split('#')[0] ?? '').then(
      (answer) => answer.headers.get('content-security-policy'),
      // A page that has no headers may say it in itself.
      () =>
        document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? null,
    ),
  );

const doorsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const machine = ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'];
    const bridge = (window as unknown as { bridge?: object }).bridge ?? {};
    return [...machine.filter((name) => name in window), ...Object.keys(bridge)].sort();
  });

/** Call every channel from senders that are no trusted frame. They are no main frame of a window on our origin. */
const strangersAnswered = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    type Handler = (event: object, ...args: unknown[]) => unknown;
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> };
    const [window] = BrowserWindow.getAllWindows();
    const { id, mainFrame } = window!.webContents;
    const frame = { url: mainFrame.url, origin: mainFrame.origin, parent: null };
    const senders = {
      'a frame inside our page': { sender: { id }, senderFrame: { ...frame, parent: frame } },
      'a page of another origin': {
        sender: { id },
        senderFrame: { ...frame, origin: 'https://evil.example' },
      },
      'another page of our scheme': { sender: { id }, senderFrame: { ...frame, origin: 'app://elsewhere' } },
      'a page that ours has made': {
        sender: { id },
        senderFrame: { ...frame, url: `blob:${frame.origin}/1` },
      },
      'a page without an origin': { sender: { id }, senderFrame: { ...frame, origin: 'null' } },
      'a frame that is gone': { sender: { id }, senderFrame: null },
      'a window that is not ours': { sender: { id: id + 1_000 }, senderFrame: frame },
    };
    const answered: string[] = [];
    for (const [channel, handler] of handlers)
      for (const [who, event] of Object.entries(senders)) {
        const answer = (await handler(event, 'desktop.session.state', {})) as { ok?: boolean };
        if (answer.ok !== false) answered.push(`${who} on ${channel}`);
      }
    return answered;
  });

const attempt = async (app: ElectronApplication, page: Page) => {
  await app.evaluate(({ shell }) => {
    const handedOut: string[] = [];
    Object.assign(globalThis, { handedOut });
    shell.openExternal = (url) => Promise.resolve(void handedOut.push(url));
  });
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  const before = await windows();
  const address = page.url();
  await page.evaluate((urls) => {
    for (const url of urls) window.open(url);
  }, FOREIGN);
  await page.waitForTimeout(SETTLE_MS);
  const popups = (await windows()) - before;
  const leftFor: string[] = [];
  for (const elsewhere of ['/elsewhere.html', 'https://evil.example/']) {
    await page.evaluate((to) => void (location.href = to), elsewhere);
    await page.waitForTimeout(SETTLE_MS);
    if (page.url() !== address) leftFor.push(elsewhere);
  }
  const handedOut = await app.evaluate(() => (globalThis as unknown as { handedOut: string[] }).handedOut);
  return { popups, leftFor, handedOut };
};

/** Looks at a running app. It may be left in a state that nobody would go on with. */
export const factsOf = async (app: ElectronApplication, page: Page): Promise<DesktopFacts> => {
  const windows = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => ({
      // There, and not in the published types.
      preferences: {
        ...(
          webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
        ).getLastWebPreferences(),
      },
      url: webContents.getURL(),
      isWebviewDecided: webContents.listenerCount('will-attach-webview') > 0,
    })),
  );
  const loaded = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('[src],link[href]')];
    return [
      ...performance.getEntriesByType('resource').map(({ name }) => name),
      ...elements.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? ''),
    ];
  });
  const permissions = await page.evaluate(async (names) => {
    // Asking for a name that this Chromium does not know fails: nobody can have that permission.
    const asked = await Promise.allSettled(
      names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
    );
    return names.filter((_, index) => {
      const answer = asked[index];
      return answer?.status === 'fulfilled' && answer.value.state === 'granted';
    });
  }, PERMISSIONS);
  return {
    preferences: windows.map(({ preferences }) => preferences),
    addresses: [...windows.map(({ url }) => url), ...loaded],
    policy: await policyOf(page),
    permissions,
    isWebviewDecided: windows.every((window) => window.isWebviewDecided),
    answered: await strangersAnswered(app),
    doors: await doorsOf(page),
    ...(await attempt(app, page)),
  };
};
