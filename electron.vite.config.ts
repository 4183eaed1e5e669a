import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // A third of the bytes to read and hash: the backend answers sooner.
      minify: 'oxc',
      sourcemap: false,
      rollupOptions: {
        // Optional: where it could not be installed, the app is built and runs without a keychain.
        external: ['keytar'],
        input: { main: at('src/main/main.ts'), backend: at('src/backend/backend.ts') },
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
    plugins: [react()],
    build: {
      outDir: at('out/renderer'),
      // electron-vite leaves it out unless told.
      minify: 'oxc',
      rollupOptions: { input: at('src/renderer/index.html') },
    },
  },
});
