import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON } from './desktop-app.ts';
import { link, test } from './live-desktop.ts';
import { goTo } from './walk.ts';

const MARKET = '/settings?section=market';

test('a year of real prices is fetched from the linked account, looked through, and tested on', async ({
  desktop,
  market,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  await goTo(page, MARKET);
  await page.getByRole('link', { name: 'Link Angel One' }).first().click();
  await market.send('verified', { email: PERSON.email });
  await link(desktop, market, await market.send('code'));
  await desktop.sayWho();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });

  // The first page leads to it as well.
  await goTo(page, '/home');
  await page.getByRole('link', { name: 'Fetch from Angel One' }).click();
  await page.getByLabel('Symbols').fill('SBIN');
  await page.getByLabel('How far back').selectOption({ label: '1 year' });
  await page.getByRole('button', { name: 'Fetch from Angel One' }).click();
  const row = page.getByRole('row', { name: /^SBIN/ });
  // From the first of a month a year is twelve of them.
  await expect(page.getByRole('progressbar', { name: /^SBIN: \d+ of 1[23] months/ })).toBeVisible();
  await page.getByRole('button', { name: 'Pause the fetch of SBIN' }).click();
  await expect(row).toContainText('Paused');
  await expectAccessible(desktop, 'A fetch under way');
  await page.getByRole('button', { name: 'Resume the fetch of SBIN' }).click();
  await expect(row).toContainText('Done', { timeout: 60_000 });
  await expect(row).toContainText(/12 of 12 months|13 of 13 months/);

  // Sundays with a session are no days of the test server.
  await row.getByRole('button', { name: 'SBIN', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'SBIN, Minutes: what is missing' });
  await expect(drawer.getByRole('list', { name: 'Days without any candle' })).toContainText('01-02-2026');
  await expectAccessible(desktop, 'The gaps of a series');
  await drawer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'start a backtest on them' }).click();
  await expect(page.getByLabel('Data source')).toContainText('Imported or fetched prices');
});
