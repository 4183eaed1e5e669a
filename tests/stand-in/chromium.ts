import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { DevTools } from './devtools.ts';

export interface Browser {
  readonly devtools: DevTools;
  /** Whether it shows real windows. */
  readonly isVisible: boolean;
  /** Resolves once the browser and its children are gone. */
  close(): Promise<void>;
}

interface Options {
  readonly profile: string;
  /** Switches without their dashes, as Electron's `app.commandLine` has them. */
  readonly switches: ReadonlyMap<string, string>;
  /** Whether a test drives it too, over a port of its own. */
  readonly isDriven: boolean;
}

/** Whether this machine has a display to show a window on. */
export const hasDisplay = (): boolean =>
  process.platform !== 'linux' ||
  Boolean(process.env['DISPLAY'] ?? '') ||
  Boolean(process.env['WAYLAND_DISPLAY'] ?? '');

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

const VISIBLE = ['/usr/lib/chromium/chromium', 'chromium', 'chromium-browser', 'google-chrome'];
const HEADLESS = ['/usr/lib/chromium/chromium-headless-shell', 'chromium-headless-shell', ...VISIBLE];

const findChromium = (isVisible: boolean): string => {
  const found = (isVisible ? VISIBLE : HEADLESS)
    .map((name) => (name.startsWith('/') ? (existsSync(name) ? name : undefined) : onPath(name)))
    .find((file) => file !== undefined);
  if (found === undefined)
    throw new Error('Neither Electron nor Chromium is on this machine: install the package "chromium".');
  return found;
};

const isRoot = () => process.getuid?.() === 0;

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()));

/** Starts Chromium. It dies with this process: its debugging pipe closes. */
export async function startChromium({ profile, switches, isDriven }: Options): Promise<Browser> {
  mkdirSync(profile, { recursive: true });
  const isVisible = hasDisplay();
  const args = [
    '--disable-features=Translate,MediaRouter',
    ...[...switches].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`)),
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    ...(isVisible ? ['--app=data:text/html,'] : ['--headless', '--no-startup-window', '--hide-scrollbars']),
    ...(isDriven ? ['--remote-debugging-port=0'] : []),
    ...(isRoot() ? ['--no-sandbox'] : []),
  ];
  const child = spawn(findChromium(isVisible), args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const [, , errors, input, output] = child.stdio as [null, null, Readable, Writable, Readable];
  const lastText: string[] = [];
  errors.setEncoding('utf8').on('data', (text: string) => {
    lastText.splice(0, lastText.length, ...[...lastText, text].slice(-20));
    // A test waits for this very line to know where to connect.
    for (const line of text.split('\n')) if (line.startsWith('DevTools listening')) console.error(line);
  });
  const devtools = new DevTools(input, output);
  child.once('error', (error) => console.error(`Chromium could not be started: ${error.message}`));
  await devtools.root.send('Target.setDiscoverTargets', { discover: true }).catch(() => {
    throw new Error(`Chromium did not start:\n${lastText.join('')}`);
  });

  const close = async () => {
    const isGone = ended(child);
    const killer = setTimeout(() => child.kill('SIGKILL'), 3_000);
    // The browser may be gone already, which is what is wanted.
    await devtools.root.send('Browser.close').catch(() => child.kill());
    await isGone;
    clearTimeout(killer);
  };
  return { devtools, isVisible, close };
}
