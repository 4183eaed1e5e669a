import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MoneyWorld } from '../../../tests/support/money-world.ts';
import { DAY_MS } from '../../shared/time.ts';
import { pricesOn } from './price-list.ts';
import { concernedByPurchase } from './purchases.ts';
import { backtestPlanOf } from './rights.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { allowWrites, refuseWrites } from '../../../tests/support/refused-writes.ts';

let world: MoneyWorld;
let start = 0;
beforeEach(async () => {
  world = await MoneyWorld.open();
  start = world.now;
});
afterEach(async () => {
  expect(await world.problems()).toEqual([]);
  await world.dispose();
});

const PLUS = 299_00 + 53_82;
const MONTH = 499_00 + 89_82;

const buy = async (userId: number, planId: string) => {
  const plan = pricesOn(world.now).plans.find((offer) => offer.planId === planId);
  if (!plan) throw new Error(planId);
  const concerned = await concernedByPurchase(world.database.read, userId);
  return world.database.write(concerned, (tx) => world.subscriptions.buy(tx, userId, world.nextKey(), plan));
};
const cancel = (userId: number, id: number) =>
  world.database.write(userId, (tx) => world.subscriptions.cancel(tx, userId, id));
const plan = (id: number) =>
  world.database.read.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const purchases = () =>
  world.database.read.selectFrom('purchases').select(['state', 'taxable', 'at']).orderBy('id').execute();
const isTradeActive = async (userId: number): Promise<boolean> =>
  (
    await world.database.read
      .selectFrom('users')
      .select('is_trade_active')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).is_trade_active === 1;
const run = (statement: string) => writeForAll(world.database, (tx) => sql.raw(statement).execute(tx.query));
const on = (days: number): void => {
  world.now = start + Math.round(days * DAY_MS);
};

describe('a plan that is due', () => {
  it('is renewed once, however often it is looked at', async () => {
    const user = await world.person({ paise: 3 * PLUS });
    const { subscription } = await buy(user, 'plus');
    on(29.99);
    await world.renew();
    expect(await purchases()).toHaveLength(1);
    on(30);
    await Promise.all([world.renew(), world.renew(), world.renew()]);
    await world.renew();
    expect(await purchases()).toHaveLength(2);
    expect((await world.balances(user)).available).toBe(PLUS);
    expect(await plan(subscription.id)).toMatchObject({ state: 'active', paid_until: start + 60 * DAY_MS });
  });

  it('costs one period after a year in which nothing ran, and runs from then', async () => {
    const user = await world.person({ paise: 20 * MONTH });
    const { subscription } = await buy(user, 'trade-month');
    on(395);
    await world.restart();
    await world.renew();
    await world.renew();
    expect((await world.balances(user)).available).toBe(18 * MONTH);
    expect(await plan(subscription.id)).toMatchObject({ state: 'active', paid_until: start + 425 * DAY_MS });
    expect(await isTradeActive(user)).toBe(true);
  });

  it('leaves nothing behind when it is cut off at any step, and is paid once after that', async () => {
    const referrer = await world.person({ isActive: true });
    const user = await world.person({ referrerId: referrer, paise: 3 * PLUS });
    const { subscription } = await buy(user, 'plus');
    on(31);
    const paidBefore = (await world.balances(user)).available;
    for (const step of [
      'insert on invoices',
      'insert on rewards',
      'insert on alerts',
      'update on subscriptions',
    ]) {
      await refuseWrites(world.database, { name: 'cut_off', change: step, sentence: 'cut off' });
      await world.renew();
      await allowWrites(world.database, 'cut_off', step.split(' ').at(-1) ?? '');
      expect((await world.balances(user)).available).toBe(paidBefore);
      expect(await purchases()).toHaveLength(1);
      expect(await plan(subscription.id)).toMatchObject({ state: 'active', paid_until: start + 30 * DAY_MS });
    }
    await world.restart();
    await world.renew();
    await world.renew();
    expect((await world.balances(user)).available).toBe(paidBefore - PLUS);
    expect((await world.balances(referrer)).reward).toBe(2 * 29_90);
  });

  it('does not keep the others from being renewed when one cannot be', async () => {
    const [first, second] = [
      await world.person({ paise: 2 * PLUS }),
      await world.person({ paise: 2 * PLUS }),
    ];
    const broken = await buy(first, 'plus');
    await buy(second, 'plus');
    await world.database.write(first, (tx) =>
      tx.query
        .insertInto('ledger_transfers')
        .values({
          user_id: first,
          key: `renewal:${broken.subscription.id}:${start + 30 * DAY_MS}`,
          kind: 'correction',
          reference: 'taken',
          note: '',
          at: 0,
        })
        .execute(),
    );
    on(30);
    await world.renew();
    expect((await world.balances(first)).available).toBe(PLUS);
    expect((await world.balances(second)).available).toBe(0);
    // The transfer without entries was only there to be in the way.
    await allowWrites(world.database, 'ledger_transfers_no_delete', 'ledger_transfers');
    await run("delete from ledger_transfers where reference = 'taken'");
  });
});

describe('a plan without the money', () => {
  it('works through three days of grace, warns once a day, then ends and takes its right back', async () => {
    const user = await world.person({ paise: MONTH });
    const { subscription } = await buy(user, 'trade-month');
    const warnings = async () =>
      (await world.alertsOf(user)).filter(({ title }) => title.endsWith('could not be renewed')).length;
    for (const [day, reported] of [
      [30, 1],
      [30.5, 1],
      [31, 2],
      [31.9, 2],
      [32, 3],
      [32.99, 3],
    ] as const) {
      on(day);
      await world.renew();
      await world.renew();
      expect([day, await warnings()]).toEqual([day, reported]);
      expect(await plan(subscription.id)).toMatchObject({ state: 'grace', grace_until: start + 33 * DAY_MS });
      expect(await isTradeActive(user)).toBe(true);
    }
    on(33);
    await world.renew();
    await world.renew();
    expect(await plan(subscription.id)).toMatchObject({ state: 'ended', is_renewing: 0 });
    expect(await isTradeActive(user)).toBe(false);
    expect((await world.alertsOf(user)).at(-1)?.title).toBe('Trade activation, 30 days has ended');
    expect((await purchases()).map(({ state }) => state)).toEqual(['paid', 'failed']);
  });

  it('is renewed automatically once there is money, for the period that began with the grace', async () => {
    const user = await world.person({ paise: PLUS });
    const { subscription } = await buy(user, 'plus');
    on(30.25);
    await world.renew();
    await world.fund(user, PLUS);
    on(32);
    await world.renew();
    await world.renew();
    expect((await world.balances(user)).available).toBe(0);
    expect(await plan(subscription.id)).toMatchObject({
      state: 'active',
      grace_until: null,
      paid_until: start + 60.25 * DAY_MS,
    });
    expect((await purchases()).map(({ state }) => state)).toEqual(['paid', 'paid']);
  });

  it('has its days of grace counted from when it was found out, not from when nothing ran', async () => {
    const user = await world.person({ paise: PLUS });
    const { subscription } = await buy(user, 'plus');
    on(100);
    await world.renew();
    expect(await plan(subscription.id)).toMatchObject({ state: 'grace', grace_until: start + 103 * DAY_MS });
  });

  it('ends unpaid when the days of grace have passed while nothing ran, even if there is money', async () => {
    const user = await world.person({ paise: PLUS });
    const { subscription } = await buy(user, 'plus');
    on(30);
    await world.renew();
    await world.fund(user, PLUS);
    on(50);
    await world.restart();
    await expect(buy(user, 'plus')).rejects.toThrow('The days of grace of Plus are over.');
    await world.renew();
    expect(await plan(subscription.id)).toMatchObject({ state: 'ended' });
    expect((await world.balances(user)).available).toBe(PLUS);
  });
});

describe('a cancelled plan', () => {
  it('works until it is paid up, then ends and costs nothing more', async () => {
    const user = await world.person({ paise: 5 * PLUS });
    const { subscription } = await buy(user, 'plus');
    await cancel(user, subscription.id);
    on(29);
    await world.renew();
    expect(await backtestPlanOf(world.database.read, user, world.now)).toMatchObject({ runsPerMonth: 200 });
    on(30);
    await world.renew();
    expect(await plan(subscription.id)).toMatchObject({ state: 'ended' });
    expect(await backtestPlanOf(world.database.read, user, world.now)).toMatchObject({
      planId: 'free',
      runsPerMonth: 20,
    });
    expect((await world.balances(user)).available).toBe(4 * PLUS);
  });

  it('bought again before that has another period after the one that is paid', async () => {
    const user = await world.person({ paise: 5 * PLUS });
    const { subscription } = await buy(user, 'plus');
    await cancel(user, subscription.id);
    on(10);
    await buy(user, 'plus');
    expect(await plan(subscription.id)).toMatchObject({
      state: 'active',
      is_renewing: 1,
      paid_until: start + 60 * DAY_MS,
    });
    expect(await purchases()).toHaveLength(2);
  });

  it('bought again before its end was noticed runs from now', async () => {
    const user = await world.person({ paise: 5 * PLUS });
    const { subscription } = await buy(user, 'plus');
    await cancel(user, subscription.id);
    on(80);
    await buy(user, 'plus');
    expect(await plan(subscription.id)).toMatchObject({ state: 'active', paid_until: start + 110 * DAY_MS });
  });

  it('in grace ends at once', async () => {
    const user = await world.person({ paise: MONTH });
    const { subscription } = await buy(user, 'trade-month');
    on(30);
    await world.renew();
    expect(await cancel(user, subscription.id)).toMatchObject({ state: 'ended' });
    expect(await isTradeActive(user)).toBe(false);
  });
});

describe('another plan of the same kind', () => {
  it('takes the place of the one there is, whose unused part comes back as credit', async () => {
    const user = await world.person({ paise: 5_000_00 });
    const first = await buy(user, 'plus');
    on(10);
    const second = await buy(user, 'pro');
    expect(await plan(first.subscription.id)).toMatchObject({ state: 'ended' });
    expect(second.subscription).toMatchObject({ plan_id: 'pro', paid_until: world.now + 30 * DAY_MS });
    expect(await world.balances(user)).toMatchObject({
      available: 5_000_00 - PLUS - (999_00 + 179_82),
      credit: Math.floor((299_00 * 20) / 30),
    });
    on(45);
    await world.renew();
    expect((await plan(first.subscription.id)).state).toBe('ended');
  });

  it('brings back no more of a backtest plan than the share of its runs that is left', async () => {
    const user = await world.person({ paise: 5_000_00 });
    const useRuns = (credits: number) =>
      world.database.write(user, (tx) =>
        tx.query
          .insertInto('backtest_runs')
          .values({
            user_id: user,
            created_at: world.now,
            kind: 'sweep',
            name: 'All of them',
            strategy_id: null,
            state: 'done',
            message: '',
            source: 'simulated',
            from_day: '2026-01-01',
            to_day: '2026-01-02',
            capital: 1_000_00,
            instruments_json: '[]',
            timeframe: '1d',
            order_json: '{}',
            attempts: 1,
            progress: 100,
            credits,
            finished_at: world.now,
          })
          .execute(),
      );
    await buy(user, 'pro');
    await useRuns(1_500);
    await buy(user, 'plus');
    expect((await world.balances(user)).credit).toBe(Math.floor((999_00 * 500) / 2_000));
    await useRuns(10_000);
    await buy(user, 'pro');
    expect((await world.balances(user)).credit).toBe(Math.floor((999_00 * 500) / 2_000));
    expect(await world.problems()).toEqual([]);
  });

  it('can be paid with that credit', async () => {
    const user = await world.person({ paise: 1_178_82 });
    await buy(user, 'pro');
    const { paid } = await buy(user, 'plus');
    expect(await world.balances(user)).toMatchObject({ available: 0, credit: 700_00 });
    const bought = await world.database.read
      .selectFrom('purchases')
      .select('paid_with')
      .where('id', '=', paid.purchaseId)
      .executeTakeFirst();
    expect(bought).toEqual({ paid_with: 'credit' });
  });
});

it.each([
  ['plus', 'pro', 299_00],
  ['trade-month', 'trade-year', 499_00],
])(
  'two paid periods of %s that nobody used both come back when %s takes its place',
  async (first, second, price) => {
    const user = await world.person({ paise: 50_000_00 });
    const { subscription } = await buy(user, first);
    await world.database.write(user, (tx) => world.subscriptions.cancel(tx, user, subscription.id));
    // Cancelled and wanted again: another period after the one that is paid.
    const again = await buy(user, first);
    expect(again.subscription.paid_until).toBe(world.now + 60 * DAY_MS);
    await buy(user, second);
    expect((await world.balances(user)).credit).toBe(2 * price);
  },
);
