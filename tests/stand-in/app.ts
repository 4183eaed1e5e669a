import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { SingleInstance } from './single-instance.ts';

interface Manifest {
  name: string;
  productName?: string;
  version: string;
  main: string;
}

const switches = new Map<string, string>();
let folder = process.cwd();
let manifest: Manifest = { name: 'Electron', version: '0.0.0', main: 'index.js' };
const paths = new Map<string, string>();
let single: SingleInstance | undefined;
let isReady = false;
let isQuitting = false;
let badge = 0;
let markReady: () => void;
const ready = new Promise<void>((done) => (markReady = done));

/** Processes of the app beside its own, as `app.getAppMetrics` lists them. */
export const utilities = new Map<number, string>();

/** Parts that must end before the process does, in order: windows, browser. Filled in by those who start them. */
export const closers: {
  readonly windows: Array<() => boolean>;
  readonly browser: Array<() => Promise<void>>;
} = {
  windows: [],
  browser: [],
};

/** An event whose default can be prevented, as Electron passes it. */
export const preventable = () => {
  const event = {
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
};

const config = () => process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
const userData = () => paths.get('userData') ?? join(config(), app.getName());
const wellKnown: Record<string, () => string> = {
  home: () => homedir(),
  appData: config,
  userData,
  sessionData: userData,
  temp: () => tmpdir(),
  logs: () => join(userData(), 'logs'),
  exe: () => process.execPath,
  desktop: () => join(homedir(), 'Desktop'),
  documents: () => join(homedir(), 'Documents'),
  downloads: () => join(homedir(), 'Downloads'),
};

class App extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => void switches.set(name, value),
    hasSwitch: (name: string) => switches.has(name),
    getSwitchValue: (name: string) => switches.get(name) ?? '',
  };

  get name() {
    return this.getName();
  }
  getName = () => manifest.productName ?? manifest.name;
  getVersion = () => manifest.version;
  getAppPath = () => folder;
  getLocale = () => Intl.DateTimeFormat().resolvedOptions().locale;
  isReady = () => isReady;
  whenReady = () => ready;

  getPath(name: string): string {
    const path = paths.get(name) ?? wellKnown[name]?.();
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    if (name === 'userData' || name === 'sessionData' || name === 'logs')
      mkdirSync(path, { recursive: true });
    return path;
  }
  setPath(name: string, path: string): void {
    paths.set(name, path);
  }

  requestSingleInstanceLock(): boolean {
    single ??= new SingleInstance(this.getPath('userData'));
    return single.acquire((start) =>
      this.emit('second-instance', preventable(), start.argv, start.workingDirectory, null),
    );
  }
  hasSingleInstanceLock = () => single !== undefined;
  releaseSingleInstanceLock(): void {
    single?.release();
    single = undefined;
  }

  setAppUserModelId = (_id: string) => undefined;
  setAsDefaultProtocolClient = (_scheme: string) => true;
  enableSandbox = () => undefined;
  setLoginItemSettings = (_settings: object) => undefined;
  setBadgeCount = (count = 0) => {
    badge = count;
    return true;
  };
  getBadgeCount = () => badge;
  getAppMetrics = () => [...utilities].map(([pid, name]) => ({ pid, name, type: 'Utility' }));
  focus = () => undefined;

  /** Asks every window to close first; any of them, or a listener, may refuse. */
  quit(): void {
    if (isQuitting) return;
    const before = preventable();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    isQuitting = true;
    if (!closers.windows.every((close) => close())) {
      isQuitting = false;
      return;
    }
    const will = preventable();
    this.emit('will-quit', will);
    if (will.defaultPrevented) {
      isQuitting = false;
      return;
    }
    this.exit(0);
  }

  exit(code = 0): void {
    this.emit('quit', preventable(), code);
    this.releaseSingleInstanceLock();
    void Promise.allSettled(closers.browser.map((close) => close())).then(() => process.exit(code));
  }
}

export const app = new App();

/** Reads the app's manifest; `path` is a folder with a package.json, or a script. Answers the script to run. */
export function openApp(path: string): string {
  const full = resolve(path);
  if (!statSync(full).isDirectory()) {
    folder = dirname(full);
    return full;
  }
  folder = full;
  manifest = JSON.parse(readFileSync(join(full, 'package.json'), 'utf8')) as Manifest;
  return join(full, manifest.main);
}

/** The switches of the command line, before the app adds its own. */
export const applySwitches = (given: ReadonlyMap<string, string>): void => {
  for (const [name, value] of given) switches.set(name, value);
  const data = given.get('user-data-dir');
  if (data !== undefined) app.setPath('userData', resolve(data));
};
export const givenSwitches = (): ReadonlyMap<string, string> => switches;

/** `ready` is emitted before whenReady resolves: Playwright's loader relies on that order. */
export const becomeReady = (): void => {
  isReady = true;
  app.emit('ready', preventable(), {});
  markReady();
};
