import { expect } from 'playwright/test';
import { expectAccessible } from './axe.ts';
import type { DesktopApp } from './desktop-app.ts';
import { PERSON } from './desktop-app.ts';
import { link, type LiveMarket, STEADY_BUYER, STEADY_RULES, test } from './live-desktop.ts';
import { goTo } from './walk.ts';

interface ServerOrder {
  readonly ordertype: string;
  readonly transactiontype: string;
  readonly orderstatus: string;
  readonly quantity: string;
  readonly filledshares: string;
}

const KEEP_RUNNING = 0;

/** Expect a question before quitting with a live position. The app goes on when the user keeps it running. */
const expectToBeAskedBeforeQuitting = async (desktop: DesktopApp): Promise<void> => {
  const question = await desktop.app.evaluate(async ({ app, dialog }, response) => {
    const asked = new Promise<Electron.MessageBoxOptions>((resolve) => {
      dialog.showMessageBox = ((options: Electron.MessageBoxOptions) => {
        resolve(options);
        return Promise.resolve({ response, checkboxChecked: false });
      }) as typeof dialog.showMessageBox;
    });
    app.quit();
    return asked;
  }, KEEP_RUNNING);
  expect(question.message).toBe('Quit while you trade live?');
  expect(question.detail).toContain('1 live strategy is running. 1 live position is open.');
  expect(question.buttons).toEqual(['Keep running', 'Quit']);
  expect((await desktop.call('home.header')).ok, 'the app goes on').toBe(true);
};

test('an account is linked, a strategy goes live, trades, and everything is stopped', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const orders = () => market.send<ServerOrder[]>('orders');
  await market.send('verified', { email: PERSON.email });

  await goTo(page, '/profile/broker');
  await link(desktop, market, '000000');
  // Once: the second try comes within the five minutes for which it is good.
  await desktop.sayWho();
  await expect(page.getByText(/did not accept the TOTP code/)).toBeVisible({ timeout: 30_000 });
  await link(desktop, market, await market.send('code'));
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Available margin')).toBeVisible();
  await expectAccessible(desktop, 'The broker tab of a linked account');

  const added = await desktop.call<{ strategyId: number }>('strategies.add', {
    url: 'add',
    name: STEADY_BUYER,
    document: STEADY_RULES,
  });
  if (!added.ok) throw new Error(added.failure.message);
  const { strategyId } = added.value;
  await goTo(page, `/strategies/${strategyId}`);
  await page.getByRole('button', { name: 'Go live…' }).click();
  await expect(page.getByText('Loss limit of the day set').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go live', exact: true })).toBeDisabled();
  await expectAccessible(desktop, 'What is missing before going live');
  await page.getByRole('link', { name: 'Fix' }).click();
  await page.getByLabel('Max daily loss').fill('10,000');
  await page.getByRole('button', { name: 'Save limits' }).click();

  await goTo(page, `/strategies/${strategyId}`);
  await page.getByRole('button', { name: 'Go live…' }).click();
  await page.getByLabel('I understand real money is at risk').click();
  await page.getByLabel(`Type ${STEADY_BUYER} to confirm`).fill(STEADY_BUYER);
  await market.send('stream', { timesASecond: 2 });
  await page.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect(
    page.getByText(`${STEADY_BUYER} is live: its next signal is a real order.`).first(),
  ).toBeVisible();

  // The close of the next minute is the signal; the stop rests at the broker as soon as the entry is filled.
  await market.send('minute');
  await expect
    .poll(async () => (await orders()).map(({ orderstatus }) => orderstatus), { timeout: 100_000 })
    .toEqual(['complete', 'trigger pending']);
  const [entry, stop] = await orders();
  expect(entry).toMatchObject({ ordertype: 'LIMIT', transactiontype: 'BUY' });
  expect(stop).toMatchObject({
    ordertype: 'STOPLOSS_LIMIT',
    transactiontype: 'SELL',
    quantity: entry?.filledshares,
  });
  await expect(page.getByText('1 open position', { exact: true })).toBeVisible();
  await expect(page.getByText(/· Live$/)).toBeVisible();
  await goTo(page, '/open-positions?type=live');
  await expect(page.getByRole('row', { name: new RegExp(`SBIN.*${STEADY_BUYER}`) })).toContainText(
    entry?.filledshares ?? '',
  );
  await expectAccessible(desktop, 'A live position');
  expect((await desktop.notices()).map(({ title }) => title).join()).toContain(STEADY_BUYER);

  await expectToBeAskedBeforeQuitting(desktop);

  // Everything is stopped, and what is open is closed at the price there is.
  await page.keyboard.press('Control+Shift+Period');
  await page.getByLabel('Also close every live position at once').click();
  await page.getByRole('button', { name: 'Hold 2 s to stop' }).click({ delay: 2_500 });
  await expect(page.getByRole('heading', { name: 'All live trading is stopped' })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect
    .poll(async () => (await orders()).map(({ orderstatus }) => orderstatus), { timeout: 60_000 })
    .toEqual(['complete', 'cancelled', 'complete']);
  const net = (await orders()).reduce(
    (sum, { transactiontype, filledshares }) =>
      sum + (transactiontype === 'BUY' ? 1 : -1) * Number(filledshares),
    0,
  );
  expect(net).toBe(0);

  // Its trade, with charges, is in the history; the orders are there with their full life.
  await goTo(page, '/trade-history');
  await page.getByRole('tab', { name: 'Live' }).click();
  await expect(page.getByRole('row', { name: /SBIN/ })).toBeVisible({ timeout: 30_000 });
  await goTo(page, '/order-history');
  await page.getByRole('tab', { name: 'Live' }).click();
  await expect(page.getByRole('row', { name: /SBIN/ })).toHaveCount(3);
  await expectAccessible(desktop, 'Live orders');

  // Nothing starts again while the lock holds.
  await goTo(page, `/strategies/${strategyId}`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Start live' }).click();
  await expect(page.getByText(/^Not yet: .*kill switch/i).first()).toBeVisible();
  expect(await orders()).toHaveLength(3);
});

/** Make a strategy live without the dialog. The walk above has gone through that. */
const goLiveAtOnce = async (desktop: DesktopApp, market: LiveMarket, document: object): Promise<void> => {
  await market.send('verified', { email: PERSON.email });
  const { code, apiKey, pin } = market.addresses.client;
  const totp = await market.send<string>('code');
  await desktop.ask('live.link', { clientCode: code, apiKey, pin, totp });
  await desktop.ask('live.riskGuard', { maxLossPerDay: 10_000_00 });
  const { strategyId } = await desktop.ask('strategies.add', {
    url: 'add',
    name: STEADY_BUYER,
    document: document,
  });
  await market.send('stream', { timesASecond: 2 });
  await desktop.ask('live.goLive', { strategyId: strategyId ?? 0, confirmName: STEADY_BUYER });
  await market.send('minute');
};

test('a stop that is refused, a night, and shares sold by hand are shown and settled', async ({
  desktop,
  market,
}) => {
  test.setTimeout(300_000);
  const { page } = desktop;
  const orders = () => market.send<ServerOrder[]>('orders');
  const waiting = async () =>
    (await orders()).filter(({ orderstatus }) => orderstatus === 'trigger pending').length;
  // The entry is taken; the first stops are accepted, and refused a moment later.
  await market.send('next', { endpoint: 'placeOrder', fault: {} });
  for (let stops = 0; stops < 4; stops++)
    await market.send('next', { endpoint: 'placeOrder', fault: 'accepted-then-rejected' });
  await goLiveAtOnce(desktop, market, { ...STEADY_RULES, product: 'delivery', maxTradesPerDay: 1 });

  await goTo(page, '/open-positions?type=live');
  const row = page.getByRole('row', { name: /SBIN/ });
  await expect(row).toContainText('Watched', { timeout: 100_000 });
  await expectAccessible(desktop, 'A live position that is watched');
  expect((await desktop.notices()).map(({ body }) => body).join()).toContain('TrickDesk watches it');
  // The broker takes a later one: the same position is protected there.
  await expect(row).toContainText('Stop resting', { timeout: 60_000 });
  expect(await waiting()).toBe(1);

  // In a narrow window no figure lies under the buttons that stay in view.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 680 });
  const [result, buttons] = await row.evaluate((cells) =>
    [...cells.children].slice(-2).map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect),
  );
  expect(result?.right).toBeLessThanOrEqual(buttons?.left ?? 0);
  if (size) await page.setViewportSize(size);

  // The night ends orders and session; before the open nothing is sent, and the window says when it is.
  await market.send('night');
  await expect
    .poll(
      async () => {
        const totp = await market.send<string>('code');
        return (await desktop.call('live.reconnect', { totp })).ok;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await market.send('stream', { timesASecond: 2 });
  await expect(row).toContainText('Stop resting', { timeout: 60_000 });
  expect(await waiting()).toBe(1);

  // The owner sells in the broker's app: the stop goes, and they are asked.
  const [stop] = (await orders()).filter(({ orderstatus }) => orderstatus === 'trigger pending');
  const quantity = Number(stop?.quantity);
  const sale = { token: '3045', side: 'SELL', quantity, price: 700_00, product: 'DELIVERY' };
  await market.send('own-order', sale);
  await goTo(page, '/reconciliation');
  const adopt = page.getByRole('button', { name: 'Take over' });
  await expect(adopt).toBeVisible({ timeout: 90_000 });
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  await expectAccessible(desktop, 'A difference with the account');
  await adopt.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('Everything agrees with the account.')).toBeVisible({ timeout: 90_000 });
  await goTo(page, '/trade-history');
  await page.getByRole('tab', { name: 'Live' }).click();
  await expect(page.getByRole('row', { name: /SBIN/ })).toBeVisible({ timeout: 30_000 });
});
