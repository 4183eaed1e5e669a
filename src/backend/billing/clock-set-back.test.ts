import { afterEach, beforeEach, expect, it } from 'vitest';
import { MoneyWorld } from '../../../tests/support/money-world.ts';
import { DAY_MS } from '../../shared/time.ts';
import { pricesOn } from './price-list.ts';

let world: MoneyWorld;
beforeEach(async () => {
  world = await MoneyWorld.open();
});
afterEach(() => world.dispose());

it('a plan that was bought while the clock was ahead gives back no more than was paid for it', async () => {
  const user = await world.person({ paise: 50_000_00 });
  const buy = (planId: string) => {
    const plan = pricesOn(world.now).plans.find((offer) => offer.planId === planId);
    if (!plan) throw new Error(planId);
    return world.database.write(user, (tx) => world.subscriptions.buy(tx, user, world.nextKey(), plan));
  };
  await buy('trade-month');
  world.now -= 20 * DAY_MS;
  await buy('trade-year');
  expect((await world.balances(user)).credit).toBeLessThanOrEqual(499_00);
});
