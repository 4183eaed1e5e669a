import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, expect, test as base } from 'playwright/test';
import type { ElectronApplication, Page } from 'playwright/test';
import type { CallOptions } from '../../src/shared/contract/endpoint.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import {
  type Bridge,
  DEFAULT_SETTINGS,
  type DesktopCommandId,
  type DesktopEvent,
} from '../../src/shared/desktop.ts';
import type { Result } from '../../src/shared/failure.ts';
import { type Ask, askOver } from '../support/user-steps.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A notification of the operating system, as it was shown. */
export interface ShownNotice {
  readonly title: string;
  readonly body: string;
}

declare global {
  interface Window {
    readonly bridge: Bridge;
    received: DesktopEvent[];
  }
  var shownNotifications: { title: string; body: string; emit(event: string): boolean }[];
}

/** The answer to "Quit while you trade live?" that ends the app. */
const QUIT = 1;
/** The answer to "Use the server …?" that does. */
const USE_SERVER = 0;

/** Every question of the desktop's own is answered so from now on. */
const answerNatively = (app: ElectronApplication, answer: number): Promise<void> =>
  app.evaluate(({ dialog }, response) => {
    dialog.showMessageBox = () => Promise.resolve({ response, checkboxChecked: false });
  }, answer);

/** The app under test: started with a data folder of its own, the same way on Electron and on the stand-in. */
export class DesktopApp {
  readonly dataDir: string;
  #app: ElectronApplication | null = null;
  #page: Page | null = null;
  #size: { width: number; height: number } | null = null;
  #people = 0;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  get app(): ElectronApplication {
    if (!this.#app) throw new Error('The app is not running');
    return this.#app;
  }
  get page(): Page {
    if (!this.#page) throw new Error('The app has no window');
    return this.#page;
  }

  async start(...args: string[]): Promise<void> {
    this.#app = await _electron.launch({
      args: [ROOT, `--user-data-dir=${this.dataDir}`, ...args],
      cwd: ROOT,
      // The app chooses light or dark by itself.
      colorScheme: null,
    });
    await this.#recordNotifications();
    this.#page = await this.#app.firstWindow();
    await this.#recordEvents();
  }

  /** As after a start: one window, nobody signed in, the first settings. */
  async beginAgain(): Promise<void> {
    const { language, skin, moneyPalette, density, layout, notifications, windows } = DEFAULT_SETTINGS;
    const settings = { language, skin, moneyPalette, density, layout, notifications, windows };
    await this.app.evaluate(({ BrowserWindow }) => {
      const [main, ...others] = BrowserWindow.getAllWindows();
      for (const window of others) window.close();
      main?.show();
    });
    await expect.poll(() => this.app.windows().length).toBe(1);
    // Of several windows that a start reopens, any may have come first.
    this.#page = this.app.windows()[0] ?? null;
    await this.call('desktop.session.sign-out');
    await this.call('desktop.notifications.quiet', { minutes: 0 });
    expect((await this.call('desktop.settings.change', settings)).ok).toBe(true);
    await this.page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
    if (this.#size) await this.page.setViewportSize(this.#size);
    // Without the page that was left by the sign-out, which the next person would be led back to.
    await this.page.evaluate(() => {
      location.hash = '#/login';
    });
    await this.page.reload();
    await this.#recordEvents();
    await this.page.waitForURL(/#\/login$/);
  }

  /** Registers somebody whom the app has not seen. */
  async signUp(fullName: string = PERSON.fullName): Promise<void> {
    this.#people += 1;
    const person = {
      ...PERSON,
      fullName,
      email: `person-${this.#people}@desk.example`,
      phone: `${9_876_543_210 + this.#people}`,
    };
    expect((await this.call('desktop.session.register', person)).ok).toBe(true);
  }

  /** Skip the first-start cards and the tour, as if already seen. */
  async skipFirstRun(): Promise<void> {
    await this.call('desktop.settings.change', { guidance: { isFirstRunDone: true, isTourDone: true } });
    await this.page.evaluate(() => {
      location.hash = '#/login';
    });
  }

  /** Quits as a person would, and waits until the process is gone. */
  async quit(): Promise<void> {
    const app = this.#app;
    this.#app = null;
    if (!app) return;
    const child = app.process();
    const isRunning = child.exitCode === null;
    const gone = isRunning ? once(child, 'exit') : Promise.resolve();
    // With live strategies the app asks first.
    if (isRunning) await answerNatively(app, QUIT);
    await app.close();
    await gone;
  }

  async restart(): Promise<void> {
    await this.quit();
    await this.start();
  }

  /**
   * A call over the bridge, as the renderer makes it. Asked who it is, it says so with the password of `PERSON`; the
   * window's own dialog is not in between.
   */
  async call<T>(
    id: CallId | `desktop.${DesktopCommandId}`,
    input: object = {},
    options: CallOptions = {},
  ): Promise<Result<T>> {
    const first = await this.#callOnce<T>(id, input, options);
    if (first.ok || first.failure.code !== 'confirmation-required') return first;
    const proof = { kind: 'password', text: PERSON.password } as const;
    return this.#callOnce<T>(id, input, { ...options, proof });
  }

  #callOnce<T>(id: string, input: object, options: CallOptions): Promise<Result<T>> {
    return this.page.evaluate(([name, value, more]) => window.bridge.call(name, value, more), [
      id,
      input,
      options,
    ] as const) as Promise<Result<T>>;
  }

  /** Answers the window's question who it is with a password. */
  async sayWho(password: string = PERSON.password): Promise<void> {
    const field = this.page.getByRole('dialog', { name: 'Confirm it is you' }).getByLabel('Password');
    await expect(field).toBeFocused();
    await this.page.keyboard.type(password);
    await this.page.keyboard.press('Enter');
  }

  /** Switch to a server, and say yes when asked. */
  async useServer(url: string, apiToken: string): Promise<void> {
    await answerNatively(this.app, USE_SERVER);
    const changed = await this.call('desktop.settings.change', {
      backend: { kind: 'server', url, apiToken },
    });
    expect(changed.ok).toBe(true);
  }

  /** The same, for a call that must succeed. */
  readonly ask: Ask = askOver((id, input, options) => this.call(id, input, options));

  /** Everything that main has told the window since it opened. */
  received(): Promise<DesktopEvent[]> {
    return this.page.evaluate(() => window.received);
  }

  notices(): Promise<ShownNotice[]> {
    return this.app.evaluate(() => globalThis.shownNotifications.map(({ title, body }) => ({ title, body })));
  }

  /** Clicks the newest notification with this text. */
  async clickNotice(body: string): Promise<void> {
    await this.app.evaluate((_electron, text) => {
      const found = globalThis.shownNotifications.findLast((each) => each.body === text);
      if (!found) throw new Error(`No notification says ${text}`);
      found.emit('click');
    }, body);
  }

  /** The process id of the embedded backend. */
  async backendPid(): Promise<number> {
    const pid = await this.app.evaluate(
      ({ app }) => app.getAppMetrics().find((process) => process.name === 'TrickDesk backend')?.pid,
    );
    if (pid === undefined) throw new Error('The backend is not running');
    return pid;
  }

  /** Waits for the page, and keeps everything that main tells it. */
  async #recordEvents(): Promise<void> {
    await this.page.waitForFunction(() => document.readyState === 'complete' && 'bridge' in window);
    const size = await this.page.evaluate(() => {
      window.received = [];
      window.bridge.on((event) => window.received.push(event));
      return { width: innerWidth, height: innerHeight };
    });
    this.#size ??= size;
  }

  /** Nobody sees notifications in a test; every one that the app shows is kept, so that it can be clicked. */
  async #recordNotifications(): Promise<void> {
    await this.app.evaluate(({ Notification }) => {
      globalThis.shownNotifications = [];
      const prototype = Notification.prototype as { show(this: Electron.Notification): void };
      const show = prototype.show;
      prototype.show = function () {
        globalThis.shownNotifications.push(this);
        show.call(this);
      };
    });
  }
}

export const PERSON = {
  fullName: 'Asha Rao',
  email: 'asha@desk.example',
  phone: '9876543210',
  password: 'a long enough one',
} as const;

/** Starts the app on a computer that has never seen it; quits it and clears away afterwards. */
export const withFirstStart = async (use: (desktop: DesktopApp) => Promise<void>): Promise<void> => {
  const dataDir = await makeDataDir();
  const desktop = new DesktopApp(dataDir);
  await desktop.start();
  await use(desktop);
  await desktop.quit();
  await clear(dataDir);
};

const makeDataDir = () => mkdtemp(join(tmpdir(), 'trickdesk-'));
const clear = (dataDir: string) => rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 100 });

const startOnCopy = async (preparedDir: string): Promise<DesktopApp> => {
  const desktop = new DesktopApp(await makeDataDir());
  await cp(preparedDir, desktop.dataDir, { recursive: true });
  await desktop.start();
  return desktop;
};
const clearAway = async (desktop: DesktopApp): Promise<void> => {
  await desktop.quit();
  await clear(desktop.dataDir);
};

interface HeaderData {
  readonly feed: { readonly preparing: object | null };
}

/** Waits until the market of a first start is ready; somebody must be signed in. */
export async function waitForMarket(desktop: DesktopApp): Promise<void> {
  await expect
    .poll(
      async () => {
        const header = await desktop.call<HeaderData>('home.header');
        return header.ok && header.value.feed.preparing === null;
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBe(true);
}

/** Waits until the window shows the pages of who is signed in. Keys that are pressed before are lost. */
export const waitForPages = ({ page }: DesktopApp): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).waitFor();

interface TestFixtures {
  /** A desktop that has been started on a market that is ready; nobody is signed in. */
  desktop: DesktopApp;
  /** A desktop on a computer that has never seen the app; the cards of the first start are skipped. */
  newDesktop: DesktopApp;
  /** The same, at the first card. */
  firstStart: DesktopApp;
}

/** Playwright's test with desktops that are quit and cleared away afterwards. */
export const test = base.extend<TestFixtures, { preparedDir: string }>({
  preparedDir: [
    async ({}, use) => {
      const dataDir = await makeDataDir();
      const desktop = new DesktopApp(dataDir);
      await desktop.start();
      await desktop.call('desktop.session.register', {
        ...PERSON,
        email: 'first@desk.example',
        phone: '9000000001',
      });
      await waitForMarket(desktop);
      await desktop.call('desktop.settings.change', { guidance: { isFirstRunDone: true, isTourDone: true } });
      await desktop.call('desktop.session.sign-out');
      await desktop.quit();
      await use(dataDir);
      await clear(dataDir);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  desktop: async ({ preparedDir }, use) => {
    const desktop = await startOnCopy(preparedDir);
    await use(desktop);
    await clearAway(desktop);
  },
  newDesktop: async ({ firstStart }, use) => {
    await firstStart.skipFirstRun();
    await use(firstStart);
  },
  firstStart: async ({}, use) => withFirstStart(use),
});

/** Playwright's test with one desktop for all tests of a file. None of them needs an app that has just been started. */
export const onOneDesktop = () => {
  let shared: DesktopApp | null = null;
  const onShared = test.extend({
    desktop: async ({ preparedDir }, use) => {
      await shared?.beginAgain();
      shared ??= await startOnCopy(preparedDir);
      await use(shared);
    },
  });
  onShared.afterAll(async () => {
    if (shared) await clearAway(shared);
    shared = null;
  });
  return onShared;
};
