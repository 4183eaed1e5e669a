import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './run-step.mjs';

/** What the build is made from. Tests are no part of it. */
const SOURCES = [
  'src',
  'resources',
  'build',
  'electron.vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
const isSource = (name) => !/\.test\.tsx?$|\.tsbuildinfo$/.test(name);

/** Digest of everything that the build is made from. */
export function sourceDigest(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES.filter((name) => existsSync(join(root, name)))) {
    const inside = source.includes('.')
      ? ['']
      : readdirSync(join(root, source), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && isSource(entry.name))
          .map((entry) => join(entry.parentPath, entry.name).slice(join(root, source).length + 1))
          .sort();
    for (const name of inside)
      hash.update(`${source}/${name}\0`).update(readFileSync(join(root, source, name)));
  }
  return hash.digest('hex');
}

/**
 * Builds main, preload and renderer into out/ unless that has been done since the last change.
 * @returns {boolean} whether out/ is the build of what is there now
 */
export function buildIfChanged(root) {
  const stamp = join(root, 'out/.sources');
  const digest = sourceDigest(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return true;
  rmSync(join(root, 'out'), { recursive: true, force: true });
  const vite = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  if (!runStep(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root })) return false;
  writeFileSync(stamp, digest);
  return true;
}
