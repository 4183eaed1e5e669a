import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { _electron } from 'playwright';
import type { ElectronApplication, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const fixture = join(import.meta.dirname, 'fixture');
const electron = join(import.meta.dirname, 'electron');
process.env['ELECTRON_OVERRIDE_DIST_PATH'] = import.meta.dirname;

interface Seen {
  navigations: string[];
  popups: string[];
  seconds: string[];
  childSaid: unknown[];
  childExit?: number;
}
/** Window with the additions of the fixture's preload and page. */
interface FixtureWindow {
  bridge: { call(channel: string, value: unknown): Promise<{ value: unknown; from: string }> };
  greetings: { text: string; on: Date }[];
}
declare global {
  var seen: Seen;
  var child: { postMessage(message: unknown): void };
}

let data: string;
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'stand-in-'));
  app = await _electron.launch({ args: [fixture, `--user-data-dir=${data}`], colorScheme: null });
  page = await app.firstWindow();
  await page.waitForSelector('h1');
});
afterAll(async () => {
  await app.close();
  rmSync(data, { recursive: true, maxRetries: 5, retryDelay: 100 });
});

const seen = () => app.evaluate(() => globalThis.seen);

describe('the app', () => {
  test('is what its manifest says, in the folder that was asked for', async () => {
    const facts = await app.evaluate(({ app: it }) => [
      it.getName(),
      it.getVersion(),
      it.getPath('userData'),
      it.isPackaged,
    ]);
    expect(facts).toEqual(['Fixture', '1.2.3', data, false]);
  });

  test('sees the rest of its command line', async () => {
    expect(await app.evaluate(() => process.argv.slice(1))).toEqual([fixture, `--user-data-dir=${data}`]);
  });

  test('is notified of a second start, which ends by itself', async () => {
    const second = spawnSync(electron, [fixture, `--user-data-dir=${data}`, 'fixture://open/there'], {
      encoding: 'utf8',
    });
    expect(second.status).toBe(0);
    await expect.poll(async () => (await seen()).seconds).toEqual(['fixture://open/there']);
  });

  test('lacks what is not implemented, so that using it fails', async () => {
    expect(await app.evaluate((electronModule) => 'TouchBar' in electronModule)).toBe(false);
  });
});

describe('a window', () => {
  test('shows a page of the app’s own scheme, with its headers', async () => {
    expect(await page.title()).toBe('Fixture');
    const echo = await page.evaluate(
      async () => (await fetch('/echo?a=1', { method: 'POST', body: 'hi' })).json() as Promise<unknown>,
    );
    expect(echo).toEqual({ host: 'fixture', search: '?a=1', method: 'POST', body: 'hi' });
    const escaped = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.escaped = true';
      document.head.append(script);
      return 'escaped' in window;
    });
    expect(escaped).toBe(false);
  });

  test('is found by Playwright, and knows its own address', async () => {
    const window = await app.browserWindow(page);
    expect(await window.evaluate((it: BrowserWindow) => it.webContents.getURL())).toBe(
      'app://fixture/index.html#/start',
    );
    expect(await window.evaluate((it: BrowserWindow) => it.getBounds())).toMatchObject({
      width: 900,
      height: 700,
    });
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 700]);
  });

  test('follows the theme', async () => {
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    await app.evaluate(({ nativeTheme }) => (nativeTheme.themeSource = 'light'));
    await expect
      .poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
      .toBe(false);
  });

  test('asks before it navigates, and stays when refused', async () => {
    await page.click('text=elsewhere');
    await expect.poll(async () => (await seen()).navigations).toEqual(['app://fixture/elsewhere.html']);
    expect(await page.title()).toBe('Fixture');
    await page.evaluate(() => void (location.href = '/index.html?allowed'));
    await page.waitForURL(/allowed/);
    expect(await page.textContent('h1')).toBe('Fixture');
  });

  test('passes every new window to the app', async () => {
    await page.click('text=outside');
    expect(await page.evaluate(() => window.open('https://example.com/by-script'))).toBeNull();
    await expect
      .poll(async () => (await seen()).popups)
      .toEqual(['https://example.com/', 'https://example.com/by-script']);
    expect(app.windows()).toHaveLength(1);
  });

  test('is refused the permissions that the app refuses', async () => {
    const states = await page.evaluate(async () =>
      Promise.all(
        (['notifications', 'geolocation'] as const).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    );
    expect(states).toEqual(['granted', 'denied']);
  });

  test('can be photographed, and run scripts in', async () => {
    const window = await app.browserWindow(page);
    expect(
      await window.evaluate(async (it: BrowserWindow) =>
        (await it.webContents.capturePage()).toPNG().subarray(1, 4).toString(),
      ),
    ).toBe('PNG');
    expect(
      await window.evaluate(
        (it: BrowserWindow) => it.webContents.executeJavaScript('Promise.resolve(6 * 7)') as Promise<number>,
      ),
    ).toBe(42);
  });
});

describe('messages', () => {
  test('carry what the structured clone algorithm carries, both ways', async () => {
    const answer = await page.evaluate(async () => {
      const value = {
        at: new Date(5),
        map: new Map([['a', 1n]]),
        bytes: new Uint8Array([1, 2, 255]),
        none: undefined,
        $: 'x',
        n: -0,
      };
      const { value: back, from } = (await (window as unknown as FixtureWindow).bridge.call(
        'echo',
        value,
      )) as {
        value: typeof value;
        from: string;
      };
      return [
        back.at.getTime(),
        back.map.get('a') === 1n,
        [...back.bytes],
        'none' in back && back.none === undefined,
        back.$,
        Object.is(back.n, -0),
        from,
      ];
    });
    expect(answer).toEqual([5, true, [1, 2, 255], true, 'x', true, 'app://fixture/index.html?allowed']);
  });

  test('fail as Electron’s do', async () => {
    const reasons = await page.evaluate(() =>
      Promise.all(
        ['refuse', 'nobody']
          .map((channel) => (window as unknown as FixtureWindow).bridge.call(channel, 1))
          .map((call) => call.then(String, String)),
      ),
    );
    expect(reasons[0]).toContain("Error invoking remote method 'refuse': Error: not today");
    expect(reasons[1]).toContain("No handler registered for 'nobody'");
    await expect(
      page.evaluate(
        async () => void (await (window as unknown as FixtureWindow).bridge.call('echo', () => 1)),
      ),
    ).rejects.toThrow('could not be cloned');
  });

  test('reach the page from main, here by way of a menu item', async () => {
    await app.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('greet')?.click());
    await expect
      .poll(() =>
        page.evaluate(() =>
          (window as unknown as FixtureWindow).greetings.map(({ text, on }) => `${text} ${on.getTime()}`),
        ),
      )
      .toEqual(['hello 1000']);
  });

  test('are not to be forged by the page’s own scripts', async () => {
    const names = await page.evaluate(() =>
      Object.getOwnPropertyNames(window).filter((name) => /stand/i.test(name)),
    );
    expect(names).toEqual([]);
  });
});

test('a utility process receives, answers and ends', async () => {
  await expect.poll(async () => (await app.evaluate(() => globalThis.seen.childSaid.length)) > 0).toBe(true);
  const first = await app.evaluate(() => {
    const [{ got, argument }] = globalThis.seen.childSaid as [
      { got: { count: bigint; at: Date }; argument: string },
    ];
    return [got.count === 3n, got.at.getTime(), argument];
  });
  expect(first).toEqual([true, 0, 'an argument']);
  await app.evaluate(() => globalThis.child.postMessage('stop'));
  await expect.poll(async () => (await seen()).childExit).toBe(7);
});

test('without a test beside it, it opens its window and leaves nothing behind when ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-alone-'));
  const alone = spawn(electron, [fixture, `--user-data-dir=${folder}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  alone.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect.poll(() => said, { timeout: 10_000 }).toContain('fixture: window open');
  alone.kill('SIGTERM');
  const [code] = (await once(alone, 'exit')) as [number | null];
  expect(code).toBe(0);
  const left = () =>
    spawnSync('ps', ['-o', 'args=', '--sid', String(alone.pid)], { encoding: 'utf8' }).stdout;
  await expect.poll(left, { timeout: 5_000 }).toBe('');
  rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 100 });
});
