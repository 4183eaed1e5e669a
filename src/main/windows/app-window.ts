import { BrowserWindow, screen } from 'electron';
import type { IpcMainInvokeEvent } from 'electron';
import { EVENT_CHANNEL } from '../../shared/desktop.ts';
import type { DesktopEvent, Settings } from '../../shared/desktop.ts';
import type { ActionId } from '../../shared/shortcuts.ts';
import type { Log } from '../log/log.ts';
import type { ValueFile } from '../settings/settings.ts';
import { WindowFeed } from '../stream/window-feed.ts';
import { windowColours } from './window-colours.ts';
import { SHAPES, placeName, type WindowKind } from './window-kind.ts';
import { placeWindow, type Rectangle, type WindowState } from './window-state.ts';

export interface AppWindowDeps {
  readonly preload: string;
  /** Origin that the renderer is loaded from. */
  readonly origin: string;
  readonly file: ValueFile;
  readonly log: Log;
  readonly isPackaged: boolean;
  readonly skin: () => Settings['skin'];
  /** A page crashed; answers whether it is to be loaded again. */
  readonly onCrash: (details: unknown) => boolean;
}

const TITLE_BAR_HEIGHT = 40;
const ZOOM_STEPS = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

/** One window of the app, from opening to closing. It keeps its place, and what moves waits for it. */
export class AppWindow {
  readonly kind: WindowKind;
  readonly feed = new WindowFeed();
  /** Symbols whose prices its page shows. */
  watched: readonly string[] = [];
  readonly native: BrowserWindow;
  readonly #deps: AppWindowDeps;
  readonly #place: string;
  #hasLoaded = false;
  /** Events to send once the page can listen. */
  #pending: DesktopEvent[] = [];

  /** `onLoad` is called whenever the page has loaded and can listen. */
  constructor(kind: WindowKind, route: string | null, deps: AppWindowDeps, onLoad: () => void) {
    this.kind = kind;
    this.#deps = deps;
    this.#place = placeName(kind, route ?? '');
    const shape = SHAPES[kind];
    const { bounds, isMaximized } = placeWindow(deps.file.get(this.#place), workAreas(), shape);
    const { color, symbolColor, page } = windowColours(deps.skin());
    const window = new BrowserWindow({
      ...bounds,
      minWidth: shape.least.width,
      minHeight: shape.least.height,
      show: false,
      title: 'TrickDesk',
      backgroundColor: page,
      // The small window draws its own way to close; it has no room for the system's buttons.
      ...(kind === 'mini'
        ? { frame: false, alwaysOnTop: true, maximizable: false, fullscreenable: false }
        : {
            titleBarStyle: 'hidden',
            titleBarOverlay: { color, symbolColor, height: TITLE_BAR_HEIGHT },
            trafficLightPosition: { x: 14, y: 13 },
          }),
      webPreferences: {
        preload: deps.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        devTools: !deps.isPackaged,
      },
    });
    this.native = window;
    if (isMaximized) window.maximize();
    window.on('close', () => this.rememberPlace());
    window.webContents.on('did-finish-load', () => {
      this.#hasLoaded = true;
      onLoad();
      for (const event of this.#pending.splice(0)) this.send(event);
    });
    window.webContents.on('render-process-gone', (_event, details) => {
      if (deps.onCrash(details)) window.webContents.reload();
    });
    let reported = '';
    window.webContents.on('console-message', ({ level, message }) => {
      // What goes wrong at every price would fill the log with itself.
      if (level !== 'error' || message === reported) return;
      reported = message;
      deps.log.error('A page reports a mistake', { message });
    });
    const path = kind === 'main' ? '' : kind;
    const address = `${deps.origin}/${path}${route === null ? '' : `#${route}`}`;
    window.loadURL(address).catch((error: Error) => {
      if (!window.isDestroyed()) deps.log.error('The window could not be loaded', error);
    });
  }

  /** Show the window once its page has something to show. This avoids an empty flash before. */
  showWhenReady(): void {
    this.native.once('ready-to-show', () => this.native.show());
  }

  bringToFront(): void {
    if (this.native.isMinimized()) this.native.restore();
    this.native.show();
    this.native.focus();
  }

  goTo(route: string): void {
    this.#sendOnceLoaded({ type: 'route.requested', route });
  }

  /** Have the page do something, now or once it has loaded. */
  act(action: ActionId): void {
    this.#sendOnceLoaded({ type: 'action.requested', action });
  }

  send(event: DesktopEvent): void {
    if (!this.native.isDestroyed()) this.native.webContents.send(EVENT_CHANNEL, event);
  }

  #sendOnceLoaded(event: DesktopEvent): void {
    if (this.#hasLoaded) this.send(event);
    else this.#pending.push(event);
  }

  zoom(steps: number): void {
    const contents = this.native.webContents;
    const at = ZOOM_STEPS.findIndex((factor) => factor >= contents.getZoomFactor() - 0.01);
    const next = steps === 0 ? 1 : ZOOM_STEPS[Math.max(0, Math.min(at + steps, ZOOM_STEPS.length - 1))];
    contents.setZoomFactor(next ?? 1);
  }

  /** Whether a message comes from this window's main frame. The frame must show our own page. */
  isSender({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
    return (
      sender.id === this.native.webContents.id &&
      senderFrame !== null &&
      senderFrame.parent === null &&
      senderFrame.origin === this.#deps.origin &&
      // A page that a page has made (blob:) has the origin of its maker.
      senderFrame.url.startsWith(`${this.#deps.origin}/`)
    );
  }

  rememberPlace(): void {
    const state: WindowState = {
      bounds: this.native.getNormalBounds(),
      isMaximized: this.native.isMaximized(),
    };
    this.#deps.file.set(this.#place, state);
  }

  paintTitleBar(): void {
    const { color, symbolColor, page } = windowColours(this.#deps.skin());
    this.native.setBackgroundColor(page);
    // macOS draws its own.
    if (process.platform !== 'darwin' && this.kind !== 'mini')
      this.native.setTitleBarOverlay({ color, symbolColor, height: TITLE_BAR_HEIGHT });
  }
}

const workAreas = (): [Rectangle, ...Rectangle[]] => [
  screen.getPrimaryDisplay().workArea,
  ...screen.getAllDisplays().map((display) => display.workArea),
];
