import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { trayBitmap } from '../../src/main/tray/tray-icon.ts';
import { type DesktopApp, PERSON, test } from './desktop-app.ts';

/** Tests of behaviour that only Electron itself has; on the stand-in they are skipped by name, before an app starts. */
const IS_STAND_IN = Boolean(process.env['ELECTRON_OVERRIDE_DIST_PATH']);
/** The world of preload scripts, as Electron's documentation numbers it. */
const PRELOAD_WORLD = 999;
const ICON_SIZE = 16;

declare global {
  var trayIcons: string[];
}

const pageProcesses = (desktop: DesktopApp): Promise<{ pid: number; isSandboxed: boolean }[]> =>
  desktop.app.evaluate(({ app, BrowserWindow }) => {
    const metrics = app.getAppMetrics();
    return BrowserWindow.getAllWindows().map(({ webContents }) => {
      const pid = webContents.getOSProcessId();
      return { pid, isSandboxed: metrics.find((one) => one.pid === pid)?.sandboxed === true };
    });
  });

test.describe(() => {
  test.skip(IS_STAND_IN, 'the stand-in’s Chromium runs without the sandbox of the operating system');
  test('pages run in processes that the operating system has locked up', async ({ newDesktop: desktop }) => {
    const pages = await pageProcesses(desktop);
    expect(pages.length).toBeGreaterThan(0);
    for (const { pid, isSandboxed } of pages)
      if (process.platform === 'linux')
        // 2: every call of the system is filtered.
        expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
      else expect(isSandboxed).toBe(true);
  });
});

test.describe(() => {
  test.skip(IS_STAND_IN, 'the stand-in has no world of its own for preload scripts');
  test('the bridge is in the world of the page, and what made it in another', async ({
    newDesktop: desktop,
  }) => {
    const kindIn = (world: number) =>
      desktop.app.evaluate(
        ({ BrowserWindow }, id) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScriptInIsolatedWorld(id, [
            { code: 'typeof globalThis.bridge' },
          ]) as Promise<string>,
        world,
      );
    expect(await desktop.page.evaluate(() => typeof globalThis.window.bridge)).toBe('object');
    expect(await kindIn(PRELOAD_WORLD)).toBe('undefined');
  });
});

test.describe(() => {
  test.skip(IS_STAND_IN, 'the stand-in keeps the tray’s bitmaps as it was given them and draws none');
  test('the icon by the clock has the pixels of its shape', async ({ newDesktop: desktop }) => {
    await desktop.app.evaluate(({ Tray }) => {
      globalThis.trayIcons = [];
      const prototype = Tray.prototype as {
        setImage(this: Electron.Tray, image: Electron.NativeImage): void;
      };
      const show = prototype.setImage;
      prototype.setImage = function (image) {
        globalThis.trayIcons.push(image.toBitmap().toString('base64'));
        show.call(this, image);
      };
    });
    // Somebody's result stands beside the icon, which is shown anew with it.
    expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
    const icons = () => desktop.app.evaluate(() => globalThis.trayIcons);
    await expect.poll(async () => (await icons()).length, { timeout: 30_000 }).toBeGreaterThan(0);
    const ring = trayBitmap('idle', ICON_SIZE, process.platform === 'darwin');
    expect((await icons()).at(-1)).toBe(ring.toString('base64'));
  });
});
