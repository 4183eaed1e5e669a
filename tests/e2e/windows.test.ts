import { expect } from 'playwright/test';
import type { ElectronApplication, Page } from 'playwright/test';
import { onOneDesktop, waitForPages } from './desktop-app.ts';
import type { DesktopApp } from './desktop-app.ts';
import type { Settings } from '../../src/shared/desktop.ts';

const test = onOneDesktop();

/** Opens another window by something done, and waits for its page. */
const opened = async (desktop: DesktopApp, act: () => Promise<unknown>): Promise<Page> => {
  const [page] = await Promise.all([desktop.app.waitForEvent('window'), act()]);
  await page.waitForFunction(() => document.readyState === 'complete' && 'bridge' in window);
  return page;
};

const answerQuestions = (app: ElectronApplication, response: number, checkboxChecked = false) =>
  app.evaluate(
    ({ dialog }, answer) => {
      const questions: string[] = [];
      Object.assign(globalThis, { questions });
      dialog.showMessageBox = (...args: unknown[]) => {
        questions.push((args.at(-1) as { message: string }).message);
        return Promise.resolve(answer);
      };
    },
    { response, checkboxChecked },
  );
const questions = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as { questions?: string[] }).questions);
const closeMain = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const isMainVisible = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

test.describe('a page in a window of its own', () => {
  test('has no menu, lives on the one stream, and is there again after a restart, where it was', async ({
    desktop,
  }) => {
    await desktop.signUp();
    await waitForPages(desktop);
    const popOut = await opened(desktop, () =>
      desktop.call('desktop.window.pop-out', { route: '/open-positions?mode=test' }),
    );
    await expect(popOut.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();
    await expect(popOut.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);

    // The same page again is the same window.
    await desktop.call('desktop.window.pop-out', { route: '/open-positions' });
    await expect.poll(() => desktop.app.windows().length).toBe(2);

    // What moves reaches both, each at its own pace: the market's time goes on in either window.
    for (const page of [desktop.page, popOut]) {
      const clock = page.getByRole('note').first();
      const before = await clock.textContent();
      await expect.poll(() => clock.textContent()).not.toBe(before);
    }

    const place = { x: 100, y: 90, width: 700, height: 420 };
    await desktop.app.evaluate(({ BrowserWindow }, bounds) => {
      BrowserWindow.getAllWindows()[1]?.setBounds(bounds);
    }, place);
    await desktop.restart();
    await expect.poll(() => desktop.app.windows().length).toBe(2);
    const places = await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getBounds()),
    );
    expect(places).toContainEqual(place);
  });

  test('is signed out with the others', async ({ desktop }) => {
    await desktop.signUp();
    const popOut = await opened(desktop, () =>
      desktop.call('desktop.window.pop-out', { route: '/notifications' }),
    );
    await expect(popOut.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
    await desktop.call('desktop.session.sign-out');
    await expect(popOut).toHaveURL(/#\/login/);
  });

  test('takes no address but a page of the app', async ({ desktop }) => {
    for (const route of ['https://evil.example/', 'open-positions', '/a b'])
      expect(await desktop.call('desktop.window.pop-out', { route })).toMatchObject({ ok: false });
    expect(desktop.app.windows()).toHaveLength(1);
  });
});

test('the small window shows today over other programs, and leads back to the main one', async ({
  desktop,
}) => {
  await desktop.signUp();
  await waitForPages(desktop);
  const mini = await opened(desktop, () => desktop.call('desktop.window.toggle-mini'));
  await expect(mini.getByText('₹0.00').first()).toBeVisible();
  await expect(mini.getByText('LIVE')).toBeVisible();
  expect(
    await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isAlwaysOnTop()),
    ),
  ).toEqual([false, true]);
  await mini.getByRole('button', { name: 'Open positions' }).click();
  await expect(desktop.page.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();
  expect(await desktop.call('desktop.window.toggle-mini')).toMatchObject({ value: { isOpen: false } });
  await expect.poll(() => desktop.app.windows().length).toBe(1);
});

test('the small window opens as opaque as it was chosen to be', async ({ desktop }) => {
  await desktop.signUp();
  await waitForPages(desktop);
  const settings = await desktop.call('desktop.settings.read');
  if (!settings.ok) throw new Error('The settings could not be read');
  const { windows } = settings.value as Settings;
  expect(
    (await desktop.call('desktop.settings.change', { windows: { ...windows, miniOpacityPercent: 80 } })).ok,
  ).toBe(true);
  // Linux shows no opacity: what is asked of the system counts.
  await desktop.app.evaluate(({ BrowserWindow }) => {
    const opacities: number[] = [];
    Object.assign(globalThis, { opacities });
    BrowserWindow.prototype.setOpacity = (opacity) => void opacities.push(opacity);
  });
  await opened(desktop, () => desktop.call('desktop.window.toggle-mini'));
  expect(await desktop.app.evaluate(() => (globalThis as { opacities?: number[] }).opacities)).toEqual([0.8]);
});

test('a right click in a field offers to paste, and on a link to open its page in a window of its own', async ({
  desktop,
}) => {
  await desktop.signUp();
  await waitForPages(desktop);
  const clickRight = (clicked: { isEditable: boolean; linkURL: string }, id: string) =>
    desktop.app.evaluate(
      ({ BrowserWindow, Menu }, [what, wanted]) => {
        const shown: string[] = [];
        Menu.prototype.popup = function popup(this: Electron.Menu) {
          shown.push(...this.items.map((item) => item.id));
          const item = this.getMenuItemById(wanted);
          if (wanted === 'pop-out') item?.click();
        };
        const editFlags = { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true };
        const nothing = { selectionText: '', misspelledWord: '', dictionarySuggestions: [], editFlags };
        BrowserWindow.getAllWindows()[0]?.webContents.emit('context-menu', {}, { ...nothing, ...what });
        return shown;
      },
      [clicked, id] as const,
    );
  expect(await clickRight({ isEditable: true, linkURL: '' }, 'paste')).toContain('paste');
  const wallet = await opened(desktop, () =>
    clickRight({ isEditable: false, linkURL: 'app://trickdesk/#/wallet' }, 'pop-out'),
  );
  await expect(wallet.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
});

test.describe('closing the window', () => {
  test('asks once, keeps the app in the tray, and a second start brings it back', async ({ desktop }) => {
    await answerQuestions(desktop.app, 0, true);
    await closeMain(desktop.app);
    await expect.poll(() => questions(desktop.app)).toEqual(['Keep TrickDesk in the tray?']);
    await expect.poll(() => isMainVisible(desktop.app)).toBe(false);
    expect(await desktop.call('desktop.settings.read')).toMatchObject({
      value: { windows: { closing: 'tray' } },
    });

    await desktop.app.evaluate(({ app }) => app.emit('second-instance', {}, ['trickdesk'], '', null));
    await expect.poll(() => isMainVisible(desktop.app)).toBe(true);
    await closeMain(desktop.app);
    await expect.poll(() => isMainVisible(desktop.app)).toBe(false);
    expect(await questions(desktop.app)).toHaveLength(1);
  });

  test('that is cancelled leaves everything as it is', async ({ desktop }) => {
    await answerQuestions(desktop.app, 2);
    await closeMain(desktop.app);
    await expect.poll(() => questions(desktop.app)).toHaveLength(1);
    expect(await isMainVisible(desktop.app)).toBe(true);
    expect(await desktop.call('desktop.settings.read')).toMatchObject({
      value: { windows: { closing: 'ask' } },
    });
  });
});

test('a quarter of an hour of quiet holds notifications back, and a window shows it', async ({ desktop }) => {
  const until = Date.now() + 15 * 60_000;
  const answer = await desktop.call<{ until: number }>('desktop.notifications.quiet', { minutes: 15 });
  expect(answer.ok && Math.abs(answer.value.until - until)).toBeLessThan(5_000);
  await expect
    .poll(async () => (await desktop.received()).filter((event) => event.type === 'quiet.changed').length)
    .toBeGreaterThan(0);
  expect(await desktop.call('desktop.notifications.quiet', { minutes: 0 })).toMatchObject({
    value: { until: null },
  });
});

test('another server is asked about by the desktop itself, with its name; who says no stays signed in where they are', async ({
  desktop,
}) => {
  await desktop.signUp();
  const CANCEL = 1;
  await answerQuestions(desktop.app, CANCEL);
  const backend = { kind: 'server', url: 'https://desk.evil.example', apiToken: 'a token' };
  const changed = await desktop.call('desktop.settings.change', { backend });
  expect(changed).toMatchObject({ ok: false, failure: { message: 'The server was not changed.' } });
  expect(await questions(desktop.app)).toEqual(['Use the server desk.evil.example?']);
  const { ok, value } = (await desktop.call('desktop.settings.read')) as {
    ok: boolean;
    value: { backend: unknown };
  };
  expect([ok, value.backend]).toEqual([true, { kind: 'embedded' }]);
  expect((await desktop.call('alerts.count')).ok).toBe(true);
});
