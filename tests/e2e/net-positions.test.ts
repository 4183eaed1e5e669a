import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import type { InputOf } from '../../src/shared/contract/endpoint.ts';
import type { manual } from '../../src/shared/contract/manual.ts';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';

type Ticket = InputOf<(typeof manual)['place']>;

const SYMBOL = 'SBIN';

test('by keyboard alone: two purchases are one net position, which is unfolded, reduced and closed', async ({
  desktop,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  await waitForMarket(desktop);
  await page.evaluate((hash) => void (location.hash = hash), '#/open-positions?type=by-hand');
  const rows = page
    .getByRole('table', { name: 'Open positions' })
    .getByRole('row')
    .filter({ hasText: 'Manual' });
  const net = rows.filter({ has: page.getByRole('button', { name: 'Exit all of SBIN' }) });
  for (const [amount, mark] of [
    [100, 'the-first-purchase'],
    [50, 'the-second-purchase'],
  ] as const) {
    const ticket: Ticket = {
      ...{
        symbol: SYMBOL,
        side: 'buy',
        size: { by: 'quantity', amount },
        type: 'market',
        product: 'delivery',
      },
      mark,
    };
    const placed = await desktop.call('manual.place', ticket, { idempotencyKey: randomUUID() });
    expect(placed).toMatchObject({ ok: true });
  }
  const quantity = (units: string) => net.getByRole('cell', { name: units, exact: true });

  await test.step('one row has both, and Enter unfolds it', async () => {
    await expect(quantity('150')).toBeVisible({ timeout: 90_000 });
    await expect(rows).toHaveCount(1);
    const name = net.getByRole('button', { name: /^SBIN/ });
    await name.focus();
    await page.keyboard.press('Enter');
    await expect(name).toHaveAttribute('aria-expanded', 'true');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1).getByRole('cell', { name: '100', exact: true })).toBeVisible();
    await expect(rows.nth(2).getByRole('cell', { name: '50', exact: true })).toBeVisible();
    await expectAccessible(desktop, 'a net position with its parts');
  });

  const dialog = page.getByRole('alertdialog');
  await test.step('its exit sells some of it, the oldest first', async () => {
    await net.getByRole('button', { name: 'Exit all of SBIN' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('They are 2 positions; the oldest is closed first.');
    await dialog.getByLabel('Quantity').focus();
    await page.keyboard.type('60');
    await expect(dialog.getByText(/^Sells 60 of the 150 SBIN/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(quantity('90')).toBeVisible({ timeout: 90_000 });
    await expect(rows.nth(1).getByRole('cell', { name: '40', exact: true })).toBeVisible();
  });

  await test.step('the key of the row closes the rest', async () => {
    await net.getByRole('button', { name: /^SBIN/ }).focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await page.keyboard.press('x');
    await expect(dialog.getByText(/^Sells 90 of the 90 SBIN/)).toBeVisible();
    await expectAccessible(desktop, 'exit of a net position');
    await dialog.getByLabel('Quantity').focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(0, { timeout: 90_000 });
  });
});
