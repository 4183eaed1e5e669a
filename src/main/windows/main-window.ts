import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { IpcMainInvokeEvent } from 'electron';
import { EVENT_CHANNEL } from '../../shared/desktop.ts';
import type { DesktopEvent } from '../../shared/desktop.ts';
import type { Log } from '../log/log.ts';
import type { ValueFile } from '../settings/settings.ts';
import { MIN_SIZE, placeWindow } from './window-state.ts';
import type { Rectangle, WindowState } from './window-state.ts';

export interface MainWindowNeeds {
  readonly preload: string;
  /** Origin that the renderer is loaded from. */
  readonly origin: string;
  readonly file: ValueFile;
  readonly log: Log;
  readonly isPackaged: boolean;
  readonly onFirstLoad: () => void;
}

const TITLE_BAR_HEIGHT = 40;
/** Electron's word for no bar. */
const NO_PROGRESS = -1;
const ZOOM_STEPS = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];
/** Fluent's neutral background of the title bar, and of the page before it has painted. */
const COLOURS = {
  light: { color: '#fafafa', symbolColor: '#242424', page: '#f5f5f7' },
  dark: { color: '#1f1f1f', symbolColor: '#ffffff', page: '#141416' },
} as const;
const colours = () => COLOURS[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

/** The window of the app; one at a time, and made anew when it is asked for after it was closed. */
export class MainWindow {
  readonly #needs: MainWindowNeeds;
  #window: BrowserWindow | null = null;
  #hasLoaded = false;
  /** Where to go once the page can listen. */
  #pendingRoute: string | null = null;

  constructor(needs: MainWindowNeeds) {
    this.#needs = needs;
    nativeTheme.on('updated', () => this.#paintTitleBar());
  }

  /** Opens the window, or brings it to the front. */
  show(): void {
    if (!this.#window) return this.#open();
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Brings the window to the front at a route. */
  goTo(route: string): void {
    this.show();
    if (this.#hasLoaded) this.send({ type: 'route.requested', route });
    else this.#pendingRoute = route;
  }

  send(event: DesktopEvent): void {
    this.#window?.webContents.send(EVENT_CHANNEL, event);
  }

  /** The bar on the taskbar button, 0 to 1; null takes it away. */
  setProgress(fraction: number | null): void {
    this.#window?.setProgressBar(fraction ?? NO_PROGRESS);
  }

  zoom(steps: number): void {
    const contents = this.#window?.webContents;
    if (!contents) return;
    const at = ZOOM_STEPS.findIndex((factor) => factor >= contents.getZoomFactor() - 0.01);
    const next = steps === 0 ? 1 : ZOOM_STEPS[Math.max(0, Math.min(at + steps, ZOOM_STEPS.length - 1))];
    contents.setZoomFactor(next ?? 1);
  }

  /** Whether a message came from the main frame of this window, showing our own page. */
  isSender({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
    const isWindow = this.#window !== null && sender.id === this.#window.webContents.id;
    return (
      isWindow &&
      senderFrame !== null &&
      senderFrame.parent === null &&
      senderFrame.origin === this.#needs.origin
    );
  }

  #open(): void {
    const { bounds, isMaximized } = placeWindow(this.#needs.file.get('window'), workAreas());
    const { color, symbolColor, page } = colours();
    const window = new BrowserWindow({
      ...bounds,
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      show: false,
      title: 'TrickDesk',
      backgroundColor: page,
      titleBarStyle: 'hidden',
      titleBarOverlay: { color, symbolColor, height: TITLE_BAR_HEIGHT },
      trafficLightPosition: { x: 14, y: 13 },
      webPreferences: {
        preload: this.#needs.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        devTools: !this.#needs.isPackaged,
      },
    });
    this.#window = window;
    this.#hasLoaded = false;
    if (isMaximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('close', () => this.#remember(window));
    window.on('closed', () => (this.#window = null));
    window.webContents.on('did-finish-load', () => this.#onLoad());
    window.webContents.on('render-process-gone', (_event, details) => {
      this.#needs.log.error('The window crashed and is loaded again', details);
      window.webContents.reload();
    });
    window.loadURL(`${this.#needs.origin}/`).catch((error: Error) => {
      if (!window.isDestroyed()) this.#needs.log.error('The window could not be loaded', error);
    });
  }

  #onLoad(): void {
    if (!this.#hasLoaded) this.#needs.onFirstLoad();
    this.#hasLoaded = true;
    if (this.#pendingRoute !== null) this.send({ type: 'route.requested', route: this.#pendingRoute });
    this.#pendingRoute = null;
  }

  #remember(window: BrowserWindow): void {
    const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
    this.#needs.file.set('window', state);
  }

  #paintTitleBar(): void {
    const { color, symbolColor, page } = colours();
    this.#window?.setBackgroundColor(page);
    // macOS draws its own.
    if (process.platform !== 'darwin')
      this.#window?.setTitleBarOverlay({ color, symbolColor, height: TITLE_BAR_HEIGHT });
  }
}

const workAreas = (): [Rectangle, ...Rectangle[]] => [
  screen.getPrimaryDisplay().workArea,
  ...screen.getAllDisplays().map((display) => display.workArea),
];
