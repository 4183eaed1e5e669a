import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON, test } from './desktop-app.ts';

test('a basket is opened in test, filled, rebalanced and closed', async ({ desktop }) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  const marketTime = async (): Promise<string> => {
    const header = await desktop.call<{ feed: { state: string; now: string } }>('home.header');
    return header.ok && header.value.feed.state === 'running' ? header.value.feed.now.slice(11, 16) : '';
  };
  await expect.poll(marketTime, { timeout: 60_000 }).not.toBe('');
  const pace = (speed: number) =>
    desktop.call('market.pace', { speed }, { idempotencyKey: crypto.randomUUID() });
  /** Morning, with hours to go: fast until then, slow enough afterwards to look around. */
  const morning = async () => {
    await pace(600);
    await expect
      .poll(async () => (await marketTime()) >= '09:25' && (await marketTime()) <= '12:00', {
        timeout: 60_000,
        intervals: [100],
      })
      .toBe(true);
    await pace(60);
  };
  await morning();
  await page.keyboard.press('Control+8');
  await page.getByRole('button', { name: 'Explore baskets' }).click();
  await page.getByRole('link', { name: 'Bank Five', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Holdings' })).toBeVisible();
  await expectAccessible(desktop, 'A basket on offer');

  await page.getByRole('button', { name: 'Open this basket…' }).click();
  await page.getByLabel('Amount').fill('2,00,000');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Place 5 orders' }).click();
  await expect(page.getByRole('table', { name: 'Orders placed' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Held', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('img', { name: /^HDFCBANK: \d+\.\d\d% now, 20\.00% wanted$/ })).toBeVisible();
  await expectAccessible(desktop, 'A basket that is held');

  // One of the five is sold by hand: the basket says what is missing, and a rebalance puts it right.
  const open = await desktop.call<{ list: { positionId: number; symbol: string }[] }>('positions.open', {
    type: 'test',
  });
  const sold = open.ok ? open.value.list.find(({ symbol }) => symbol === 'SBIN') : undefined;
  await desktop.call(
    'positions.exit',
    { positionId: sold?.positionId },
    { idempotencyKey: crypto.randomUUID() },
  );
  await expect(page.getByText('Something is missing')).toBeVisible({ timeout: 30_000 });
  await morning();
  await page.getByRole('button', { name: 'Put it right…' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByLabel('Buy SBIN: shares')).toBeVisible();
  await page.getByRole('button', { name: /^Place / }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Held', { exact: true })).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Close basket…' }).click();
  const sell = page.getByRole('button', { name: 'Sell everything' });
  await expect(sell).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Type Bank Five to confirm').fill('Bank Five');
  await sell.click();
  await expect(page).toHaveURL(/#\/baskets$/);
  await expect(page.getByText(/^No baskets yet/)).toBeVisible({ timeout: 30_000 });
});
