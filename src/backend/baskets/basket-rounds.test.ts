import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { midday } from '../../../tests/support/basket-sample.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { istDate } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { writeLog } from '../notices/journal.ts';
import { definitionsById } from './basket-book.ts';
import { notifyUnsold } from './basket-closing.ts';
import { BasketOrders } from './basket-orders.ts';
import { runDueSips, runSip, sipPlan, sipsOf } from './basket-sips.ts';
import { loadBasketState } from './basket-state.ts';
import { HoldingRounds } from './holding-rounds.ts';
import { placeSteps } from './place-orders.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

/** A Saturday: the market begins on Monday the 23rd, and Tuesday the 24th is a holiday. */
const START = Date.parse('2026-11-21T10:00:00+05:30');
const begun = Date.now();
const clock = { now: () => START + Date.now() - begun };
const SIP = 20_000_00;

let server: TestBackend;
let user: TestUser;
let basketId = 0;
let holdingId = 0;

const parts = () => server.backend.parts;
const pace = (speed: number) => parts().marketRuns.simulated.session.setSpeed(speed);
const basket = async () => (await user.call('baskets.mine', {})).myBaskets[0];
const settled = () =>
  until('filled orders', async () => {
    const held = await basket();
    return held !== undefined && held.state !== 'working' && held;
  });
const runs = () =>
  parts()
    .database.read.selectFrom('basket_sip_runs')
    .selectAll()
    .where('holding_id', '=', holdingId)
    .orderBy('due_day')
    .execute();
const orderCount = async () => {
  const { strategyId } = (await basket())!;
  return (await user.call('positions.orders', { isTest: 1, strategyId })).total;
};
/** Set the SIP's due day, as if nothing had run since. */
const fallDue = (day: string) =>
  writeForAll(parts().database, (tx) =>
    tx.query.updateTable('basket_sips').set({ next_due: day }).where('holding_id', '=', holdingId).execute(),
  );
const marketDay = () => istDate(parts().marketRuns.simulated.session.now);

beforeAll(async () => {
  server = await startTestBackend({ clock });
  user = await server.register('saver');
  await parts().marketRuns.whenOpen();
  pace(600);
  await midday(user);
  const bank = (await user.call('baskets.list', { search: 'Bank Five' })).listBasket[0]!;
  basketId = bank.basketId;
  await user.call('baskets.open', { basketId, amount: 3 * bank.minimumAmount! });
  await settled();
  const { id } = await parts()
    .database.read.selectFrom('basket_holdings')
    .select('id')
    .executeTakeFirstOrThrow();
  holdingId = id;
}, 60_000);
afterAll(() => server.dispose());
beforeEach(() => midday(user));

it('the shares of a basket stand apart from the positions of strategies, and Exit all sells none of them', async () => {
  const { counts, net } = await user.call('positions.open', {});
  expect(counts).toMatchObject({ all: 0, test: 0, baskets: 5 });
  expect(net.test).toBe(0);
  const { list } = await user.call('positions.open', { place: 'baskets' });
  expect(list.map(({ isBasket }) => isBasket)).toEqual([true, true, true, true, true]);
  expect((await user.call('positions.open', { place: 'strategies' })).list).toEqual([]);
  expect((await user.call('positions.portfolio', {})).portfolio).toEqual([]);
  expect((await user.call('positions.exitAll', { type: 'all' })).orders).toEqual([]);
  const { test } = await user.call('home.summary', {});
  expect([test.openPositions, test.basketShares]).toEqual([counts.all, counts.baskets]);
  expect(test).toMatchObject({
    openPositions: 0,
    basketShares: 5,
    today: 0,
    open: { pnl: 0, unrealised: 0 },
  });
});

describe('a SIP that is due', () => {
  it('on a holiday runs on the next trading day, once', async () => {
    expect(marketDay()).toBe('2026-11-23');
    const { sip } = await user.call('baskets.setSip', {
      basketId,
      status: 'on',
      amount: SIP,
      frequency: 'weekly',
      day: 2,
    });
    expect(sip).toMatchObject({ nextDue: '2026-11-24', nextRun: '2026-11-25' });
    const before = (await basket())!.invested;
    pace(6_000);
    await until('Wednesday', () => Promise.resolve(marketDay() >= '2026-11-25'), 40_000);
    pace(300);
    await until('the SIP', async () => (await runs()).length > 0);
    expect(await runs()).toMatchObject([{ due_day: '2026-11-24', amount: SIP }]);
    expect(istDate((await runs())[0]!.at)).toBe('2026-11-25');
    const after = await settled();
    expect(after.invested).toBe(before + SIP);
    expect(after.sip?.nextDue).toBe('2026-12-01');
    const { sipRuns, flows } = (await user.call('baskets.details', { basketId })).detailsBasket;
    expect(sipRuns).toMatchObject([{ due: '2026-11-24', amount: SIP, state: 'done' }]);
    expect(flows.at(-1)).toMatchObject({ kind: 'sip', amount: SIP });
  }, 90_000);

  it('several times while nothing ran is made up for, each day once, however often it is looked at', async () => {
    pace(300);
    const before = (await basket())!.invested;
    await fallDue('2026-11-09');
    await until('three runs', async () => {
      await Promise.all([
        parts().basketTrading.round(),
        parts().basketTrading.round(),
        parts().basketTrading.round(),
      ]);
      return (await runs()).filter(({ due_day }) => due_day !== '2026-11-24').length >= 3;
    });
    const made = (await runs()).map(({ due_day }) => due_day).filter((day) => day !== '2026-11-24');
    expect(made).toEqual(['2026-11-09', '2026-11-16', '2026-11-23']);
    await settled();
    for (let count = 0; count < 3; count++) await parts().basketTrading.round();
    expect((await settled()).invested).toBe(before + 3 * SIP);
  }, 60_000);

  it('is not done while it is paused or off', async () => {
    await user.call('baskets.setSip', { basketId, status: 'paused' });
    const before = (await runs()).length;
    await parts().basketTrading.round();
    expect((await runs()).length).toBe(before);
    const { sip } = await user.call('baskets.setSip', { basketId, status: 'on' });
    expect(sip.nextDue! > marketDay()).toBe(true);
  });

  it.each([
    ['was closed', { status: 'off', next_due: null }],
    ['had its SIP changed', { amount: SIP + 1_000_00 }],
  ] as const)('is not done when the basket %s while it was planned', async (_what, change) => {
    pace(300);
    await settled();
    const before = await runs();
    const { invested } = (await basket())!;
    const deps = { ...parts(), logger: createLogger('silent') };
    const { database, marketRuns } = deps;
    const [sip] = await sipsOf(deps, 'test');
    const run = marketRuns.simulated;
    const [definition] = (await definitionsById(database.read, [sip!.definition_id])).values();
    const state = await loadBasketState(database, marketRuns, definition!, sip!);
    const plan = sipPlan(state, run, SIP);
    await writeForAll(database, (tx) =>
      tx.query.updateTable('basket_sips').set(change).where('holding_id', '=', holdingId).execute(),
    );
    await runSip(deps, new BasketOrders(deps), sip!, { state, run, plan });
    expect(await runs()).toEqual(before);
    expect((await settled()).invested).toBe(invested);
    await user.call('baskets.setSip', { basketId, status: 'on', amount: SIP });
  });

  it.each([
    ['before its first order', 0, '2026-10-05'],
    ['after its first order', 1, '2026-10-06'],
  ])(
    'and is killed %s is done once, whole, after the restart',
    async (_when, placedBefore, day) => {
      pace(300);
      await settled();
      const orders = await orderCount();
      const invested = (await basket())!.invested;
      await fallDue(day);
      let wanted = 0;
      const cutOff: Pick<BasketOrders, 'place'> = {
        place: async (previewId, holding, run, steps, reason) => {
          wanted = steps.length;
          const plan = `basket:${previewId}`;
          await placeSteps(parts().database, run, holding, steps.slice(0, placedBefore), { plan, reason });
          throw new Error('killed');
        },
      };
      await expect(
        runDueSips({ ...parts(), logger: createLogger('silent') }, cutOff as BasketOrders),
      ).rejects.toThrow('killed');
      await user.call('baskets.setSip', { basketId, status: 'paused' });
      await server.close();
      // The same door, so that the same session goes on.
      server = await startTestBackend({ clock, dataDir: server.dataDir, port: server.backend.port });
      await parts().marketRuns.whenOpen();
      pace(300);
      await until('every order', async () => (await orderCount()) >= orders + wanted);
      await settled();
      expect(wanted).toBeGreaterThan(1);
      expect(await orderCount()).toBe(orders + wanted);
      expect((await basket())!.invested).toBe(invested + SIP);
      expect((await runs()).filter(({ due_day }) => due_day === day)).toHaveLength(1);
      await user.call('baskets.setSip', { basketId, status: 'on' });
    },
    60_000,
  );
});

describe('a rebalancing day', () => {
  it('is notified once, shown, and over when the basket has been rebalanced', async () => {
    pace(300);
    await user.call('baskets.setSip', { basketId, status: 'off' });
    await settled();
    await writeForAll(parts().database, (tx) =>
      tx.query.updateTable('basket_holdings').set({ next_rebalance: marketDay() }).execute(),
    );
    // The server has rounds of its own beside these.
    await Promise.all([parts().basketTrading.round(), parts().basketTrading.round()]);
    await parts().basketTrading.round();
    const reported = (await user.call('alerts.list', { categoryId: 6 })).notification_list.filter(
      ({ title }) => title === 'Bank Five: rebalance due',
    );
    expect(reported).toHaveLength(1);
    expect((await user.call('baskets.mine', {})).rebalanceDue).toBe(1);
    const due = (await user.call('home.summary', {})).agenda.filter(({ kind }) => kind === 'rebalance-due');
    expect(due).toMatchObject([{ link: `/baskets/${basketId}`, isDone: false }]);
    // Something to put right: a purchase is gone.
    const [largest] = (await user.call('positions.open', { type: 'test', pageSize: 100 })).list.sort(
      (a, b) => b.quantity * b.averagePrice - a.quantity * a.averagePrice,
    );
    await user.call('positions.exit', { positionId: largest!.positionId });
    await settled();
    await midday(user);
    const preview = await user.call('baskets.preview', { basketId });
    expect(preview.orders.length).toBeGreaterThan(0);
    await user.call('baskets.rebalance', { basketId, previewId: preview.previewId });
    expect((await user.call('baskets.mine', {})).rebalanceDue).toBe(0);
    await settled();
  }, 60_000);
});

describe('a basket that is being closed', () => {
  const database = () => parts().database;
  const setClosing = (at: number | null) =>
    writeForAll(database(), (tx) =>
      tx.query.updateTable('basket_holdings').set({ closing_at: at }).where('id', '=', holdingId).execute(),
    );
  const holdingRow = () =>
    database()
      .read.selectFrom('basket_holdings')
      .selectAll()
      .where('id', '=', holdingId)
      .executeTakeFirstOrThrow();
  const orders = () => new BasketOrders({ ...parts(), logger: createLogger('silent') });
  const run = () => parts().marketRuns.simulated;
  const share = { symbol: 'ICICIBANK', side: 'buy' as const, quantity: 1, positionId: null };
  const BLOCKED = { orderId: null, problem: 'Not placed: the basket is being closed.' };

  it('and whose closing fails once it is written gets no more shares; one that had not begun does', async () => {
    pace(300);
    await settled();
    const basketOrders = orders();
    const fail = () => Promise.reject(new Error('the disk is full'));
    const place = async (previewId: number) =>
      basketOrders.place(previewId, await holdingRow(), run(), [share], 'A test');
    await expect(basketOrders.close(holdingId, fail)).rejects.toThrow('the disk is full');
    expect(await place(900_001)).toMatchObject([{ problem: null }]);
    await settled();
    await expect(
      basketOrders.close(holdingId, async () => {
        await setClosing(1);
        return fail();
      }),
    ).rejects.toThrow('the disk is full');
    expect(await place(900_002)).toMatchObject([BLOCKED]);
    await setClosing(null);
  });

  it('gets no more shares from purchases in line, though an earlier closing failed unwritten', async () => {
    pace(300);
    await settled();
    const basketOrders = orders();
    const [first, second] = [Promise.withResolvers<never>(), Promise.withResolvers<undefined>()];
    const failing = basketOrders.close(holdingId, () => first.promise);
    const closing = basketOrders.close(holdingId, async () => {
      await setClosing(1);
      await second.promise;
    });
    const purchase = basketOrders.place(900_003, await holdingRow(), run(), [share], 'A test');
    first.reject(new Error('the disk is full'));
    await expect(failing).rejects.toThrow('the disk is full');
    second.resolve(undefined);
    await closing;
    expect(await purchase).toMatchObject([BLOCKED]);
    await setClosing(null);
  });

  it('gets no more shares after a restart', async () => {
    await setClosing(1);
    expect(await orders().place(900_004, await holdingRow(), run(), [share], 'A test')).toMatchObject([
      BLOCKED,
    ]);
    await setClosing(null);
  });

  it('accepts more money when its closing was not written, although nothing could be read either', async () => {
    pace(300);
    await settled();
    let isReadable = true;
    const unreadable = new Proxy(database(), {
      get: (real, name: keyof Database) => {
        if (name === 'read' && !isReadable) throw new Error('disk I/O error');
        return real[name];
      },
    });
    const basketOrders = new BasketOrders({
      ...parts(),
      database: unreadable,
      logger: createLogger('silent'),
    });
    const closing = basketOrders.close(holdingId, () => {
      isReadable = false;
      return Promise.reject(new Error('the disk is full'));
    });
    await expect(closing).rejects.toThrow('the disk is full');
    isReadable = true;
    expect(await basketOrders.place(900_005, await holdingRow(), run(), [share], 'A test')).toMatchObject([
      { problem: null },
    ]);
    await settled();
  });

  it('and waits for its broker delays no other', async () => {
    await setClosing(1);
    const basketOrders = orders();
    const broker = Promise.withResolvers<undefined>();
    const selling = basketOrders.inTurn(holdingId, () => broker.promise);
    const { hub, notify } = parts();
    const deps = {
      ...parts(),
      sinks: { hub, notify, writeLog, notifyFollowers: () => undefined },
      logger: createLogger('silent'),
    };
    await Promise.race([
      notifyUnsold(deps, basketOrders),
      delay(5_000).then(() => Promise.reject(new Error('The round waits for one broker.'))),
    ]);
    broker.resolve(undefined);
    await selling;
    await setClosing(null);
  });
});

it('what comes round for one holding keeps no other, and is not begun twice', async () => {
  const rounds = new HoldingRounds(createLogger('silent'));
  const broker = Promise.withResolvers<undefined>();
  const done: string[] = [];
  rounds.begin(1, async () => {
    await broker.promise;
    done.push('slow');
  });
  rounds.begin(1, () => Promise.resolve(void done.push('twice')));
  rounds.begin(2, () => Promise.reject(new Error('a fault')));
  rounds.begin(3, () => Promise.resolve(void done.push('other')));
  await delay(10);
  expect(done).toEqual(['other']);
  broker.resolve(undefined);
  await rounds.settled();
  expect(done).toEqual(['other', 'slow']);
});
