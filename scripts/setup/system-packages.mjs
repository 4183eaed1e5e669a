import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runStep } from '../run-step.mjs';

const onPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));

const POSTGRES_FOLDER = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;

/** Whether a PostgreSQL server that tests can start is installed. */
export function hasPostgres() {
  if (!existsSync(POSTGRES_FOLDER)) return false;
  return readdirSync(POSTGRES_FOLDER).some(
    (version) =>
      Number(version) >= OLDEST_POSTGRES && existsSync(join(POSTGRES_FOLDER, version, 'bin/initdb')),
  );
}

/** What of the machine each purpose needs: the Debian package and how its presence is seen without asking dpkg. */
const NEEDS = {
  /** To compile keytar where no ready-made build of it can be had. */
  keychain: [
    ['libsecret-1-dev', () => existsSync('/usr/include/libsecret-1')],
    ['build-essential', () => onPath('make') && onPath('g++')],
    ['python3', () => onPath('python3')],
    ['pkg-config', () => onPath('pkg-config')],
  ],
  /** The stand-in's browser where there is no display. */
  browser: [['chromium-headless-shell', () => onPath('chromium-headless-shell') || onPath('chromium')]],
  /** The stand-in's browser where there is one. */
  window: [['chromium', () => onPath('chromium')]],
  tests: [
    ['chromium-headless-shell', () => onPath('chromium-headless-shell')],
    ['chromium', () => onPath('chromium')],
    ['xvfb', () => onPath('Xvfb')],
    ['dbus', () => onPath('dbus-run-session')],
    ['gnome-keyring', () => onPath('gnome-keyring-daemon')],
    ['libsecret-tools', () => onPath('secret-tool')],
    // The letters of logs, as the pictures that are kept show them.
    ['fonts-noto-mono', () => existsSync('/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf')],
  ],
  /** For the tests of a house of many users; without it they are skipped, by name. */
  database: [
    ['postgresql', hasPostgres],
    ['nats-server', () => onPath('nats-server') || existsSync('/usr/sbin/nats-server')],
  ],
};

/**
 * The Debian packages that are missing for some purposes.
 * @param {(keyof typeof NEEDS)[]} purposes
 */
export function missingPackages(purposes) {
  const missing = purposes.flatMap((purpose) => NEEDS[purpose]).filter(([, isThere]) => !isThere());
  return [...new Set(missing.map(([name]) => name))];
}

const isDebianRoot = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const hasPackageLists = () => {
  const folder = '/var/lib/apt/lists';
  return (
    existsSync(folder) &&
    readdirSync(folder).some((name) => name.endsWith('_Packages') || name.includes('_Packages.'))
  );
};

/**
 * Installs what is missing where that is possible (Debian, as root); elsewhere it says what to install.
 * @param {(keyof typeof NEEDS)[]} purposes
 * @param {string} what for whom, as the end of a sentence: "the tests", "the window"
 * @returns {boolean} whether everything is there now
 */
export function ensureSystemPackages(purposes, what) {
  if (process.platform !== 'linux') return true;
  const missing = missingPackages(purposes);
  if (missing.length === 0) return true;
  if (!isDebianRoot()) {
    console.error(
      `set-up: missing for ${what}: ${missing.join(', ')} (names of the Debian packages; install them, or their like)`,
    );
    return false;
  }
  console.log(`set-up: installing ${missing.join(', ')} for ${what}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (!hasPackageLists() && !runStep('apt-get', ['update'], { env })) return false;
  return runStep('apt-get', install, { env });
}
