import { expect } from 'playwright/test';
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { type DesktopApp, onOneDesktop, waitForMarket } from './desktop-app.ts';

const test = onOneDesktop();

/** Somebody with a test strategy of their own, at Home; answers its name. */
const arrive = async (desktop: DesktopApp): Promise<string> => {
  await desktop.signUp();
  await waitForMarket(desktop);
  const ranking = await desktop.call<{ strategyId: number; name: string }[]>('home.topTen', {
    thirtyDay: '1',
    test: '1',
  });
  const [first] = ranking.ok ? ranking.value : [];
  if (!first) throw new Error('Nothing is ranked');
  await desktop.call('strategies.clone', { strategyId: first.strategyId });
  await expect(desktop.page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  return first.name;
};

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const press = (page: Page, keys: string) => page.keyboard.press(keys);
const settings = async (desktop: DesktopApp) => {
  const result = await desktop.call<Record<string, unknown>>('desktop.settings.read');
  return result.ok ? result.value : {};
};
const region = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? null);
const openPalette = async (page: Page) => {
  await press(page, 'Control+k');
  await expect(page.getByRole('combobox', { name: /^Page, strategy|^पेज/ })).toBeFocused();
};
/** Goes down to a choice with the arrows, and takes it. */
const choose = async (page: Page, option: Locator) => {
  await expect(option).toBeVisible();
  for (let turn = 0; turn < 20 && (await option.getAttribute('aria-selected')) !== 'true'; turn += 1)
    await press(page, 'ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
};

test('the palette leads to a strategy, an instrument and an action by keyboard alone', async ({
  desktop,
}) => {
  const name = await arrive(desktop);
  const { page } = desktop;
  await openPalette(page);
  await page.keyboard.type(name.toLowerCase());
  await choose(page, page.getByRole('group', { name: 'My strategies' }).getByRole('option', { name }));
  await expect(page).toHaveURL(/#\/strategies\/\d+/);
  await expect(heading(page, name)).toBeVisible();

  await openPalette(page);
  await expect(
    page.getByRole('group', { name: 'Recently used' }).getByRole('option', { name }),
  ).toBeVisible();
  await page.keyboard.type('reliance');
  await choose(page, page.getByRole('option', { name: /^RELIANCE/ }));
  await expect(heading(page, 'RELIANCE')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View as table' })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('dark theme');
  await press(page, 'Enter');
  await expect.poll(async () => (await settings(desktop))['skin']).toBe('dark');
});

test('commands of the palette open forms that are filled in, and send nothing', async ({ desktop }) => {
  const name = await arrive(desktop);
  const { page } = desktop;
  const command = async (text: string, sentence: string): Promise<void> => {
    await openPalette(page);
    await page.keyboard.type(text);
    const first = page.getByRole('option').first();
    await expect(first).toContainText(sentence);
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await press(page, 'Enter');
  };

  await command('chart sbin 15', 'Chart of SBIN, 15 minutes');
  await expect(heading(page, 'SBIN')).toBeVisible();
  await expect(page).toHaveURL(/#\/chart\/SBIN\?timeframe=15m/);

  await command('alert sbin 5m rsi(7) < 30', 'Alert on SBIN, 5 minutes: RSI(7) is below 30');
  const alert = page.getByRole('dialog', { name: 'New alert' });
  await expect(alert.getByText('SBIN, 5-minute candles: RSI(7) is below 30.')).toBeVisible();
  await press(page, 'Escape');
  await expect(alert).toBeHidden();

  await command(`bt ${name.toLowerCase()} 30d`, `Backtest ${name} over the last 30 days`);
  await expect(heading(page, 'Backtest')).toBeVisible();
  await expect(page.getByLabel('From')).not.toHaveValue('');

  await command('infy', 'INFY');
  await expect(heading(page, 'INFY')).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('infy');
  await choose(page, page.getByRole('option', { name: /^Buy or sell INFY…/ }));
  await expect(page.getByRole('dialog', { name: /INFY/ })).toBeVisible();
  await press(page, 'Escape');
});

test('every key that leads to a page does, and Back and Forward keep what was set on it', async ({
  desktop,
}) => {
  await arrive(desktop);
  const { page } = desktop;
  const places = [
    ['Control+1', 'Home'],
    ['Control+3', 'My strategies'],
    ['Control+4', 'Backtest'],
    ['Control+5', 'Open positions'],
    ['Control+6', 'Order history'],
    ['Control+7', 'Trade history'],
    ['Control+8', 'Baskets'],
    ['Control+9', 'Wallet'],
    ['Control+Shift+A', 'Alerts'],
    ['Control+,', 'Settings'],
    ['Control+2', 'Top ten'],
  ] as const;
  for (const [keys, name] of places) {
    await press(page, keys);
    await expect(heading(page, name)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /^Forward/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('columnheader', { name: 'Trades' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=trades/);
  await press(page, 'Control+9');
  await expect(heading(page, 'Wallet')).toBeVisible();
  expect(await region(page)).toBe('page');
  await press(page, 'Alt+ArrowLeft');
  await expect(page.getByRole('columnheader', { name: 'Trades' })).toHaveAttribute('aria-sort', 'descending');
  await press(page, 'Alt+ArrowRight');
  await expect(heading(page, 'Wallet')).toBeVisible();

  // The side buttons of a mouse: one page each.
  const mouse = await page.context().newCDPSession(page);
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await mouse.send('Input.dispatchMouseEvent', { type, x: 600, y: 500, button: 'back', clickCount: 1 });
  await expect(heading(page, 'Top ten')).toBeVisible();
});

test('F6 goes round the parts of the window, and layers give the focus back', async ({ desktop }) => {
  await arrive(desktop);
  const { page } = desktop;
  await press(page, 'Control+2');
  const table = page.getByRole('group', { name: /^Top ten/ });
  await table.focus();
  await press(page, 'j');
  await press(page, 'j');
  const row = page.locator('[data-row]').nth(1);
  const hasFocus = () => row.evaluate((one) => one.contains(document.activeElement));
  expect(await hasFocus()).toBe(true);
  const visited: (string | null)[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await press(page, 'F6');
    visited.push(await region(page));
  }
  expect(visited).toEqual(['title-bar', 'menu', 'navbar', 'page']);
  expect(await hasFocus()).toBe(true);
  await press(page, 'Shift+F6');
  expect(await region(page)).toBe('navbar');
  await press(page, 'F6');

  await openPalette(page);
  await press(page, 'Escape');
  await expect.poll(hasFocus).toBe(true);
  await press(page, 'Shift+?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Ctrl+Shift+.')).toBeVisible();
  await press(page, 'Escape');
  await expect(sheet).toHaveCount(0);
  await expect.poll(hasFocus).toBe(true);
  await press(page, 'd');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keys of the window: skin, zoom, quiet, on top, mini, pop out, stop all', async ({ desktop }) => {
  await arrive(desktop);
  const { page, app } = desktop;
  const mainWindow = () =>
    app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { zoom: window?.webContents.getZoomFactor(), isOnTop: window?.isAlwaysOnTop() };
    });
  await press(page, 'Control+Shift+L');
  await expect.poll(async () => (await settings(desktop))['skin']).toBe('dark');
  await press(page, 'Control+Shift+L');
  await expect.poll(async () => (await settings(desktop))['skin']).toBe('light');

  await press(page, 'Control+=');
  await expect.poll(async () => (await mainWindow()).zoom).toBeCloseTo(1.1);
  await press(page, 'Control+0');
  await expect.poll(async () => (await mainWindow()).zoom).toBe(1);

  await press(page, 'Control+Shift+U');
  await expect(page.getByText(/^Quiet until \d\d:\d\d/).first()).toBeVisible();
  await press(page, 'Control+Shift+T');
  await expect(page.getByText('This window stays on top of others.').first()).toBeVisible();
  expect((await mainWindow()).isOnTop).toBe(true);
  await press(page, 'Control+Shift+T');
  await expect.poll(async () => (await mainWindow()).isOnTop).toBe(false);

  const opened = async (keys: string): Promise<Page> => {
    const [other] = await Promise.all([app.waitForEvent('window'), press(page, keys)]);
    return other;
  };
  const mini = await opened('Control+Shift+M');
  await expect(mini.getByText('LIVE')).toBeVisible();
  await press(page, 'Control+Shift+M');
  await expect.poll(() => app.windows().length).toBe(1);

  await page.evaluate(() => void (location.hash = '#/top-ten?mode=live'));
  await expect(heading(page, 'Top ten')).toBeVisible();
  const popOut = await opened('Control+Shift+O');
  await expect(popOut).toHaveURL(/\/pop-out#\/top-ten\?mode=live/);
  await expect(popOut.getByRole('tab', { name: 'Live' })).toHaveAttribute('aria-selected', 'true');
  // From a window of its own, a key for another page brings the main window there.
  await popOut.keyboard.press('Control+9');
  await expect(heading(page, 'Wallet')).toBeVisible();
  await expect(popOut).toHaveURL(/#\/top-ten/);

  await press(page, 'Control+Shift+>');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await press(page, 'Control+1');
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/#\/wallet/);
  await press(page, 'Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('menus are made of the same list, and do the same', async ({ desktop }) => {
  await arrive(desktop);
  const { page, app } = desktop;
  const click = (id: string) =>
    app.evaluate(({ Menu }, name) => {
      Menu.getApplicationMenu()?.getMenuItemById(name)?.click();
    }, id);
  await click('wallet');
  await expect(heading(page, 'Wallet')).toBeVisible();
  await click('back');
  await expect(heading(page, 'Home')).toBeVisible();
  await click('shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await press(page, 'Escape');
  await click('palette');
  await expect(page.getByRole('combobox', { name: /^Page, strategy/ })).toBeFocused();
  await press(page, 'Escape');
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: /Keyboard shortcuts/ }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('axe finds nothing in the palette, the sheet, the horizontal menu and a chart', async ({ desktop }) => {
  await arrive(desktop);
  const { page } = desktop;
  await openPalette(page);
  await expectAccessible(desktop, 'Command palette');
  await press(page, 'Escape');
  await press(page, 'Control+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(desktop, 'Keyboard shortcuts');
  await press(page, 'Escape');
  const layout = { menu: 'horizontal', content: 'full', navbar: 'sticky', footer: 'status-bar' };
  await desktop.call('desktop.settings.change', { layout });
  await page.evaluate(() => void (location.hash = '#/chart/RELIANCE'));
  await expect(page.getByRole('button', { name: 'View as table' })).toBeVisible();
  await expectAccessible(desktop, 'Chart under a horizontal menu');
});

test('in Hindi a page is found by both its names', async ({ desktop }) => {
  await arrive(desktop);
  const { page } = desktop;
  await desktop.call('desktop.settings.change', { language: 'hi' });
  await expect(heading(page, 'होम')).toBeVisible();
  for (const name of ['wallet hist', 'वॉलेट हि']) {
    await press(page, 'Control+1');
    await openPalette(page);
    await page.keyboard.insertText(name);
    await press(page, 'Enter');
    await expect(heading(page, 'वॉलेट हिस्ट्री')).toBeVisible();
  }
});

test('the focus is never under the bar, however the menu and the page are laid out', async ({ desktop }) => {
  await arrive(desktop);
  const { page } = desktop;
  await page.setViewportSize({ width: 1024, height: 680 });
  const covered = async () => {
    await page.locator('[data-region="page"]').focus();
    const found: string[] = [];
    // Down to the end and up again: upwards it is the bar that things come under.
    for (const keys of [...Array<string>(45).fill('Tab'), ...Array<string>(40).fill('Shift+Tab')]) {
      await press(page, keys);
      const under = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = document.querySelector('[data-region="navbar"]')?.getBoundingClientRect();
        if (!bar || !focused?.closest('[data-region="page"]')) return null;
        const box = focused.getBoundingClientRect();
        return box.height > 0 && box.height < 100 && box.top < bar.bottom - 1 && box.bottom > bar.top
          ? `${focused.textContent} at ${box.top}`
          : null;
      });
      if (under) found.push(under);
    }
    return found;
  };
  const layout = { content: 'boxed', footer: 'hidden' };
  for (const [menu, navbar] of [
    ['vertical', 'floating'],
    ['horizontal', 'sticky'],
  ]) {
    await desktop.call('desktop.settings.change', { layout: { ...layout, menu, navbar } });
    await page.evaluate(() => void (location.hash = '#/home'));
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    expect(await covered()).toEqual([]);
  }
  await page.getByRole('button', { name: 'Trading' }).click();
  await page.getByRole('menuitem', { name: /Order history/ }).click();
  await expect(heading(page, 'Order history')).toBeVisible();
});
