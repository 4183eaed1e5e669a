import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { app, preventable } from './app.ts';
import type { Browser } from './chromium.ts';
import type { Session as DevToolsSession } from './devtools.ts';
import { answerInvoke, ipcMain } from './ipc-main.ts';
import { NativeImage } from './native-image.ts';
import { BINDING, RECEIVER, installInPage } from './page-script.ts';
import type { FromPage, ToPage } from './page-script.ts';
import { INTERCEPTED, answer, fromCarried, toCarried } from './protocol.ts';
import type { PausedRequest } from './protocol.ts';
import { defaultSession } from './session.ts';
import { applyTheme } from './theme.ts';
import { makeWire } from './wire.ts';

interface WindowOpenDetails {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
}
interface Preferences {
  readonly preload?: string;
  readonly javascript?: boolean;
  readonly [name: string]: unknown;
}
/** Electron's defaults where a window says nothing. */
const DEFAULT_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  javascript: true,
} as const;
type WindowOpenHandler = (details: WindowOpenDetails) => { action: 'allow' | 'deny' };

const wire = makeWire();
const all = new Map<number, WebContents>();
let nextId = 1;

const pageSource = (preload: string | undefined): string => {
  const body = preload === undefined ? '' : readFileSync(preload, 'utf8');
  const names = JSON.stringify({ binding: BINDING, receiver: RECEIVER });
  return `(${installInPage.toString()})((${makeWire.toString()})(), ${names}, (require, module, process) => {
    const exports = module.exports;
    ${body}
  });`;
};

/** The page of one window. Everything waits for the target to exist, so a window can be made synchronously. */
export class WebContents extends EventEmitter {
  readonly id = nextId++;
  readonly session = defaultSession;
  /** Resolves once the page can be driven. */
  readonly opened: Promise<{ session: DevToolsSession; targetId: string }>;
  readonly #preferences: Preferences;
  #targetId = '';
  #url = '';
  #zoom = 1;
  #isDestroyed = false;
  #isFromPage = false;
  #mainContext: number | undefined;
  #mainFrame = '';
  #openHandler: WindowOpenHandler = () => ({ action: 'allow' });
  #onOpenAllowed: (url: string) => void = () => undefined;

  constructor(
    browser: Promise<Browser>,
    claimTarget: (browser: Browser) => Promise<string>,
    preferences: Preferences = {},
  ) {
    super();
    this.#preferences = { ...DEFAULT_PREFERENCES, ...preferences };
    all.set(this.id, this);
    this.opened = browser.then(async (started) =>
      this.#open(started, await claimTarget(started), preferences),
    );
    this.opened.catch((error: Error) => {
      if (!this.#isDestroyed) console.error(`A window could not be opened: ${error.message}`);
    });
    queueMicrotask(() => app.emit('web-contents-created', preventable(), this));
  }

  static fromId = (id: number) => all.get(id);
  static getAllWebContents = () => [...all.values()];
  /** Playwright finds the window of a page through it. */
  static fromDevToolsTargetId = (targetId: string) =>
    [...all.values()].find((each) => each.#targetId === targetId);

  get mainFrame() {
    return this.#frame();
  }
  getURL = () => this.#url;
  getLastWebPreferences = () => this.#preferences;
  isDestroyed = () => this.#isDestroyed;
  isDevToolsOpened = () => false;
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }
  whenOpenAllowed(open: (url: string) => void): void {
    this.#onOpenAllowed = open;
  }

  getZoomFactor = () => this.#zoom;
  setZoomFactor(factor: number): void {
    this.#zoom = factor;
    // A page that is gone needs no zoom.
    void this.executeJavaScript(`document.documentElement.style.zoom = ${factor}`).catch(() => undefined);
  }

  send(channel: string, ...args: unknown[]): void {
    const encoded = wire.encode(args);
    void this.#deliver({ kind: 'event', channel, args: encoded });
  }

  async loadURL(address: string): Promise<void> {
    const { session } = await this.opened;
    this.#isFromPage = false;
    const loaded = new Promise((done) => session.once('Page.loadEventFired', done));
    this.emit('did-start-loading');
    const { errorText } = await session.send<{ errorText?: string }>('Page.navigate', {
      url: toCarried(address),
    });
    if (errorText !== undefined) {
      this.emit('did-fail-load', preventable(), -2, errorText, address, true);
      throw new Error(`${errorText} loading '${address}'`);
    }
    await loaded;
  }

  reload(): void {
    void this.opened.then(({ session }) => session.send('Page.reload'));
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const { session } = await this.opened;
    const { result, exceptionDetails } = await session.send<{
      result: { value?: unknown };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>('Runtime.evaluate', { expression: code, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async capturePage(): Promise<NativeImage> {
    const { session } = await this.opened;
    const { data } = await session.send<{ data: string }>('Page.captureScreenshot');
    return new NativeImage(Buffer.from(data, 'base64'));
  }

  async printToPDF(options: object = {}): Promise<Buffer> {
    const { session } = await this.opened;
    const { data } = await session.send<{ data: string }>('Page.printToPDF', options);
    return Buffer.from(data, 'base64');
  }

  /** Emitted as Electron does it; the window decides whether it may close. */
  close(): void {
    this.emit('stand-in:close');
  }

  /** Ends the page; to be called by its window. */
  async destroy(browser: Browser): Promise<void> {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    all.delete(this.id);
    this.emit('destroyed');
    // A page that never opened, or a browser that is gone, needs no closing.
    await this.opened.then(
      ({ targetId }) => browser.devtools.root.send('Target.closeTarget', { targetId }).catch(() => undefined),
      () => undefined,
    );
  }

  async #open(browser: Browser, targetId: string, { preload, javascript = true }: Preferences) {
    const { root } = browser.devtools;
    const attached = await root.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const session = browser.devtools.session(attached.sessionId);
    this.#targetId = targetId;
    this.#listen(session);
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Fetch.enable', { patterns: INTERCEPTED }),
      session.send('Runtime.addBinding', { name: BINDING }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageSource(preload) }),
      applyTheme(session),
      ...(javascript ? [] : [session.send('Emulation.setScriptExecutionDisabled', { value: true })]),
    ]);
    const tree = await session.send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree');
    this.#mainFrame = tree.frameTree.frame.id;
    return { session, targetId };
  }

  #listen(session: DevToolsSession): void {
    session.on('Fetch.requestPaused', (paused: PausedRequest) => void this.#onRequest(session, paused));
    session.on('Page.frameRequestedNavigation', ({ frameId }: { frameId: string }) => {
      if (frameId === this.#mainFrame) this.#isFromPage = true;
    });
    session.on(
      'Page.frameNavigated',
      ({ frame }: { frame: { parentId?: string; url: string; urlFragment?: string } }) => {
        if (frame.parentId !== undefined) return;
        this.#url = fromCarried(frame.url) + (frame.urlFragment ?? '');
        this.emit('did-navigate', preventable(), this.#url);
      },
    );
    session.on('Page.navigatedWithinDocument', ({ frameId, url }: { frameId: string; url: string }) => {
      if (frameId !== this.#mainFrame) return;
      this.#url = fromCarried(url);
      this.emit('did-navigate-in-page', preventable(), this.#url, true);
    });
    session.on('Page.domContentEventFired', () => this.emit('dom-ready', preventable()));
    session.on('Page.loadEventFired', () => {
      this.emit('did-finish-load');
      this.emit('did-stop-loading');
    });
    session.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 }),
    );
    type Created = { context: { id: number; auxData?: { frameId: string; isDefault: boolean } } };
    session.on('Runtime.executionContextCreated', ({ context }: Created) => {
      const { frameId, isDefault } = context.auxData ?? {};
      if (isDefault && (frameId === this.#mainFrame || this.#mainFrame === ''))
        this.#mainContext = context.id;
    });
    session.on(
      'Runtime.bindingCalled',
      (call: { name: string; payload: string; executionContextId: number }) => {
        if (call.name !== BINDING || call.executionContextId !== this.#mainContext) return;
        this.#onMessage(JSON.parse(call.payload) as FromPage);
      },
    );
  }

  async #onRequest(session: DevToolsSession, paused: PausedRequest): Promise<void> {
    const { requestId, frameId, resourceType, request } = paused;
    const isDocument = resourceType === 'Document';
    if (isDocument && frameId === this.#mainFrame && this.#isFromPage) {
      this.#isFromPage = false;
      const url = fromCarried(request.url);
      const event = Object.assign(preventable(), { url });
      this.emit('will-navigate', event, url);
      if (event.defaultPrevented)
        return void (await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
    }
    try {
      await answer(session, paused);
    } catch (error) {
      if (!this.#isDestroyed) console.error(`${request.url}: ${(error as Error).message}`);
    }
  }

  #frame() {
    const url = this.#url;
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(url)?.[0] ?? 'null';
    return {
      url,
      origin,
      parent: null,
      top: null,
      processId: 1,
      routingId: this.id,
      frameTreeNodeId: this.id,
    };
  }

  #onMessage(message: FromPage): void {
    if (message.kind === 'open') return this.#onOpen(message);
    const args = wire.decode(message.args) as unknown[];
    const event = {
      ...preventable(),
      sender: this,
      senderFrame: this.#frame(),
      processId: 1,
      frameId: this.id,
    };
    if (message.kind === 'send') return void ipcMain.emit(message.channel, event, ...args);
    const { id, channel } = message;
    answerInvoke(channel, event, args)
      .then((value): ToPage => ({ kind: 'answer', id, value: wire.encode(value) }))
      .catch((error: unknown): ToPage => ({
        kind: 'failure',
        id,
        message: `Error invoking remote method '${channel}': ${String(error)}`,
      }))
      .then((reply) => this.#deliver(reply))
      .catch((error: Error) => console.error(error.message));
  }

  #onOpen({ url, frameName, features }: FromPage & { kind: 'open' }): void {
    const details = { url: fromCarried(url), frameName, features, disposition: 'new-window' };
    if (this.#openHandler(details).action === 'allow') this.#onOpenAllowed(details.url);
  }

  async #deliver(message: ToPage): Promise<void> {
    const expression = `window[Symbol.for(${JSON.stringify(RECEIVER)})]?.(${JSON.stringify(message)})`;
    try {
      const { session } = await this.opened;
      await session.send('Runtime.evaluate', { expression });
    } catch (error) {
      // The page may have gone since; that is how messages to it end in Electron too.
      if (!this.#isDestroyed) this.emit('stand-in:undelivered', error);
    }
  }
}
