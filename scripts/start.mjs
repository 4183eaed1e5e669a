// `npm start`: builds what has changed and opens the app, in Electron or, where that cannot be had, in the stand-in.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from './build-if-changed.mjs';
import { findElectron, hasDisplay } from './electron-binary.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const electron = findElectron(root);
if (electron.isStandIn) {
  console.log('start: Electron could not be downloaded, so the window is shown in Chromium (tests/stand-in)');
  if (!ensureSystemPackages([hasDisplay() ? 'window' : 'browser'], 'the window')) process.exit(1);
}
if (!hasDisplay())
  console.log(
    'start: there is no display, so nothing is to be seen; `npm run shots` writes a picture of every screen',
  );
if (!buildIfChanged(root)) process.exit(1);

const switches = [
  ...(!electron.isStandIn && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...(!electron.isStandIn && !hasDisplay() ? ['--ozone-platform=headless'] : []),
];
const app = spawn(electron.binary, [...switches, root, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...electron.env },
  // A group of its own: a signal for the whole terminal group reaches the app once, from here, and its helpers never.
  detached: process.platform !== 'win32',
});
app.once('error', (error) => {
  console.error(`start: the app could not be started: ${error.message}`);
  process.exit(1);
});
app.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
// The app ends itself in bounded time; npm waits for this process (hence `exec` in package.json: a shell in between
// would die of the signal first), and this one for the app.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => app.kill('SIGTERM'));
