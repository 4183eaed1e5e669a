import { BrowserWindow, nativeTheme } from 'electron';
import type { IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import { isMoving, type StreamEvent } from '../../shared/contract/stream.ts';
import type { DesktopEvent } from '../../shared/desktop.ts';
import { AppWindow, type AppWindowDeps } from './app-window.ts';
import { offerContextMenu } from './context-menu.ts';
import { showUnread } from './unread-overlay.ts';
import { MINI_ROUTE, placeName, type WindowKind } from './window-kind.ts';

export interface AppWindowsDeps extends AppWindowDeps {
  /** Called when the main window's page has loaded for the first time. */
  readonly onFirstLoad: () => void;
  /** Send a page its first events, as soon as it can listen. */
  readonly greet: (window: AppWindow) => void;
  /** Called when the windows show prices of other instruments than before. */
  readonly onWatched: () => void;
  /** Opacity that the person chose for the small window, percent. */
  readonly miniOpacityPercent: () => number;
  /** The main window is about to be closed by the person; true keeps it from closing. */
  readonly keepsMain: () => boolean;
}

/** Electron's word for no bar. */
const NO_PROGRESS = -1;
/** Key of the windows open at the end beside the main one. They are kept by the route that they showed. */
const OPEN_WINDOWS = 'openWindows';
const OpenWindowsSchema = z
  .array(z.object({ kind: z.enum(['pop-out', 'mini']), route: z.string() }))
  .catch([]);

/** The windows of the app: one main window, any number of others, all fed by main's one stream. */
export class AppWindows {
  readonly #deps: AppWindowsDeps;
  /** Open windows and their first routes, by name of the kept place. */
  readonly #open = new Map<string, { window: AppWindow; route: string }>();
  #hasLoaded = false;
  #unread = 0;

  constructor(deps: AppWindowsDeps) {
    this.#deps = deps;
    nativeTheme.on('updated', () => this.repaint());
  }

  /** Gives every window the colours of the skin. */
  repaint(): void {
    for (const window of this.#all()) window.paintTitleBar();
  }

  /** Opens the main window, or brings it to the front. */
  show(): void {
    this.#bring('main', null);
  }

  /** Opens the main window without showing it: the app was started with the computer. */
  prepare(): void {
    this.#create('main', null);
  }

  /** Brings the main window to the front at a route. */
  goTo(route: string): void {
    this.#bring('main', null).goTo(route);
  }

  /** Shows a page in a window of its own. */
  popOut(route: string): void {
    this.#bring('pop-out', route).goTo(route);
  }

  /** Asks in the main window whether to stop all live trading; nothing is stopped before the answer. */
  askStopAll(): void {
    this.#bring('main', null).act('stop-all-live');
  }

  /** Opens the small window, or closes it; answers whether it is open now. */
  toggleMini(): boolean {
    const open = this.#open.get(placeName('mini', MINI_ROUTE));
    if (open) open.window.native.close();
    else this.#bring('mini', MINI_ROUTE);
    return !open;
  }

  /** Opacity of the small window, percent. */
  setMiniOpacity(percent: number): void {
    this.#open.get(placeName('mini', MINI_ROUTE))?.window.native.setOpacity(percent / 100);
  }

  /** Reopen the windows that the app's last run left open. The main one is not among them. */
  reopen(): void {
    for (const { kind, route } of OpenWindowsSchema.parse(this.#deps.file.get(OPEN_WINDOWS)))
      this.#bring(kind, route);
  }

  /** To be called before the app ends. */
  rememberOpen(): void {
    const open = [...this.#open.values()].flatMap(({ window: { kind }, route }) =>
      kind === 'main' ? [] : [{ kind, route }],
    );
    this.#deps.file.set(OPEN_WINDOWS, open);
  }

  get main(): AppWindow | null {
    return this.#open.get(placeName('main', ''))?.window ?? null;
  }

  /** The window that the person is in; the main one when they are elsewhere. */
  get current(): AppWindow | null {
    const focused = BrowserWindow.getFocusedWindow();
    return this.#all().find(({ native }) => native === focused) ?? this.main;
  }

  /** Whether the person is in a window of ours. */
  get isWatched(): boolean {
    return BrowserWindow.getFocusedWindow() !== null;
  }

  /** The window of ours that a message came from, if any. */
  of(event: IpcMainInvokeEvent): AppWindow | null {
    return this.#all().find((window) => window.isSender(event)) ?? null;
  }

  /** A fact that every window must know. */
  broadcast(event: DesktopEvent): void {
    for (const window of this.#all()) window.send(event);
  }

  /** A fact of the stream: what moves waits until a window asks, all else goes at once. */
  feed(event: StreamEvent): void {
    for (const window of this.#all()) {
      if (isMoving(event)) window.feed.put(event);
      else {
        window.feed.supersede(event);
        window.send({ type: 'stream.event', event });
      }
    }
  }

  /** Symbols whose prices the windows show, each once. */
  get watched(): readonly string[] {
    return [...new Set(this.#all().flatMap(({ watched }) => watched))];
  }

  clearFeeds(): void {
    for (const window of this.#all()) window.feed.clear();
  }

  /** The bar on the taskbar button, 0 to 1; null takes it away. */
  setProgress(fraction: number | null): void {
    this.main?.native.setProgressBar(fraction ?? NO_PROGRESS);
  }

  /** Show unread alerts on the taskbar button. Only where the system has a mark for that. */
  setUnread(count: number): void {
    this.#unread = count;
    showUnread(this.main?.native, count, process.platform);
  }

  #all(): AppWindow[] {
    return [...this.#open.values()].map(({ window }) => window);
  }

  #bring(kind: WindowKind, route: string | null): AppWindow {
    const open = this.#open.get(placeName(kind, route ?? ''))?.window;
    if (open) {
      open.bringToFront();
      return open;
    }
    const window = this.#create(kind, route);
    window.showWhenReady();
    return window;
  }

  #create(kind: WindowKind, route: string | null): AppWindow {
    const name = placeName(kind, route ?? '');
    const window = new AppWindow(kind, route, this.#deps, () => {
      this.#deps.greet(window);
      if (!this.#hasLoaded && kind === 'main') this.#deps.onFirstLoad();
      this.#hasLoaded ||= kind === 'main';
    });
    this.#open.set(name, { window, route: route ?? '' });
    offerContextMenu(window.native.webContents, this.#deps.origin, (to) => this.popOut(to));
    if (kind === 'mini') this.setMiniOpacity(this.#deps.miniOpacityPercent());
    if (kind === 'main') {
      window.native.on('close', (event) => {
        if (this.#deps.keepsMain()) event.preventDefault();
      });
      // Only a window that is shown has a button on the taskbar.
      window.native.on('show', () => showUnread(window.native, this.#unread, process.platform));
    }
    window.native.on('closed', () => {
      this.#open.delete(name);
      this.#deps.onWatched();
    });
    return window;
  }
}
