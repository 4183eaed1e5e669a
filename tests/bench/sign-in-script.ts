import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Row } from './measure.ts';

/** React's type of its elements; no other package makes any. */
const REACT_ELEMENT = 'react.transitional.element';
const IMPORTED = /(?:import|from)\s*["'](\.\/[^"']+\.js)["']/g;

/** Chunks that a chunk loads at once, itself included. */
const withImports = (assets: string, chunk: string, found = new Set<string>()): Set<string> => {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const [, path] of readFileSync(join(assets, chunk), 'utf8').matchAll(IMPORTED))
    withImports(assets, basename(path ?? ''), found);
  return found;
};

const gzipKb = (code: string | Uint8Array): number => gzipSync(code, { level: 9 }).length / 1000;

/** Size of a module with its imports, as Vite bundles it. For a browser. */
const bundledKb = async (root: string, code: string, external: RegExp[]): Promise<number> => {
  const id = 'virtual:bench';
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bench-entry',
        resolveId: (wanted) => (wanted === id ? join(root, 'bench-entry.js') : null),
        load: (wanted) => (wanted.endsWith('bench-entry.js') ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: id, external } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  return outputs.reduce((sum, chunk) => (chunk.type === 'chunk' ? sum + gzipKb(chunk.code) : sum), 0);
};

/** Script of the sign-in route without React, gzipped, beside all of Fluent. */
export const signInScript = async (root: string): Promise<Row[]> => {
  const assets = join(root, 'out/renderer/assets');
  const html = readFileSync(join(root, 'out/renderer/index.html'), 'utf8');
  const entry = /<script[^>]+src="\.\/assets\/([^"]+)"/.exec(html)?.[1];
  if (!entry) throw new Error('The build has no entry.');
  // The sign-in screen is part of the entry, and React is a chunk of its own.
  const chunks = [...withImports(assets, entry)];
  const beside = chunks.filter((name) => !readFileSync(join(assets, name), 'utf8').includes(REACT_ELEMENT));
  if (beside.length !== chunks.length - 1) throw new Error('React is not one chunk of the sign-in route.');
  const ours = beside.reduce((sum, name) => sum + gzipKb(readFileSync(join(assets, name))), 0);
  const fluent = await bundledKb(
    root,
    "import * as fluent from '@fluentui/react-components'; globalThis.kept = fluent;",
    [/^react(-dom)?(\/|$)/],
  );
  return [
    {
      name: 'sign-in route, script beside React, gzip (peer: Fluent import *)',
      unit: 'kB',
      ours,
      peer: fluent,
    },
  ];
};
