import { mkdirSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/processes');
const made = new Map<string, Promise<string>>();

/**
 * Bundle a program of the tests or the backend into a file. It is given by its path in the project. A process that is
 * started and killed hundreds of times would spend most of its life reading its sources one by one.
 */
export const bundled = (entry: string): Promise<string> => {
  const known = made.get(entry);
  if (known) return known;
  const file = bundle(entry);
  made.set(entry, file);
  return file;
};

const bundle = async (entry: string): Promise<string> => {
  mkdirSync(FOLDER, { recursive: true });
  const outDir = mkdtempSync(join(FOLDER, 'made-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'pino', 'piscina'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        // The thread of reads has a file of its own, beside what starts it.
        input: {
          process: join(ROOT, entry),
          'read-worker': join(ROOT, 'src/backend/db/sqlite/read-worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return join(outDir, 'process.js');
};
