import { expect } from 'playwright/test';
import { plainRupees } from '../../src/shared/money.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';
import { priceNow } from './price-now.ts';

const SYMBOL = 'SBIN';

test('by keyboard alone: a command, an order on paper, a position with a stop, and its row in the journal', async ({
  desktop,
}) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  await page.evaluate(() => {
    location.hash = '#/open-positions';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();
  const stop = Math.floor(((await priceNow(desktop, SYMBOL)) * 0.9) / 100) * 100;

  await test.step('a command is shown as a sentence and opens the order', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    const box = page.getByRole('combobox', { name: 'Page, strategy, instrument or action' });
    await expect(box).toBeFocused();
    await page.keyboard.type('buy sbin');
    await expect(page.getByRole('option', { name: /^Say how many first/ })).toBeVisible();
    await box.fill('');
    await page.keyboard.type(`buy 10 sbin sl ${plainRupees(stop)}`);
    await expect(page.getByRole('option', { name: /^Buy 10 SBIN at the market/ })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
      'Buy 10 SBIN',
    );
    await page.keyboard.press('Enter');
  });

  const order = page.getByRole('dialog', { name: 'Order in SBIN' });
  await test.step('it says what it costs and risks, and one key sends it', async () => {
    await expect(order.getByLabel('Quantity')).toHaveValue('10');
    await expect(order.getByText('On paper: nothing is sent to a broker.')).toBeVisible();
    await expect(order.getByText(/at the stop$/)).toBeVisible();
    await expect(order.getByText('Brokerage', { exact: true })).toBeVisible();
    await expect(order.getByRole('button', { name: 'Buy 10 SBIN on paper' })).toBeVisible();
    await order.getByLabel('Quantity').focus();
    await page.keyboard.press('Enter');
    await expect(order).toBeHidden();
  });

  const row = page.getByRole('row').filter({ hasText: 'SBIN' }).filter({ hasText: 'Manual' });
  await test.step('it fills, and the position has its stop, which can be moved', async () => {
    await expect(row.first()).toBeVisible({ timeout: 60_000 });
    const levels = row.first().getByRole('button', { name: 'Modify SL/TGT of SBIN' });
    await levels.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Stop-loss and target of SBIN' });
    await expect(dialog.getByLabel('Stop-loss (₹)')).toHaveValue(plainRupees(stop));
    await dialog.getByLabel('Stop-loss (₹)').fill(plainRupees(stop + 100));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });

  await test.step('it is closed, and stands in the trade history', async () => {
    const exit = row.first().getByRole('button', { name: 'Exit SBIN' });
    await exit.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /SBIN/ }));
    const action = dialog.getByRole('button', { name: /^Exit/ });
    await action.focus();
    await page.keyboard.press('Enter');
    await expect(row).toHaveCount(0, { timeout: 60_000 });
    await page.evaluate(() => {
      location.hash = '#/trade-history';
    });
    const trade = page.getByRole('row').filter({ hasText: 'SBIN' }).filter({ hasText: 'Manual' });
    await expect(trade.first()).toBeVisible();
  });

  await test.step('its key opens an empty order, and Escape closes it', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+B');
    const empty = page.getByRole('dialog', { name: 'Order by hand' });
    await expect(empty).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(empty).toBeHidden();
  });
});
