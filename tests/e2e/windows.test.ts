import { expect } from 'playwright/test';
import type { ElectronApplication, Page } from 'playwright/test';
import { PERSON, test } from './desk.ts';
import type { Desk } from './desk.ts';

const signIn = (desk: Desk) => desk.call('desktop.session.register', PERSON);

/** Opens another window by something done, and waits for its page. */
const opened = async (desk: Desk, act: () => Promise<unknown>): Promise<Page> => {
  const [page] = await Promise.all([desk.app.waitForEvent('window'), act()]);
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
    desk,
  }) => {
    await signIn(desk);
    await desk.page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    const popOut = await opened(desk, () =>
      desk.call('desktop.window.pop-out', { route: '/open-positions?mode=test' }),
    );
    await expect(popOut.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();
    await expect(popOut.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);

    // The same page again is the same window.
    await desk.call('desktop.window.pop-out', { route: '/open-positions' });
    await expect.poll(() => desk.app.windows().length).toBe(2);

    // What moves reaches both, each at its own pace: the market's time goes on in either window.
    for (const page of [desk.page, popOut]) {
      const clock = page.getByRole('note').first();
      const before = await clock.textContent();
      await expect.poll(() => clock.textContent()).not.toBe(before);
    }

    const place = { x: 100, y: 90, width: 700, height: 420 };
    await desk.app.evaluate(({ BrowserWindow }, bounds) => {
      BrowserWindow.getAllWindows()[1]?.setBounds(bounds);
    }, place);
    await desk.restart();
    await expect.poll(() => desk.app.windows().length).toBe(2);
    const places = await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getBounds()),
    );
    expect(places).toContainEqual(place);
  });

  test('is signed out with the others', async ({ desk }) => {
    await signIn(desk);
    const popOut = await opened(desk, () => desk.call('desktop.window.pop-out', { route: '/notifications' }));
    await expect(popOut.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
    await desk.call('desktop.session.sign-out');
    await expect(popOut).toHaveURL(/#\/login/);
  });

  test('takes no address but a page of the app', async ({ desk }) => {
    for (const route of ['https://evil.example/', 'open-positions', '/a b'])
      expect(await desk.call('desktop.window.pop-out', { route })).toMatchObject({ ok: false });
    expect(desk.app.windows()).toHaveLength(1);
  });
});

test('the small window shows today over other programs, and leads back to the main one', async ({ desk }) => {
  await signIn(desk);
  await desk.page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  const mini = await opened(desk, () => desk.call('desktop.window.toggle-mini'));
  await expect(mini.getByText('₹0.00').first()).toBeVisible();
  await expect(mini.getByText('LIVE')).toBeVisible();
  expect(
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isAlwaysOnTop()),
    ),
  ).toEqual([false, true]);
  await mini.getByRole('button', { name: 'Open positions' }).click();
  await expect(desk.page.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();
  expect(await desk.call('desktop.window.toggle-mini')).toMatchObject({ value: { isOpen: false } });
  await expect.poll(() => desk.app.windows().length).toBe(1);
});

test.describe('closing the window', () => {
  test('asks once, keeps the app in the tray, and a second start brings it back', async ({ desk }) => {
    await answerQuestions(desk.app, 0, true);
    await closeMain(desk.app);
    await expect.poll(() => questions(desk.app)).toEqual(['Keep TrickDesk in the tray?']);
    await expect.poll(() => isMainVisible(desk.app)).toBe(false);
    expect(await desk.call('desktop.settings.read')).toMatchObject({
      value: { windows: { closing: 'tray' } },
    });

    await desk.app.evaluate(({ app }) => app.emit('second-instance', {}, ['trickdesk'], '', null));
    await expect.poll(() => isMainVisible(desk.app)).toBe(true);
    await closeMain(desk.app);
    await expect.poll(() => isMainVisible(desk.app)).toBe(false);
    expect(await questions(desk.app)).toHaveLength(1);
  });

  test('that is cancelled leaves everything as it is', async ({ desk }) => {
    await answerQuestions(desk.app, 2);
    await closeMain(desk.app);
    await expect.poll(() => questions(desk.app)).toHaveLength(1);
    expect(await isMainVisible(desk.app)).toBe(true);
    expect(await desk.call('desktop.settings.read')).toMatchObject({
      value: { windows: { closing: 'ask' } },
    });
  });
});

test('a quarter of an hour of quiet holds notifications back, and a window hears of it', async ({ desk }) => {
  const until = Date.now() + 15 * 60_000;
  const answer = await desk.call<{ until: number }>('desktop.notifications.quiet', { minutes: 15 });
  expect(answer.ok && Math.abs(answer.value.until - until)).toBeLessThan(5_000);
  await expect
    .poll(async () => (await desk.heard()).filter((event) => event.type === 'quiet.changed').length)
    .toBeGreaterThan(0);
  expect(await desk.call('desktop.notifications.quiet', { minutes: 0 })).toMatchObject({
    value: { until: null },
  });
});

test('another server is asked about by the desktop itself, with its name; who says no stays signed in where they are', async ({
  desk,
}) => {
  await signIn(desk);
  const CANCEL = 1;
  await answerQuestions(desk.app, CANCEL);
  const backend = { kind: 'server', url: 'https://desk.evil.example', apiToken: 'a token' };
  const changed = await desk.call('desktop.settings.change', { backend });
  expect(changed).toMatchObject({ ok: false, failure: { message: 'The server was not changed.' } });
  expect(await questions(desk.app)).toEqual(['Use the server desk.evil.example?']);
  const { ok, value } = (await desk.call('desktop.settings.read')) as {
    ok: boolean;
    value: { backend: unknown };
  };
  expect([ok, value.backend]).toEqual([true, { kind: 'embedded' }]);
  expect((await desk.call('alerts.count')).ok).toBe(true);
});
