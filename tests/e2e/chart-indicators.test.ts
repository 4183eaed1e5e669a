import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { onOneDesktop, waitForPages } from './desktop-app.ts';

const test = onOneDesktop();

test('indicators are put on a chart, changed and taken off by keyboard alone, and are there again later', async ({
  desktop,
}) => {
  test.setTimeout(120_000);
  await desktop.signUp();
  const { page } = desktop;
  await waitForPages(desktop);
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  const summary = page.getByText(/^INFY: [\d,]+ candles to /);
  await expect(summary).toBeVisible();
  await page.getByRole('button', { name: 'Indicators…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Indicators' });
  await expect(dialog.getByRole('combobox', { name: 'Indicator' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add indicator' })).toBeFocused();
  await page.keyboard.press('Enter');
  const row = dialog.getByRole('listitem', { name: 'RSI(14)' });
  await expect(row).toBeVisible();
  await expect(summary).toContainText(/RSI\(14\) [\d.]+\./);
  await page.keyboard.press('Tab');
  await expect(row.getByRole('textbox', { name: 'Length' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await expect(summary).toContainText(/RSI\(7\) [\d.]+\./);
  await expectAccessible(desktop, 'the indicators of a chart');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Indicators…' })).toBeFocused();

  await page.evaluate(() => (location.hash = '#/home'));
  await expect(summary).toHaveCount(0);
  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  await expect(summary).toContainText(/RSI\(7\) [\d.]+\./);
  await page.evaluate(() => (location.hash = '#/chart/TCS?timeframe=15m'));
  await expect(page.getByText(/^TCS: [\d,]+ candles to /)).not.toContainText('RSI');

  await page.evaluate(() => (location.hash = '#/chart/INFY?timeframe=15m'));
  await expect(summary).toContainText(/RSI\(7\) [\d.]+\./);
  await page.getByRole('button', { name: 'Indicators…' }).press('Enter');
  await dialog.getByRole('button', { name: 'Alert on it… RSI(7)' }).press('Enter');
  const alert = page.getByRole('dialog', { name: 'New alert' });
  await expect(alert.getByText('INFY, 15-minute candles: RSI(7) is below 30.')).toBeVisible();
  await expect(alert.getByLabel('Symbol')).toHaveValue('INFY');
});
