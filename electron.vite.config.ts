import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { callFacts } from './build/call-facts.ts';
import { leanFastify } from './build/lean-fastify.ts';
import { licences } from './build/licences.ts';

const at = (path: string) => resolve(import.meta.dirname, path);

/** Modules of some packages; `/` in a name stands for the system's separator. */
const packages = (...names: string[]) =>
  new RegExp(`/node_modules/(?:${names.join('|')})/`.replaceAll('/', String.raw`[\\/]`));

/** What every window needs at once, in two files: main is asked for each file at the start. */
const FIRST_FILES = [
  { name: 'react', test: packages('react', 'react-dom', 'scheduler') },
  // What the sign-in page has of it; a screen's own parts come with the screen.
  { name: 'fluent', test: packages('@griffel/\\w+', '@fluentui/[\\w-]+'), tags: ['$initial' as const] },
];

/** Packages of letters: their files go along as they are. */
const FONTS = ['@fontsource-variable/inter', '@fontsource/noto-sans-devanagari'];

export default defineConfig({
  main: {
    plugins: [
      licences(['keytar', '@node-rs/argon2'].map((name) => at(`node_modules/${name}`))),
      leanFastify(),
    ],
    build: {
      outDir: 'out/main',
      // A third of the bytes to read and hash: the backend answers sooner.
      minify: 'oxc',
      sourcemap: false,
      rollupOptions: {
        // Optional: where it could not be installed, the app runs without a keychain; threads keep their usual priority.
        external: ['keytar', '@napi-rs/nice'],
        input: {
          main: at('src/main/main.ts'),
          backend: at('src/backend/backend.ts'),
          // The threads of backtests and of reads. Piscina looks for its own part beside the chunk that it is bundled into.
          'chunks/run-worker': at('src/backend/backtests/run-worker.ts'),
          'chunks/read-worker': at('src/backend/db/sqlite/read-worker.ts'),
          'chunks/worker': at('node_modules/piscina/dist/worker.js'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { preload: at('src/preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [callFacts(), react(), licences(FONTS.map((name) => at(`node_modules/${name}`)))],
    build: {
      outDir: at('out/renderer'),
      // electron-vite leaves it out unless told.
      minify: 'oxc',
      rollupOptions: {
        input: at('src/renderer/index.html'),
        output: { codeSplitting: { groups: FIRST_FILES } },
      },
    },
  },
});
