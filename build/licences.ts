import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const IS_LICENCE = /^(licen[cs]e|notice|copying)(\.|$|-)/i;

/** The folder of the package that a module belongs to; null for our own. */
const packageOf = (id: string): string | null =>
  PACKAGE.exec(id.replaceAll('\\', '/').replace('\0', ''))?.[1] ?? null;

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
}

const noticeOf = (folder: string): string => {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const kind = typeof license === 'string' ? license : (license?.type ?? 'see below');
  const texts = readdirSync(folder)
    .filter((file) => IS_LICENCE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${kind})`, ...texts].join('\n\n');
};

/**
 * A part of the build: writes the licence and the notices of every package that went into a bundle into a file beside
 * it, `licences.txt`. `shipped` are folders of packages that go along as they are.
 */
export const licences = (shipped: readonly string[] = []): Plugin => ({
  name: 'licences',
  generateBundle() {
    const folders = [...[...this.getModuleIds()].map(packageOf), ...shipped];
    const notices = [...new Set(folders)]
      .filter((folder) => folder !== null)
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map(noticeOf)
      .sort((a, b) => a.localeCompare(b));
    const source = notices.join(`\n\n${'-'.repeat(80)}\n\n`);
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: `${source}\n` });
  },
});
