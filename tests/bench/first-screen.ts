import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { _electron, type Page } from 'playwright';
import { build } from 'vite';
import { type Row, sideBySide } from './measure.ts';

interface Runtime {
  readonly isStandIn: boolean;
  readonly env: Record<string, string | undefined>;
}

/**
 * Wait for the frame in which a button of this name shows. Asked in each frame: Playwright's own waiting looks after
 * 20, 50, 100 and again 100 ms, and a figure would come in such steps.
 */
const buttonSeen = async (page: Page, name: string): Promise<void> => {
  const isSeen = (wanted: string): boolean =>
    [...document.querySelectorAll('button')].some(
      (button) => button.textContent === wanted && button.checkVisibility(),
    );
  await page.waitForFunction(isSeen, name, { polling: 'raf' });
};

/** Milliseconds from launch until a mark of the first screen is visible. */
const launchUntil = async (
  app: string,
  args: readonly string[],
  mark: (page: Page) => Promise<void>,
): Promise<number> => {
  const start = performance.now();
  const running = await _electron.launch({ args: [app, ...args], cwd: app, colorScheme: null });
  await mark(await running.firstWindow());
  const ms = performance.now() - start;
  await running.close();
  return ms;
};

/** The peer: one window, React, a Fluent provider and a button, built as electron-vite builds a renderer. */
const buildEmptyWindow = async (root: string, folder: string): Promise<void> => {
  const source = join(root, 'tests/bench/peers/empty-window');
  for (const name of ['main.js', 'package.json']) cpSync(join(source, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await build({
    root: source,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: join(folder, 'renderer'), emptyOutDir: true },
  });
};

/** Time from app start to the sign-in form. The peer is an empty window on the same runtime. */
export const firstScreen = async (root: string, runtime: Runtime): Promise<Row[]> => {
  Object.assign(process.env, runtime.env);
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  try {
    await buildEmptyWindow(root, folder);
    const dataDir = join(folder, 'data');
    const ours = () =>
      launchUntil(root, [`--user-data-dir=${dataDir}`], (page) => buttonSeen(page, 'Sign in'));
    const peer = () =>
      launchUntil(folder, [`--user-data-dir=${join(folder, 'peer-data')}`], (page) =>
        buttonSeen(page, 'Hello'),
      );
    // The first start makes the data folder of each and asks how the app is to look; later ones are what people wait
    // for every day.
    await launchUntil(root, [`--user-data-dir=${dataDir}`], (page) =>
      page.getByRole('button', { name: 'Skip all' }).click(),
    );
    await peer();
    const name = `app start to sign-in form, on ${runtime.isStandIn ? 'the stand-in' : 'Electron'} (peer: an empty Fluent window)`;
    return [await sideBySide(name, 'ms', ours, peer)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
