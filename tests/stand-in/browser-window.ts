import { EventEmitter } from 'node:events';
import { app, closers, preventable } from './app.ts';
import type { Browser } from './chromium.ts';
import { defaultSession } from './session.ts';
import { WebContents } from './web-contents.ts';

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Options extends Partial<Rectangle> {
  title?: string;
  show?: boolean;
  alwaysOnTop?: boolean;
  minWidth?: number;
  minHeight?: number;
  webPreferences?: { preload?: string; javascript?: boolean; [name: string]: unknown };
}

const windows = new Map<number, BrowserWindow>();
let nextId = 1;
let focusedId = 0;
let browser: Promise<Browser> | undefined;

/** Chromium opens one window by itself where there is a display; the first window of the app takes it. */
let spare: Promise<string> | undefined;

/** To be called once, before the app is ready. */
export function useBrowser(started: Browser): void {
  browser = Promise.resolve(started);
  const { root } = started.devtools;
  if (started.isVisible)
    spare = new Promise((found) => {
      type Created = { targetInfo: { targetId: string; type: string } };
      root.on(
        'Target.targetCreated',
        ({ targetInfo }: Created) => targetInfo.type === 'page' && found(targetInfo.targetId),
      );
      void root.send('Target.setDiscoverTargets', { discover: false });
      void root.send('Target.setDiscoverTargets', { discover: true });
    });
  root.on('Target.targetDestroyed', ({ targetId }: { targetId: string }) => {
    // Closed by the person or by a test, not by us.
    const contents = WebContents.fromDevToolsTargetId(targetId);
    if (contents) BrowserWindow.fromWebContents(contents)?.destroy();
  });
  closers.browser.push(() => started.close());
}

/** A window of the app: a target of Chromium. Setters act at once on what getters answer, and later on the window. */
export class BrowserWindow extends EventEmitter {
  readonly id = nextId++;
  readonly webContents: WebContents;
  #bounds: Rectangle;
  #state: 'normal' | 'minimized' | 'maximized' | 'fullscreen' = 'normal';
  #title: string;
  #isVisible: boolean;
  #isDestroyed = false;
  #isOnTop: boolean;

  constructor(options: Options = {}) {
    super();
    if (!browser) throw new Error('Cannot create BrowserWindow before app is ready');
    const { x = 120, y = 80, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#title = options.title ?? app.getName();
    this.#isVisible = options.show ?? true;
    this.#isOnTop = options.alwaysOnTop ?? false;
    this.webContents = new WebContents(
      browser,
      (started) => this.#claimTarget(started),
      options.webPreferences,
    );
    this.webContents.on('stand-in:close', () => this.close());
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.webContents.whenOpenAllowed((url) => {
      // A window that a page opens stands there whether its page can be reached or not; nobody waits for it.
      new BrowserWindow(options).loadURL(url).catch((error: unknown) => console.error(String(error)));
    });
    windows.set(this.id, this);
    queueMicrotask(() => app.emit('browser-window-created', preventable(), this));
    if (this.#isVisible) this.focus();
  }

  static getAllWindows = () => [...windows.values()];
  static getFocusedWindow = () => windows.get(focusedId) ?? null;
  static fromId = (id: number) => windows.get(id) ?? null;
  static fromWebContents = (contents: WebContents) =>
    [...windows.values()].find((each) => each.webContents === contents) ?? null;

  async loadURL(address: string): Promise<void> {
    const { devtools } = await this.#browser();
    await this.webContents.opened;
    await defaultSession.settlePermissions(devtools.root, this.webContents, address);
    await this.webContents.loadURL(address);
  }

  isDestroyed = () => this.#isDestroyed;
  isVisible = () => this.#isVisible;
  isFocused = () => focusedId === this.id;
  isMinimized = () => this.#state === 'minimized';
  isMaximized = () => this.#state === 'maximized';
  isFullScreen = () => this.#state === 'fullscreen';
  getTitle = () => this.#title;
  getBounds = () => ({ ...this.#bounds });
  getNormalBounds = () => ({ ...this.#bounds });
  setTitleBarOverlay = (_options: object) => undefined;
  setBackgroundColor = (_colour: string) => undefined;
  /** A taskbar is what headless Chromium does not have. */
  setProgressBar = (_progress: number) => undefined;
  setOpacity(_opacity: number): void {
    // A headless window cannot be seen through.
  }
  setOverlayIcon = (_icon: unknown, _description: string) => undefined;
  isAlwaysOnTop = () => this.#isOnTop;
  /** Kept, and shown by no headless window. */
  setAlwaysOnTop = (isOnTop: boolean) => void (this.#isOnTop = isOnTop);
  flashFrame = (_isOn: boolean) => undefined;

  setTitle(title: string): void {
    this.#title = title;
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.#place({
      left: this.#bounds.x,
      top: this.#bounds.y,
      width: this.#bounds.width,
      height: this.#bounds.height,
    });
    this.emit('resize');
    this.emit('move');
  }

  show(): void {
    this.#isVisible = true;
    this.emit('show');
    this.focus();
  }
  showInactive(): void {
    this.#isVisible = true;
    this.emit('show');
  }
  hide(): void {
    this.#isVisible = false;
    this.emit('hide');
    this.blur();
  }
  focus(): void {
    if (this.isFocused()) return;
    BrowserWindow.getFocusedWindow()?.blur();
    focusedId = this.id;
    // A window that has been closed meanwhile cannot come to the front, and need not.
    void this.webContents.opened
      .then(({ session }) => session.send('Page.bringToFront'))
      .catch(() => undefined);
    this.emit('focus');
    app.emit('browser-window-focus', preventable(), this);
  }
  blur(): void {
    if (!this.isFocused()) return;
    focusedId = 0;
    this.emit('blur');
    app.emit('browser-window-blur', preventable(), this);
  }
  minimize(): void {
    this.#become('minimized', 'minimize');
  }
  maximize(): void {
    this.#become('maximized', 'maximize');
  }
  unmaximize(): void {
    this.#become('normal', 'unmaximize');
  }
  restore(): void {
    this.#become('normal', 'restore');
  }
  setFullScreen(isFull: boolean): void {
    this.#become(isFull ? 'fullscreen' : 'normal', isFull ? 'enter-full-screen' : 'leave-full-screen');
  }

  /** Closes unless a listener refuses. Answers whether it closed. */
  close(): boolean {
    if (this.#isDestroyed) return true;
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroy();
    return true;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    windows.delete(this.id);
    void this.#browser().then((started) => this.webContents.destroy(started));
    this.emit('closed');
    if (windows.size > 0) return;
    if (!app.emit('window-all-closed')) app.quit();
  }

  #become(state: 'normal' | 'minimized' | 'maximized' | 'fullscreen', event: string): void {
    this.#state = state;
    this.#place({ windowState: state });
    this.emit(event);
  }

  #place(bounds: object): void {
    const move = async () => {
      const { devtools } = await this.#browser();
      const { targetId } = await this.webContents.opened;
      const { windowId } = await devtools.root.send<{ windowId: number }>('Browser.getWindowForTarget', {
        targetId,
      });
      await devtools.root.send('Browser.setWindowBounds', { windowId, bounds });
    };
    move().catch((error: Error) => {
      if (!this.#isDestroyed) console.error(`The window could not be placed: ${error.message}`);
    });
  }

  #browser(): Promise<Browser> {
    if (!browser) throw new Error('The browser has not been started');
    return browser;
  }

  async #claimTarget({ devtools, isVisible }: Browser): Promise<string> {
    const claimed = spare;
    spare = undefined;
    if (claimed) {
      const targetId = await claimed;
      this.setBounds({});
      return targetId;
    }
    const { x, y, width, height } = this.#bounds;
    const place = isVisible ? { left: x, top: y, newWindow: true } : {};
    const created = await devtools.root.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      width,
      height,
      ...place,
    });
    return created.targetId;
  }
}

closers.windows.push(() => BrowserWindow.getAllWindows().every((window) => window.close()));
