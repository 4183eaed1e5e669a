import { expect } from 'playwright/test';
import {
  column,
  compare,
  compareBasket,
  named,
  netOfPositions,
  opened,
  recordTray,
  show,
  sum,
  todayOfMini,
  todayOfTray,
  todayOnHome,
  WORLDS,
} from './figure-reader.ts';
import { test as live, tradeLive } from './live-desktop.ts';
import { test } from './still-desktop.ts';

/** With the day that is made for it first. */
test.describe.configure({ timeout: 300_000 });

/** As late as a figure may be: a valuation a second, what the tray shows a second later, and a paint. */
const LATE_MS = 3_000;

test('figures of paper are the same wherever they are shown, and follow the market without being asked', async ({
  newDesktop: desktop,
  filled: { basketId, time },
}) => {
  const { page, ask } = desktop;
  const { offer } = (await ask('baskets.details', { basketId })).detailsBasket;
  await ask('baskets.open', { basketId, amount: 2 * (offer.minimumAmount ?? 0) });
  await time.pass(0.1);
  await recordTray(desktop);
  const mini = await opened(desktop, () => desktop.call('desktop.window.toggle-mini'));
  await time.pass(0.05);
  /** Figures of the backend now. The market stands still between two passes, so they are of that moment. */
  const today = async () => (await ask('home.summary')).test.today;

  // All of it at one instant: time stands still while it is read, and every position has been valued at its last price.
  await show(page, '/home');
  await expect.poll(() => todayOnHome(page, 'test'), { timeout: LATE_MS }).toBe(await today());
  const before = await compare(page, 'test');
  expect(before).toBe(await today());
  const basket = await compareBasket(page, basketId, offer.name);

  // Each surface is open while a minute of the market passes; nothing of it is asked for again by hand.
  const { grid } = WORLDS.test;
  const held = async () => (await ask('baskets.mine')).pnl;
  const net = async () => (await ask('home.summary')).test.open.pnl;
  const following: readonly (readonly [string, () => Promise<number>, () => Promise<number>])[] = [
    ['/home', () => todayOnHome(page, 'test'), today],
    ['/my-strategies?tab=Test', () => todayOnHome(page, 'test'), today],
    ['/my-strategies?tab=Test&view=list', async () => sum(await column(page, grid, 'Today')), today],
    ['/open-positions?type=test', () => netOfPositions(page, 'test'), net],
    ['/baskets?tab=mine', () => named(page, 'P&L'), held],
    [`/baskets/${basketId}`, () => named(page, 'Result after charges'), held],
    [
      '/holdings',
      async () => sum(await column(page, 'Holdings by instrument', 'Result after charges')),
      held,
    ],
  ];
  for (const [address, read, wanted] of following) {
    await show(page, address);
    await time.pass(0.02);
    await expect.poll(read, { timeout: LATE_MS, message: address }).toBe(await wanted());
    const day = await today();
    await expect.poll(() => todayOfMini(mini, 'test'), { timeout: LATE_MS }).toBe(day);
    await expect.poll(() => todayOfTray(desktop), { timeout: LATE_MS }).toEqual([day, day]);
  }
  expect(await today(), 'the market has moved').not.toBe(before);
  await compare(page, 'test');
  expect(await compareBasket(page, basketId, offer.name), 'the basket has moved').not.toBe(basket);
});

live('figures of real money are the same wherever they are shown, too', async ({ desktop, market }) => {
  const { page, ask } = desktop;
  await recordTray(desktop);
  await tradeLive(desktop, market);
  const mini = await opened(desktop, () => desktop.call('desktop.window.toggle-mini'));
  const today = async () => (await ask('home.summary')).live.today;
  await show(page, '/home');
  const before = await today();
  await expect.poll(() => todayOnHome(page, 'live'), { message: 'the market moves' }).not.toBe(before);
  // The prices of the broker stop: what is read afterwards is of one instant.
  await market.send('stream', { timesASecond: 0 });
  const day = async () => [await today(), await todayOnHome(page, 'live')];
  await expect.poll(async () => new Set(await day()).size, { timeout: LATE_MS }).toBe(1);
  const now = await compare(page, 'live');
  expect(now).toBe(await today());
  await expect.poll(() => todayOfMini(mini, 'live'), { timeout: LATE_MS }).toBe(now);
  await expect.poll(() => todayOfTray(desktop), { timeout: LATE_MS }).toEqual([now, now]);
});
