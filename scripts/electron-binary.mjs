import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

/** A slow line gets this long; a machine without one is not made to wait at every start. */
const DOWNLOAD_MS = 90_000;
const TRY_AGAIN_AFTER_MS = 3_600_000;

const installed = (root) => {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
};

const failedLately = (note) => existsSync(note) && Date.now() - statSync(note).mtimeMs < TRY_AGAIN_AFTER_MS;

/**
 * The Electron to run: the real one, downloaded now if need be, or the stand-in when it cannot be had.
 * @param {string} root
 * @returns {{ binary: string, isStandIn: boolean, env: NodeJS.ProcessEnv }} `env` makes Playwright and
 *   electron's own launcher find the same one
 */
export function findElectron(root) {
  const note = join(root, '.cache/electron-not-to-be-had');
  if (!installed(root) && !failedLately(note)) {
    const script = join(root, 'node_modules/electron/install.js');
    const result = spawnSync(process.execPath, [script], { stdio: 'ignore', timeout: DOWNLOAD_MS });
    if (result.status !== 0) {
      mkdirSync(dirname(note), { recursive: true });
      writeFileSync(note, '');
    }
  }
  const binary = installed(root);
  if (binary) return { binary, isStandIn: false, env: {} };
  const folder = join(root, 'tests/stand-in');
  return { binary: join(folder, 'electron'), isStandIn: true, env: { ELECTRON_OVERRIDE_DIST_PATH: folder } };
}

/** Whether this machine has a display to show a window on. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
