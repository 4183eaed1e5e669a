import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { BackendState, SessionState } from '../../src/shared/desktop.ts';
import { expect } from 'playwright/test';
import { onOneDesktop, PERSON, ROOT, test as plain } from './desktop-app.ts';
import type { DesktopApp } from './desktop-app.ts';

const test = onOneDesktop();

const run = promisify(execFile);
/** The same binary that Playwright starts. */
const electronBinary = () => createRequire(import.meta.url)('electron') as string;
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.describe('the window', () => {
  test('gives its page one door and nothing of the machine', async ({ desktop }) => {
    const seen = await desktop.page.evaluate(() => ({
      door: Object.keys(window.bridge).sort(),
      machine: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    }));
    expect(seen).toEqual({ door: ['call', 'on'], machine: [] });
  });

  test('runs no script but its own, and talks to nobody', async ({ desktop }) => {
    const outcome = await desktop.page.evaluate(async () => {
      const page = window as unknown as Record<string, unknown>;
      const inline = document.createElement('script');
      inline.textContent = 'window.wasInline = true';
      document.body.append(inline);
      const image = document.createElement('div');
      image.innerHTML = '<img src="x" onerror="window.wasHandler = true">';
      document.body.append(image);
      Reflect.apply(setTimeout, window, ['window.wasEvaluated = true']);
      const fetched = await fetch('https://example.com/', { mode: 'no-cors' }).then(
        () => 'done',
        () => 'refused',
      );
      const frame = document.createElement('iframe');
      frame.srcdoc = '<script>parent.wasFramed = true</script>';
      document.body.append(frame);
      await new Promise((done) => setTimeout(done, 300));
      return [fetched, page['wasEvaluated'], page['wasInline'], page['wasHandler'], page['wasFramed']];
    });
    expect(outcome).toEqual(['refused', undefined, undefined, undefined, undefined]);
  });

  test('stays where it is, and opens only known https pages in the browser', async ({ desktop }) => {
    await desktop.app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = (url) => Promise.resolve(void opened.push(url));
    });
    // The first screen has been chosen before the page tries to leave.
    await desktop.page.waitForURL(/#\/login$/);
    const before = desktop.page.url();
    await desktop.page.evaluate(() => {
      for (const url of [
        'https://www.nseindia.com/',
        'https://evil.example/',
        'http://www.nseindia.com/',
        'file:///etc/passwd',
      ])
        window.open(url);
      location.href = 'https://evil.example/';
    });
    await desktop.page.waitForTimeout(500);
    expect(desktop.page.url()).toBe(before);
    expect(desktop.app.windows()).toHaveLength(1);
    expect(await desktop.app.evaluate(() => (globalThis as { opened?: string[] }).opened)).toEqual([
      'https://www.nseindia.com/',
    ]);
    expect((await desktop.call('desktop.link.open', { url: 'https://evil.example/' })).ok).toBe(false);
  });

  test('gets notifications and no other permission', async ({ desktop }) => {
    const states = await desktop.page.evaluate(() =>
      Promise.all(
        (['geolocation', 'camera', 'microphone'] as PermissionName[]).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    );
    expect(states).toEqual(['denied', 'denied', 'denied']);
  });

  test('keeps its place and its settings over a restart', async ({ desktop }) => {
    const place = { x: 40, y: 60, width: 1200, height: 700 };
    await desktop.app.evaluate(
      ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
      place,
    );
    await desktop.call('desktop.settings.change', { density: 'compact' });
    await desktop.call('desktop.settings.change', { skin: 'dark' });
    await desktop.restart();
    expect(await desktop.call('desktop.settings.read')).toMatchObject({
      value: { density: 'compact', skin: 'dark' },
    });
    expect(
      await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()),
    ).toEqual(place);
    expect(await desktop.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  });

  test('has a menu without Reload, whose items reach the page', async ({ desktop }) => {
    const roles = await desktop.app.evaluate(({ Menu }) => {
      const all = (menu: Electron.Menu | null | undefined): string[] =>
        (menu?.items ?? []).flatMap((item) => [String(item.role ?? ''), ...all(item.submenu)]);
      return all(Menu.getApplicationMenu());
    });
    expect(roles.filter((role) => /reload|devtools/i.test(role))).toEqual([]);
    await desktop.app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('reload-data')?.click();
    });
    await expect
      .poll(() => desktop.received())
      .toContainEqual({ type: 'action.requested', action: 'reload-data' });
  });
});

test.describe('a second start', () => {
  test('brings the first to the place its link names, and ends', async ({ desktop }) => {
    const second = await run(electronBinary(), [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ROOT,
      `--user-data-dir=${desktop.dataDir}`,
      'trickdesk://open/trade-history?mode=test',
    ]);
    expect(second.stdout).not.toContain('window open');
    await expect
      .poll(() => desktop.received())
      .toContainEqual({ type: 'route.requested', route: '/trade-history?mode=test' });
    expect(desktop.app.windows()).toHaveLength(1);
  });
});

test.describe('the backend', () => {
  const state = async (desktop: DesktopApp) => {
    const result = await desktop.call<BackendState>('desktop.backend.state');
    return result.ok && result.value.state;
  };

  test('that is killed comes back by itself', async ({ desktop }) => {
    await expect.poll(() => state(desktop)).toBe('up');
    const pid = await desktop.backendPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => state(desktop)).toBe('restarting');
    await expect.poll(() => state(desktop)).toBe('up');
    expect(await desktop.backendPid()).not.toBe(pid);
    const states = (await desktop.received()).flatMap((event) =>
      event.type === 'backend.changed' ? [event.backend.state] : [],
    );
    expect(states.slice(-2)).toEqual(['restarting', 'up']);
  });

  plain('ends with the app', async ({ desktop }) => {
    await expect.poll(() => state(desktop)).toBe('up');
    const pid = await desktop.backendPid();
    await desktop.quit();
    expect(isAlive(pid)).toBe(false);
  });
});

test.describe('the session', () => {
  test('outlives a restart in the keychain, and a sign-out does not', async ({ desktop }) => {
    test.skip(process.env['TRICKDESK_HAS_KEYRING'] !== '1', 'there is no keyring on this machine');
    const registered = await desktop.call<SessionState>('desktop.session.register', PERSON);
    expect(registered).toMatchObject({
      ok: true,
      value: { keptIn: 'keychain', user: { email: PERSON.email } },
    });
    expect(JSON.stringify(registered)).not.toMatch(/token/i);
    await desktop.restart();
    expect(await desktop.call('desktop.session.state')).toMatchObject({
      ok: true,
      value: { user: { email: PERSON.email } },
    });
    expect((await desktop.call('alerts.count')).ok).toBe(true);
    await desktop.call('desktop.session.sign-out');
    await desktop.restart();
    expect(await desktop.call('desktop.session.state')).toMatchObject({
      ok: true,
      value: { user: null, lastName: PERSON.email },
    });
  });
});
