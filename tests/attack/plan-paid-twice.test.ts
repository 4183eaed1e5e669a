import { afterEach, beforeEach, expect, it } from 'vitest';
import { pricesOn } from '../../src/backend/billing/price-list.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { MoneyDesk } from '../support/money-desk.ts';

let desk: MoneyDesk;
beforeEach(async () => {
  desk = await MoneyDesk.open();
});
afterEach(() => desk.dispose());

const buy = (userId: number, planId: string) => {
  const plan = pricesOn(desk.now).plans.find((offer) => offer.planId === planId);
  if (!plan) throw new Error(planId);
  return desk.database.write((tx) => desk.subscriptions.buy(tx, userId, desk.nextKey(), plan));
};

it.each([
  ['plus', 'pro', 299_00],
  ['trade-month', 'trade-year', 499_00],
])(
  'two paid periods of %s that nobody used both come back when %s takes its place',
  async (first, second, price) => {
    const user = await desk.person({ paise: 50_000_00 });
    const { subscription } = await buy(user, first);
    await desk.database.write((tx) => desk.subscriptions.cancel(tx, user, subscription.id));
    // Cancelled and wanted again: another period after the one that is paid.
    const again = await buy(user, first);
    expect(again.subscription.paid_until).toBe(desk.now + 60 * DAY_MS);
    await buy(user, second);
    expect((await desk.balances(user)).credit).toBe(2 * price);
  },
);
