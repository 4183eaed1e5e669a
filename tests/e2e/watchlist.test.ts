import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket, waitForPages } from './desktop-app.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Banks' });
/** Symbols of the rows in view, in their order. */
const symbols = (page: Page): Promise<(string | null)[]> =>
  grid(page)
    .locator('[role="row"] [data-symbol] button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-symbol')));

/** Adds what a text finds first; the field is open. */
const pick = async (page: Page, text: string, symbol: string): Promise<void> => {
  await page.keyboard.type(text);
  await expect(page.getByRole('option').first()).toContainText(symbol);
  await page.keyboard.press('Enter');
  await expect.poll(() => symbols(page)).toContain(symbol);
};

test('a watchlist is made, filled, sorted, changed and undone by keyboard, and another window follows', async ({
  desktop,
}) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  await waitForPages(desktop);
  await page.keyboard.press('Control+l');
  await expect(page.getByRole('heading', { name: 'Watchlists', level: 1 })).toBeVisible();

  await test.step('a list is created, and filled by typing', async () => {
    await page.getByRole('button', { name: 'Create a watchlist' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'New watchlist' }).getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Banks');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Instrument to add' })).toBeFocused();
    await page.keyboard.type('sbin');
    await expect(page.getByRole('option').first()).toContainText('SBIN');
    await page.keyboard.press('Enter');
    await expect(grid(page)).toBeVisible();
    await pick(page, 'icicib', 'ICICIBANK');
    await pick(page, 'axis', 'AXISBANK');
    await page.keyboard.press('Escape');
    await expect(grid(page)).toBeFocused();
    // A letter in the list opens the field with it.
    await pick(page, 'hdfcb', 'HDFCBANK');
    await page.keyboard.press('Escape');
    expect(await symbols(page)).toEqual(['SBIN', 'ICICIBANK', 'AXISBANK', 'HDFCBANK']);
  });

  await test.step('prices come of shares and of an option that nobody trades', async () => {
    await page.keyboard.type('banknifty ce');
    const option = page.getByRole('option').first();
    await expect(option).toContainText('BANKNIFTY');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await symbols(page)).length).toBe(5);
    await page.keyboard.press('Escape');
    for (const row of await grid(page).locator('[role="row"]').all())
      await expect(row).toContainText(/\d|LTP/);
    const [contract = ''] = (await symbols(page)).filter((symbol) => symbol?.startsWith('BANKNIFTY'));
    const cells = grid(page)
      .getByRole('row', { name: contract ?? '' })
      .getByRole('gridcell');
    await expect(cells.nth(1)).toHaveText(/^[\d,]+\.\d\d$/);
    await expectAccessible(desktop, 'watchlist');
  });

  await test.step('a row is moved, removed and brought back', async () => {
    await grid(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await symbols(page)).slice(0, 2)).toEqual(['ICICIBANK', 'SBIN']);
    await page.keyboard.press('Delete');
    await expect.poll(() => symbols(page)).not.toContain('SBIN');
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await undo.press('Enter');
    await expect.poll(async () => (await symbols(page)).slice(0, 2)).toEqual(['ICICIBANK', 'SBIN']);
    // What is there is what the server has.
    await grid(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await expect.poll(() => symbols(page)).not.toContain('ICICIBANK');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await symbols(page)).slice(0, 2)).toEqual(['ICICIBANK', 'SBIN']);
  });

  await test.step('a column sorts', async () => {
    await page.getByRole('button', { name: 'Symbol', exact: true }).press('Enter');
    await page.keyboard.press('Enter');
    await expect(grid(page).getByRole('columnheader', { name: 'Symbol' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect.poll(async () => (await symbols(page))[0]).toBe('AXISBANK');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await symbols(page))[0]).toBe('ICICIBANK');
  });

  await test.step('another window follows', async () => {
    const [other] = await Promise.all([
      desktop.app.waitForEvent('window'),
      desktop.call('desktop.window.pop-out', { route: '/watchlist' }),
    ]);
    await expect(grid(other)).toBeVisible();
    await grid(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await symbols(page)).length).toBe(4);
    await expect.poll(async () => (await symbols(other)).length).toBe(4);
    await other.close();
  });

  await test.step('the menu of a symbol adds it to another list, and opens its chart', async () => {
    await grid(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'ICICIBANK' });
    await expect(menu.getByRole('menuitem', { name: 'Open chart' })).toBeFocused();
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Open chart',
      'Buy…',
      'Sell…',
      'Market depth',
      'Create an alert…',
      'Add to watchlist',
      'Build a strategy',
      'Copy symbol',
      'Move down\nAlt+↓',
      'Remove from the list\nDelete',
    ]);
    await menu.getByRole('menuitem', { name: 'Add to watchlist' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menuitem', { name: 'Banks' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Watchlist 1' })).toBeVisible();
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('grid', { name: 'Watchlist 1' })).toContainText('ICICIBANK');
    await page.keyboard.press('Alt+1');
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'ICICIBANK', level: 1 })).toBeVisible();
  });
});
