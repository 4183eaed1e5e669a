import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { PERSON } from './desktop-app.ts';
import { link, test } from './live-desktop.ts';
import { goTo } from './walk.ts';

interface ServerOrder {
  readonly ordertype: string;
  readonly transactiontype: string;
  readonly orderstatus: string;
}

const NAME = 'Live straddle';

test('a straddle goes live, rests its stops at the broker, and is closed by the kill switch', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const orders = async () =>
    (await market.send<ServerOrder[]>('orders')).map(({ transactiontype, ordertype, orderstatus }) =>
      [transactiontype, ordertype, orderstatus].join(' '),
    );
  await market.send('verified', { email: PERSON.email });

  await test.step('links the account', async () => {
    await goTo(page, '/profile/broker');
    await link(desktop, market, await market.send('code'));
    await desktop.sayWho();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await desktop.ask('live.riskGuard', { maxLossPerDay: 50_000_00 });
  });

  await test.step('builds it, and confirms real money', async () => {
    await page.evaluate(() => (window.location.hash = '#/leg-builder'));
    await page.getByLabel('Name', { exact: true }).fill(NAME);
    await page.getByLabel('Structure', { exact: true }).selectOption('Short straddle');
    await page.getByLabel('Stop-loss', { exact: true }).first().fill('40');
    await page.getByLabel('Entry at').fill('10:20');
    await page.getByLabel('Exit at').fill('15:15');
    await page.getByLabel('Capital').fill('5,00,000');
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await page.getByRole('button', { name: 'Go live…' }).click();
    await expect(page.getByText('By leg', { exact: true })).toBeVisible();
    await expectAccessible(desktop, 'Legs before going live');
    await page.getByLabel('I understand real money is at risk').click();
    await page.getByLabel(`Type ${NAME} to confirm`).fill(NAME);
    await market.send('stream', { timesASecond: 2 });
    await page.getByRole('button', { name: 'Go live', exact: true }).click();
    await expect(page.getByText(`${NAME} is live`).first()).toBeVisible();
  });

  await test.step('holds both legs, each with its stop at the broker', async () => {
    await market.send('time', { clock: '10:19:50' });
    await expect
      .poll(orders, { timeout: 60_000 })
      .toEqual([
        'SELL LIMIT complete',
        'SELL LIMIT complete',
        'BUY STOPLOSS_LIMIT trigger pending',
        'BUY STOPLOSS_LIMIT trigger pending',
      ]);
    await goTo(page, '/open-positions?type=live');
    const rows = page.getByRole('row', { name: /NIFTY 2\d{3}-\d{2}-\d{2} 24100 (CE|PE)/ });
    await expect(rows).toHaveCount(2, { timeout: 30_000 });
    await expect(rows.first()).toContainText('Stop resting');
    await expectAccessible(desktop, 'Live legs');
  });

  await test.step('is closed with everything else', async () => {
    await page.keyboard.press('Control+Shift+Period');
    await page.getByLabel('Also close every live position at once').click();
    await page.getByRole('button', { name: 'Hold 2 s to stop' }).click({ delay: 2_500 });
    await expect(page.getByRole('heading', { name: 'All live trading is stopped' })).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect
      .poll(orders, { timeout: 60_000 })
      .toEqual([
        'SELL LIMIT complete',
        'SELL LIMIT complete',
        'BUY STOPLOSS_LIMIT cancelled',
        'BUY STOPLOSS_LIMIT cancelled',
        'BUY LIMIT complete',
        'BUY LIMIT complete',
      ]);
    await goTo(page, '/trade-history');
    await page.getByRole('tab', { name: 'Live' }).click();
    await expect(page.getByRole('row', { name: /NIFTY .* 24100 (CE|PE)/ })).toHaveCount(2, {
      timeout: 30_000,
    });
  });
});
