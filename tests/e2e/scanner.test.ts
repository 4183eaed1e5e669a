import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket, waitForPages } from './desktop-app.ts';

test('a scan is made by keyboard, says why, and hands its hits to a watchlist, an alert and a backtest', async ({
  desktop,
}) => {
  test.setTimeout(120_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  await waitForPages(desktop);
  const openScanner = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Page, strategy/ })).toBeFocused();
    await page.keyboard.type('scanner');
    await expect(page.getByRole('option').first()).toContainText('Scanner');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Scanner', level: 1 })).toBeVisible();
  };
  const scan = async (): Promise<void> => {
    await page.getByLabel('Comparison').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Scan', exact: true }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'symbols at the close of' })).toBeVisible();
  };
  const hits = page.getByRole('grid', { name: 'Hits' });

  await test.step('the close above its average is looked for', async () => {
    await openScanner();
    await scan();
    await expect(hits).toBeVisible();
    await expectAccessible(desktop, 'scanner');
  });

  let symbol = '';
  await test.step('a hit says why, with the values of the day', async () => {
    await hits.focus();
    await page.keyboard.press('Home');
    symbol = (await hits.locator('[role="row"] [data-symbol]').first().getAttribute('data-symbol')) ?? '';
    await page.keyboard.press('Enter');
    const why = page.getByRole('dialog', { name: `Why ${symbol}` });
    await expect(why.getByText('A hit')).toBeVisible();
    await expect(why.getByRole('list', { name: 'Conditions' }).getByText('holds')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(why).toBeHidden();
  });

  await test.step('one key adds it to a watchlist', async () => {
    await hits.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('w');
    await expect(page.getByText(`${symbol} is added to`).first()).toBeVisible();
  });

  await test.step('one key begins an alert on it, with what was looked for', async () => {
    await hits.focus();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await expect(dialog.getByLabel('Symbol')).toHaveValue(symbol);
    await expect(dialog.getByText(`${symbol}, daily candles: close is above SMA(20).`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('one key fills the form of a backtest with the rules', async () => {
    await openScanner();
    await scan();
    await hits.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('b');
    await expect(page.getByText(`The rules of the scan, on ${symbol}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    await expect(page.getByRole('row', { name: /Own rules/ }).first()).toBeVisible();
  });
});
