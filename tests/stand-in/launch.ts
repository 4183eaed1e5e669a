// Runs an Electron app's main process under Node: `electron [switches] [-r module] <app> [arguments]`.
import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, becomeReady, givenSwitches, openApp, applySwitches } from './app.ts';
import { useBrowser } from './browser-window.ts';
import { startChromium } from './chromium.ts';

/** Time after which an app that does not end is killed. */
const END_MS = 10_000;

interface CommandLine {
  readonly preloads: string[];
  readonly switches: Map<string, string>;
  readonly appPath: string | undefined;
}

function readCommandLine(args: readonly string[]): CommandLine {
  const preloads: string[] = [];
  const switches = new Map<string, string>();
  let appPath: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-r' || arg === '--require') preloads.push(args[++at] ?? '');
    else if (arg.startsWith('--')) {
      const [name = '', ...value] = arg.slice(2).split('=');
      switches.set(name, value.join('='));
    } else appPath ??= arg;
  }
  return { preloads, switches, appPath };
}

const electronVersion = (from: NodeJS.Require): string =>
  (JSON.parse(readFileSync(from.resolve('electron/package.json'), 'utf8')) as { version: string }).version;

const { preloads, switches, appPath } = readCommandLine(process.argv.slice(2));
const isDriven = switches.has('remote-debugging-port');
for (const name of ['inspect', 'remote-debugging-port']) switches.delete(name);
if (appPath === undefined) {
  console.error('Usage: electron [switches] <folder of the app> [arguments]');
  process.exit(1);
}

const require = createRequire(import.meta.url);
const version = electronVersion(require);
const shim = pathToFileURL(join(import.meta.dirname, 'electron.cjs')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: shim, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
Object.assign(process, {
  type: 'browser',
  defaultApp: true,
  resourcesPath: join(import.meta.dirname, 'resources'),
});
// The app sees the command line as Electron shows it: the binary, then everything that was given.
process.argv = [join(import.meta.dirname, 'electron'), ...process.argv.slice(2)];

applySwitches(switches);
const script = openApp(appPath);
if (isDriven) inspector.open(0);
for (const preload of preloads) require(preload);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    app.quit();
    setTimeout(() => process.exit(1), END_MS).unref();
  });

await import(pathToFileURL(script).href);
const profile = join(app.getPath('sessionData'), 'Stand-in profile');
useBrowser(await startChromium({ profile, switches: givenSwitches(), isDriven }));
becomeReady();
