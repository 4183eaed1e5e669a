import { expect, type Locator, type Page } from 'playwright/test';
import { tradingDayOf } from '../../src/engine/trading/trading-day.ts';
import { chainDays, isoDay } from '../angel-one/chain.ts';
import { expectAccessible } from './axe.ts';
import { type DesktopApp, PERSON } from './desktop-app.ts';
import { type LiveMarket, test } from './live-desktop.ts';
import { goTo } from './walk.ts';

interface ServerOrder {
  readonly ordertype: string;
  readonly transactiontype: string;
  readonly orderstatus: string;
  readonly price: string;
  readonly triggerprice: string;
  readonly quantity: string;
  readonly filledshares: string;
}

/** Link the broker of the test, and let its prices move. */
const link = async (desktop: DesktopApp, market: LiveMarket): Promise<void> => {
  await market.send('verified', { email: PERSON.email });
  const { code, apiKey, pin } = market.addresses.client;
  await desktop.ask('live.link', { clientCode: code, apiKey, pin, totp: await market.send<string>('code') });
  await market.send('stream', { timesASecond: 2 });
};

const acceptLive = (desktop: DesktopApp) =>
  desktop.ask('manual.acceptLive', {
    ...{ capital: 1_00_000_00, maxLossPerDay: 5_000_00, isUnderstood: true, confirmName: 'LIVE' },
  });

/** An order is typed into the palette, read back, and opened. */
const typeOrder = async (page: Page, command: string, readBack: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Page, strategy, instrument or action' })).toBeFocused();
  await page.keyboard.type(command);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(readBack);
  await page.keyboard.press('Enter');
};

/** Last price that a ticket shows, in rupees. */
const lastPriceIn = async (ticket: Locator): Promise<number> => {
  const shown = await ticket
    .getByText('Last price', { exact: true })
    .locator('xpath=following::*[contains(text(), "₹")][1]')
    .innerText();
  return Number(shown.replaceAll(/[₹,]/g, ''));
};

test('by keyboard alone: real money by hand is switched on, an order is sent, protected and closed', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const orders = () => market.send<ServerOrder[]>('orders');
  await link(desktop, market);
  await goTo(page, '/open-positions?type=live');
  await expect(page.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();

  const order = page.getByRole('dialog', { name: 'Order in SBIN' });
  await test.step('an order begins on paper, and real money is off', async () => {
    await typeOrder(page, 'buy 7 sbin', 'Buy 7 SBIN');
    await expect(order.getByText('On paper: nothing is sent to a broker.')).toBeVisible();
    await order.getByLabel('Account', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(order.getByText('Live: this order goes to Angel One, with real money.')).toBeVisible();
    await expect(order.getByRole('button', { name: 'Buy with real money' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectAccessible(desktop, 'The terms of real money by hand');
  });

  await test.step('it is accepted with limits and a word', async () => {
    const terms = order.getByRole('form', { name: 'Real money by hand' });
    await terms.getByLabel('Capital by hand (₹)').fill('1,00,000');
    await terms.getByLabel('Loss limit of a day (₹)').fill('5,000');
    await terms.getByLabel('I understand real money is at risk').focus();
    await page.keyboard.press('Space');
    await terms.getByLabel('Type LIVE to confirm').focus();
    await page.keyboard.type('LIVE');
    await page.keyboard.press('Enter');
    await expect(terms).toBeHidden({ timeout: 30_000 });
    expect(await orders()).toEqual([]);
  });

  await test.step('the order says what it costs by the broker, and is sent once it is agreed to', async () => {
    await expect(order.getByText('Margin, by the broker')).toBeVisible({ timeout: 30_000 });
    const stop = Math.floor((await lastPriceIn(order)) * 0.98);
    await order.getByLabel('Stop-loss (₹)').fill(String(stop));
    const send = order.getByRole('button', { name: 'Buy 7 SBIN with real money' });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    const agree = order.getByLabel('Send this order with real money');
    await expect(agree).not.toBeChecked();
    await expectAccessible(desktop, 'An order with real money');
    // Another figure takes the agreement back.
    await agree.focus();
    await page.keyboard.press('Space');
    await expect(agree).toBeChecked();
    await order.getByLabel('Stop-loss (₹)').fill(String(stop - 1));
    await expect(agree).not.toBeChecked();
    await agree.focus();
    await page.keyboard.press('Space');
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.focus();
    await page.keyboard.press('Enter');
    await expect(order).toBeHidden({ timeout: 30_000 });
  });

  const row = page.getByRole('row').filter({ hasText: 'SBIN' }).filter({ hasText: 'Manual' });
  await test.step('it fills, and its stop rests at the broker', async () => {
    await expect(row).toBeVisible({ timeout: 60_000 });
    await expect
      .poll(async () => (await orders()).map(({ orderstatus }) => orderstatus), { timeout: 60_000 })
      .toEqual(['complete', 'trigger pending']);
    expect((await orders())[1]).toMatchObject({ transactiontype: 'SELL', quantity: '7' });
  });

  await test.step('it is closed from its row, and the account is empty', async () => {
    const exit = row.getByRole('button', { name: 'Exit SBIN' });
    await exit.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /SBIN/ }));
    const action = dialog.getByRole('button', { name: /^Exit/ });
    await expect(action).toBeVisible();
    await action.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await orders()).map(({ orderstatus }) => orderstatus), { timeout: 60_000 })
      .toEqual(['complete', 'cancelled', 'complete']);
    await expect(row).toHaveCount(0, { timeout: 60_000 });
  });
});

test('an option on an index is bought with real money, and sold again', async ({ desktop, market }) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const orders = () => market.send<ServerOrder[]>('orders');
  await link(desktop, market);
  await acceptLive(desktop);
  // As the broker lists it: the simulated market may be far from that strike.
  const [expiry = ''] = chainDays(Date.parse(`${tradingDayOf(Date.now())}T10:00:00+05:30`));
  const symbol = `NIFTY ${isoDay(expiry)} 24100 CE`;
  await goTo(page, '/open-positions?type=live');
  await expect(page.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();

  const order = page.getByRole('dialog', { name: `Order in ${symbol}` });
  await test.step('a sale that would open a position is refused with a sentence', async () => {
    await typeOrder(page, `sell 65 ${symbol}`, 'Sell 65');
    await order.getByLabel('Account', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(order.getByText(/is sold by hand only where it was bought so/)).toBeVisible();
  });

  await test.step('it is bought in lots', async () => {
    await order.getByLabel('Side').selectOption('Buy');
    await expect(order.getByText('Margin, by the broker')).toBeVisible({ timeout: 30_000 });
    await order.getByLabel('Send this order with real money').focus();
    await page.keyboard.press('Space');
    const send = order.getByRole('button', { name: `Buy 65 ${symbol} with real money` });
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.focus();
    await page.keyboard.press('Enter');
    await expect(order).toBeHidden({ timeout: 30_000 });
  });

  const row = page
    .getByRole('row')
    .filter({ hasText: '24,100 CE' })
    .or(page.getByRole('row').filter({ hasText: symbol }))
    .first();
  await test.step('it is held, and sold from its row', async () => {
    await expect(row).toBeVisible({ timeout: 60_000 });
    await row.getByRole('button', { name: /^Exit/ }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByRole('button', { name: /^Exit/ }).focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(
        async () =>
          (await orders()).map(({ transactiontype, orderstatus }) => [transactiontype, orderstatus]),
        {
          timeout: 60_000,
        },
      )
      .toEqual([
        ['BUY', 'complete'],
        ['SELL', 'complete'],
      ]);
    await expect(row).toHaveCount(0, { timeout: 60_000 });
  });
});

test('by keyboard alone: a stop order waits at the broker, gets another trigger, and is cancelled', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const orders = async () =>
    (await market.send<ServerOrder[]>('orders')).map(({ ordertype, orderstatus, price, triggerprice }) => ({
      ...{ ordertype, orderstatus, price: Number(price), trigger: Number(triggerprice) },
    }));
  await link(desktop, market);
  await acceptLive(desktop);
  await goTo(page, '/open-positions?type=live');
  await expect(page.getByRole('heading', { level: 1, name: 'Open positions' })).toBeVisible();

  const order = page.getByRole('dialog', { name: 'Order in SBIN' });
  let trigger = 0;
  await test.step('a trigger that is reached already is refused in the ticket', async () => {
    await typeOrder(page, 'buy 7 sbin', 'Buy 7 SBIN');
    await order.getByLabel('Account', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(order.getByText('Margin, by the broker')).toBeVisible({ timeout: 30_000 });
    trigger = Math.ceil((await lastPriceIn(order)) * 1.02);
    await order.getByLabel('Order type').selectOption('Stop (trigger and limit)');
    await order.getByLabel('Limit (₹)').fill(String(trigger + 1));
    await order.getByLabel('Trigger (₹)').fill(String(Math.floor(trigger * 0.95)));
    await expect(order.getByText(/must be above the last price/)).toBeVisible();
  });

  await test.step('with a trigger above the price it is sent, and waits', async () => {
    await order.getByLabel('Trigger (₹)').fill(String(trigger));
    const agree = order.getByLabel('Send this order with real money');
    await agree.focus();
    await page.keyboard.press('Space');
    const send = order.getByRole('button', { name: 'Buy 7 SBIN with real money' });
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(desktop, 'A stop order with real money');
    await send.focus();
    await page.keyboard.press('Enter');
    await expect(order).toBeHidden({ timeout: 30_000 });
    await expect
      .poll(orders)
      .toEqual([
        { ordertype: 'STOPLOSS_LIMIT', orderstatus: 'trigger pending', price: trigger + 1, trigger },
      ]);
  });

  await test.step('it gets another trigger and limit, agreed to anew', async () => {
    await goTo(page, '/order-history?mode=live');
    const row = page.getByRole('row').filter({ hasText: 'SBIN' });
    await row.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    const change = page.getByRole('button', { name: 'Change real order…' });
    await change.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Change real order/ });
    await dialog.getByLabel('Limit (₹)').fill(String(trigger + 3));
    await dialog.getByLabel('Trigger (₹)').fill(String(trigger + 2));
    await dialog.getByLabel('Change this order with real money').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden({ timeout: 30_000 });
    await expect.poll(orders).toMatchObject([{ price: trigger + 3, trigger: trigger + 2 }]);
  });

  await test.step('it is cancelled, under its own variety', async () => {
    await page.keyboard.press('Escape');
    const cancel = page.getByRole('button', { name: /^Cancel order \d+ in SBIN/ });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await expect.poll(orders, { timeout: 30_000 }).toMatchObject([{ orderstatus: 'cancelled' }]);
  });
});

test('by keyboard alone: keys are armed with real money and press no more than agreed; what they opened is closed as one', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const orders = async () =>
    (await market.send<ServerOrder[]>('orders')).map(({ transactiontype, quantity, orderstatus }) => ({
      ...{ transactiontype, quantity, orderstatus },
    }));
  await link(desktop, market);
  await acceptLive(desktop);
  await goTo(page, '/depth?symbol=SBIN&source=broker');
  await expect(page.getByRole('heading', { level: 1, name: 'Market depth' })).toBeVisible();
  const more = page.getByRole('button', { name: 'More for SBIN' });
  await expect(more).toBeVisible({ timeout: 60_000 });

  const armed = page.getByRole('region', { name: 'Armed keys' });
  await test.step('they are armed for three orders, with figures and a tick', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Armed keys' });
    await dialog.getByLabel('Account', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(
      dialog.getByText('Live: each press is an order at Angel One, with real money.'),
    ).toBeVisible();
    for (const [label, text] of [
      ['Quantity', '7'],
      ['Orders at most', '3'],
      ['Money at most (₹)', '50,000'],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).focus();
      await page.keyboard.type(text);
    }
    await dialog.getByLabel(/^Each press sends such an order with real money/).focus();
    await page.keyboard.press('Space');
    await expectAccessible(desktop, 'arming of keys with real money');
    await dialog.getByRole('button', { name: 'Arm the keys with real money' }).focus();
    await page.keyboard.press('Enter');
    await expect(armed).toContainText('B buys and S sells 7 at the market, at once, with real money.');
    await expect(armed).toContainText('Orders left: 3, money left: ₹50,000.00');
    expect(await orders()).toEqual([]);
  });

  const bought = { transactiontype: 'BUY', quantity: '7', orderstatus: 'complete' };
  const sold = { transactiontype: 'SELL', quantity: '7', orderstatus: 'complete' };
  await test.step('each press buys, without a question', async () => {
    for (const left of [2, 1, 0]) {
      await more.focus();
      await page.keyboard.press('b');
      await expect(armed).toContainText(`Orders left: ${left}`, { timeout: 30_000 });
    }
    await expect.poll(orders, { timeout: 60_000 }).toEqual([bought, bought, bought]);
    await expectAccessible(desktop, 'market depth while keys use real money');
  });

  await test.step('a fourth opens nothing more', async () => {
    await more.focus();
    await page.keyboard.press('b');
    await expect(page.getByText('No more orders may be opened by these keys.').last()).toBeVisible();
    expect(await orders()).toHaveLength(3);
  });

  await test.step('closing goes on, and the keys go off by the key that armed them', async () => {
    await more.focus();
    await page.keyboard.press('s');
    await expect.poll(orders, { timeout: 60_000 }).toEqual([bought, bought, bought, sold]);
    await page.keyboard.press('ControlOrMeta+Shift+E');
    await expect(armed).toBeHidden();
  });

  await test.step('the two that are left are one row, and its exit closes both', async () => {
    await goTo(page, '/open-positions?type=by-hand');
    const exit = page.getByRole('button', { name: 'Exit all of SBIN' });
    await exit.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(desktop, 'the exit of a net position with real money');
    const action = dialog.getByRole('button', { name: /^Exit/ });
    await action.focus();
    await page.keyboard.press('Enter');
    await expect.poll(orders, { timeout: 60_000 }).toEqual([bought, bought, bought, sold, sold, sold]);
    await expect(exit).toBeHidden({ timeout: 60_000 });
  });
});
