import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import { type DesktopApp, PERSON } from './desktop-app.ts';
import { type LiveMarket, test } from './live-desktop.ts';
import { goTo } from './walk.ts';

interface ServerRule {
  readonly id: string;
  readonly status: string;
  readonly qty: string;
  readonly transactiontype: string;
  readonly producttype: string;
}

/** Links the account, and begins with real money by hand. Prices come. */
const beginByHand = async (desktop: DesktopApp, market: LiveMarket): Promise<void> => {
  await market.send('verified', { email: PERSON.email });
  const { code, apiKey, pin } = market.addresses.client;
  const totp = await market.send<string>('code');
  await desktop.ask('live.link', { clientCode: code, apiKey, pin, totp });
  await desktop.ask('manual.acceptLive', {
    ...{ capital: 1_00_000_00, maxLossPerDay: 5_000_00, isUnderstood: true, confirmName: 'LIVE' },
  });
  await market.send('stream', { timesASecond: 2 });
};

test('by keyboard alone: a GTT order is placed with real money, waits in the list, and is cancelled', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const rules = () => market.send<ServerRule[]>('rules');
  await beginByHand(desktop, market);
  await market.send('own-rule', { token: '3045', side: 'SELL', quantity: 3, trigger: 900_00, price: 899_00 });
  await goTo(page, '/gtt');
  await expect(page.getByRole('heading', { level: 1, name: 'GTT orders' })).toBeVisible();
  const elsewhere = page.getByRole('table', { name: 'GTT orders placed elsewhere' });
  await expect(elsewhere.getByRole('row').filter({ hasText: 'SBIN-EQ' })).toBeVisible({ timeout: 30_000 });

  const order = page.getByRole('dialog', { name: 'Order in SBIN' });
  await test.step('the order says what it is, and is placed once it is agreed to', async () => {
    const begin = page.getByRole('button', { name: 'New GTT order…' });
    await begin.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Symbol', { exact: true })).toBeFocused();
    await page.keyboard.type('sbin');
    await expect(order.getByText('Live: this order goes to Angel One, with real money.')).toBeVisible();
    await expect(order.getByText(/^This order waits at Angel One for up to a year/)).toBeVisible();
    await order.getByLabel('Quantity', { exact: true }).focus();
    await page.keyboard.type('7');
    await order.getByLabel('Limit (₹)').focus();
    await page.keyboard.type('2000');
    await order.getByLabel('Trigger (₹)').focus();
    await page.keyboard.type('2001');
    await expect(order.getByText(/^A GTT order buys below the price now/).first()).toBeVisible({
      timeout: 30_000,
    });
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('700');
    await order.getByLabel('Limit (₹)').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('701');
    await expect(order.getByText('Charges, estimated')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(desktop, 'A GTT order');
    await order.getByLabel('Send this order with real money').focus();
    await page.keyboard.press('Space');
    const send = order.getByRole('button', { name: 'Place the GTT order to buy 7 SBIN' });
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.focus();
    await page.keyboard.press('Enter');
    await expect(order).toBeHidden({ timeout: 30_000 });
    expect((await rules()).filter(({ qty }) => qty === '7')).toMatchObject([
      { transactiontype: 'BUY', producttype: 'DELIVERY', status: 'NEW' },
    ]);
  });

  const row = page
    .getByRole('table', { name: 'GTT orders placed here' })
    .getByRole('row')
    .filter({ hasText: 'SBIN' });
  await test.step('it waits in the list, beside what was placed elsewhere', async () => {
    await expect(row.getByText('Waiting')).toBeVisible({ timeout: 60_000 });
    await expect(elsewhere.getByRole('row')).toHaveCount(2);
    await expectAccessible(desktop, 'GTT orders');
  });

  await test.step('it is cancelled, and the list shows that it is gone', async () => {
    const cancel = row.getByRole('button', { name: 'Cancel the GTT order in SBIN' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await expect(row.getByText('Cancelled')).toBeVisible({ timeout: 60_000 });
    const left = (await rules()).filter(({ status }) => status === 'NEW');
    expect(left).toMatchObject([{ qty: '3', transactiontype: 'SELL' }]);
  });
});

test('by keyboard alone: a GTT order is changed, which cancels it first and opens it when it is gone', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const states = async () =>
    (await market.send<ServerRule[]>('rules')).map(({ qty, status }) => [qty, status]);
  await beginByHand(desktop, market);
  await goTo(page, '/gtt');
  await desktop.ask('gtt.place', {
    ...{ symbol: 'SBIN', side: 'buy', quantity: 7, triggerPrice: 700_00, price: 701_00 },
    ...{ mark: 'changed-by-keys', isUnderstood: true },
  });
  const list = page.getByRole('group', { name: 'GTT orders placed here, scrolls sideways' });
  const waiting = list.getByRole('row').filter({ hasText: 'Waiting' });
  const question = page.getByRole('dialog', { name: 'Change the GTT order in SBIN' });
  const order = page.getByRole('dialog', { name: 'Order in SBIN' });
  /** Asks for the change of the first order. */
  const change = async () => {
    await expect(waiting).toBeVisible({ timeout: 60_000 });
    await list.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await expect(question.getByText(/^Angel One gets the cancellation first/)).toBeVisible();
  };

  await test.step('while it may still trigger the question stays', async () => {
    await change();
    await expectAccessible(desktop, 'The change of a GTT order');
    await market.send('next', { endpoint: 'cancelRule', fault: 'server-error' });
    await expect(question.getByRole('button', { name: 'Cancel it and open the order' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question.getByText(/^The order is being cancelled/)).toBeVisible({ timeout: 30_000 });
    await expect(question.getByRole('button', { name: 'Close' })).toBeFocused();
    await expectAccessible(desktop, 'A GTT order that is being cancelled');
  });

  await test.step('once it is gone it opens with its terms, and is placed anew when that is agreed to', async () => {
    await expect(order).toBeVisible({ timeout: 60_000 });
    expect(await states()).toEqual([['7', 'CANCELLED']]);
    await expect(question).toBeHidden();
    await expect(order.getByLabel('Trigger (₹)')).toHaveValue('700.00');
    await expect(order.getByLabel('Limit (₹)')).toHaveValue('701.00');
    const quantity = order.getByLabel('Quantity', { exact: true });
    await expect(quantity).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('9');
    await expect(order.getByText('Charges, estimated')).toBeVisible({ timeout: 30_000 });
    await order.getByLabel('Send this order with real money').focus();
    await page.keyboard.press('Space');
    const send = order.getByRole('button', { name: 'Place the GTT order to buy 9 SBIN' });
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.focus();
    await page.keyboard.press('Enter');
    await expect(order).toBeHidden({ timeout: 30_000 });
    expect(await states()).toEqual([
      ['7', 'CANCELLED'],
      ['9', 'NEW'],
    ]);
  });

  await test.step('one that triggers before it can be cancelled opens nothing', async () => {
    await change();
    for (let lost = 1; lost <= 3; lost++)
      await market.send('next', { endpoint: 'cancelRule', fault: 'server-error' });
    await page.keyboard.press('Enter');
    await expect(question.getByText(/^The order is being cancelled/)).toBeVisible({ timeout: 30_000 });
    await market.send('price', { token: '3045', paise: 699_00 });
    await expect(question.getByText(/^The order has triggered/)).toBeVisible({ timeout: 60_000 });
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(order).toBeHidden();
    expect(await states()).toEqual([
      ['7', 'CANCELLED'],
      ['9', 'SENTTOEXCHANGE'],
    ]);
  });
});
