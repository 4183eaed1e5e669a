// Puts in place what the next script needs; silent and quick when nothing is missing. Runs before the other npm
// scripts, on whatever Node the machine has (18 or later); those scripts then find Node 24 in node_modules/.bin.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from './run-step.mjs';
import { forgetInstall, isInstalled, rememberInstall } from './setup/fingerprint.mjs';
import { withLock } from './setup/lock.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isForTests = process.argv.includes('--tests');

/** Without node_modules/.bin: the Node in there is about to be taken away, and must not be what npm runs on. */
function machineEnv() {
  const isOurs = (folder) => folder.startsWith(join(root, 'node_modules'));
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !isOurs(folder));
  return { ...process.env, PATH: path.join(delimiter) };
}

function installPackages() {
  console.log('set-up: installing packages, once (a minute or two)');
  forgetInstall(root);
  // keytar is optional: without its headers the npm packages still install, and the warning below says what is lost.
  ensureSystemPackages(['keychain'], 'the keychain');
  const isWindows = process.platform === 'win32';
  if (!runStep('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, env: machineEnv(), shell: isWindows }))
    return false;
  if (!existsSync(join(root, 'node_modules/keytar/build/Release/keytar.node')))
    console.error('set-up: warning: keytar could not be built, so a sign-in will not outlive a restart');
  rememberInstall(root);
  return true;
}

/** The tests run without it, and say which of them did not. */
function ensureDatabase() {
  ensureSystemPackages(['database'], 'the tests of a house of many users');
  return true;
}

const isReady =
  (isInstalled(root) ||
    withLock(join(root, '.cache/setup.lock'), () => isInstalled(root) || installPackages())) &&
  (!isForTests || (ensureDatabase() && ensureSystemPackages(['tests'], 'the tests')));
process.exitCode = isReady ? 0 : 1;
