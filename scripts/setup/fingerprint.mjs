import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const stampOf = (root) => join(root, 'node_modules', '.trickdesk-setup');

/**
 * What the installed packages depend on: the lock file, the platform and the processor. A native module built
 * for another machine is as wrong as a missing one.
 * @param {string} root project folder
 * @param {{ platform?: string, arch?: string }} [machine]
 * @returns {string} hex digest
 */
export function fingerprint(root, { platform = process.platform, arch = process.arch } = {}) {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  return hash.update(`\n${platform} ${arch}`).digest('hex');
}

/** Whether the packages in node_modules are whole and are those of this lock file on this machine. */
export function isInstalled(root) {
  try {
    return readFileSync(stampOf(root), 'utf8') === fingerprint(root);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
    throw error;
  }
}

/** To be called before packages are touched: an install that is killed half-way is then noticed next time. */
export function forgetInstall(root) {
  rmSync(stampOf(root), { force: true });
}

/** To be called last, when everything is in place. */
export function rememberInstall(root) {
  mkdirSync(dirname(stampOf(root)), { recursive: true });
  writeFileSync(stampOf(root), fingerprint(root));
}
