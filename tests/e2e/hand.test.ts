import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import type { InputOf } from '../../src/shared/contract/endpoint.ts';
import type { manual } from '../../src/shared/contract/manual.ts';
import { plainRupees } from '../../src/shared/money.ts';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';
import { priceNow } from './price-now.ts';

type Ticket = InputOf<(typeof manual)['place']>;

const SYMBOL = 'SBIN';

/** A price so many percent below the market: far from it, and within the band of a day that has fallen. */
const below = (price: number, percent: number): number =>
  Math.floor((price * (1 - percent / 100)) / 100) * 100;

test('by keyboard alone: a working order is changed, keys are armed and used, and all by hand is flattened', async ({
  desktop,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  const price = await priceNow(desktop, SYMBOL);
  const resting: Ticket = {
    ...{ symbol: SYMBOL, side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'limit' },
    ...{ product: 'delivery', price: below(price, 6), mark: 'an-order-that-rests' },
  };
  const placed = await desktop.call('manual.place', resting, { idempotencyKey: randomUUID() });
  expect(placed.ok ? '' : placed.failure.message).toBe('');
  const go = (route: string) => page.evaluate((hash) => void (location.hash = hash), `#${route}`);

  const row = page.getByRole('row').filter({ hasText: SYMBOL });
  const change = page.getByRole('dialog', { name: `Change the order in ${SYMBOL}` });
  await test.step('the key of a row opens its change, which asks once more about a far price', async () => {
    await go('/order-history?mode=test&status=open');
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: /^Change order \d+ in SBIN$/ }).focus();
    await page.keyboard.press('c');
    const limit = change.getByLabel('Limit (₹)');
    await expect(limit).toHaveValue(plainRupees(below(price, 6)));
    await limit.fill(plainRupees(below(price, 5)));
    await page.keyboard.press('Enter');
    const yes = change.getByRole('checkbox', { name: 'Yes, at this price' });
    await expect(yes).toBeFocused();
    await expectAccessible(desktop, 'change of an order');
    await page.keyboard.press('Space');
    await expect(yes).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(change).toBeHidden();
    await expect(row).toHaveCount(1);
  });

  const armed = page.getByRole('region', { name: 'Armed keys' });
  await test.step('keys are armed for ten shares at the market', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Armed keys' });
    await expect(dialog.getByLabel('Quantity')).toBeVisible();
    await expectAccessible(desktop, 'arming of keys');
    await dialog.getByLabel('Quantity').focus();
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect(armed).toContainText('B buys and S sells 10 at the market, at once.');
    await expect(armed).toContainText(/\d:\d\d left/);
  });

  const positions = page.getByRole('row').filter({ hasText: SYMBOL }).filter({ hasText: 'Manual' });
  await test.step('one press on the row buys, without a question', async () => {
    await row.getByRole('button', { name: /^Change order/ }).focus();
    await page.keyboard.press('b');
    await go('/open-positions?type=by-hand');
    await expect(positions.first()).toBeVisible({ timeout: 60_000 });
    await expectAccessible(desktop, 'positions while keys are armed');
  });

  await test.step('part of the position is closed from its row', async () => {
    await positions.first().getByRole('button', { name: 'Exit SBIN' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Quantity').fill('4');
    await expect(dialog.getByText(/^Sells 4 of the 10 SBIN/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(positions.first()).toContainText('6', { timeout: 60_000 });
  });

  await test.step('flattening says what it ends, and ends it; the keys go off by the key that armed them', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+E');
    await expect(armed).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Shift+F');
    const dialog = page.getByRole('dialog', { name: 'Flatten all by hand?' });
    await expect(dialog).toContainText('Cancels 1 order that could still open something.');
    await expect(dialog).toContainText('Closes 1 position by hand');
    await dialog.getByRole('button', { name: 'Flatten' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(positions).toHaveCount(0, { timeout: 60_000 });
    await go('/order-history?mode=test&status=open');
    await expect(row).toHaveCount(0);
  });
});
