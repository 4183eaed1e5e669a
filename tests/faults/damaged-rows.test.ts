import { expect, it } from 'vitest';
import { faultWorlds, soldOf } from '../support/fault-worlds.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** One unreadable row harms no other position of the account. Its owner is notified. */
const { database, open } = faultWorlds(91_000);

it('an exit whose charges cannot be read keeps no other position from its stop, its exit and its comparison', async () => {
  const world = await open({ product: 'delivery' });
  const bad = await world.hold('ITC', 10, 400_00);
  const good = await world.hold('SBIN', 10, 400_00, 2);
  world.broker.partly = 1;
  const { moveTo } = world.broker;
  let isStuck = false;
  // Of the exit a part fills, and no more that day.
  world.broker.moveTo = (price, symbol) => {
    if (!isStuck || symbol !== 'ITC') moveTo.call(world.broker, price, symbol);
  };
  await world.exit(bad.id);
  await world.seconds(2);
  isStuck = true;
  await world.seconds(10);
  const [exit] = world.execution.orders.of(bad.id);
  expect(exit).toMatchObject({ state: 'partially-filled' });
  await writeForAll(database(), (tx) =>
    tx.query.updateTable('positions').set({ charges_json: '{' }).where('id', '=', bad.id).execute(),
  );
  world.goTo('2026-11-20T16:30:00');
  const turns: unknown[] = [];
  const turn = async () => {
    try {
      await world.seconds(1);
    } catch (error) {
      turns.push(error);
    }
  };
  for (let second = 0; second < 5; second++) await turn();
  await world.broker.nextDay();
  world.goTo('2026-11-23T09:15:05');
  world.setPrice('SBIN', 400_00);
  world.setPrice('ITC', 400_00);
  for (let second = 0; second < 60; second++) await turn();
  expect({
    failedTurns: turns.length,
    protection: world.position(good.id)?.protection_state,
  }).toEqual({ failedTurns: 0, protection: 'resting' });
});

it('a fill whose order has an ATR that cannot be read is booked, or its owner notified', async () => {
  const world = await open();
  await world.price('ITC', 400_00);
  const order = await world.enter('ITC', 10);
  await writeForAll(database(), (tx) =>
    tx.query.updateTable('orders').set({ atr_json: '{' }).where('id', '=', order.id).execute(),
  );
  await world.seconds(120);
  expect({
    held: world.positions.length,
    reported: (await world.alerts()).some((text) => text.includes('ITC')),
  }).toEqual({ held: 1, reported: true });
});

it('a difference whose evidence cannot be read keeps nobody in the position', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 400_00);
  await world.seconds(90);
  await writeForAll(database(), (tx) =>
    tx.query
      .updateTable('account_differences')
      .set({ evidence_json: '{' })
      .where('run_id', '=', world.execution.runId)
      .execute(),
  );
  world.leave();
  await world.comeBack();
  await world.seconds(60);
  await world.exit(id);
  await world.seconds(60);
  expect(soldOf(world)).toBe(10);
});

it('a position whose contract was found in its entry can be left, and what was sold of it is booked', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.leave();
  await writeForAll(database(), (tx) =>
    tx.query.updateTable('positions').set({ instrument_json: '{' }).where('id', '=', id).execute(),
  );
  await world.comeBack();
  await world.exit(id);
  await world.seconds(60);
  expect({ sold: soldOf(world), held: world.positions.length }).toEqual({ sold: 10, held: 0 });
});

it('an order whose strategy cannot be read when its day ends keeps the time of the account from no other', async () => {
  let isUnreadable = false;
  const world = await open({
    productOf: (id) => {
      if (isUnreadable && id === 1) throw new Error('Strategy 1 cannot be read.');
      return 'delivery';
    },
  });
  await world.price('ITC', 400_00);
  world.broker.moveTo = () => undefined;
  await world.enter('ITC', 10);
  await world.seconds(2);
  world.leave();
  isUnreadable = true;
  world.goTo('2026-11-23T09:15:05');
  await world.broker.nextDay();
  await world.comeBack();
  const { moveTo } = Object.getPrototypeOf(world.broker) as typeof world.broker;
  world.broker.moveTo = moveTo;
  const good = await world.hold('SBIN', 10, 400_00, 2);
  expect(world.position(good.id)?.protection_state).toBe('resting');
});

it('a position whose strategy cannot be read keeps no other from being squared off', async () => {
  let isUnreadable = false;
  const world = await open({
    productOf: (id) => {
      if (isUnreadable && id === 1) throw new Error('Strategy 1 cannot be read.');
      return 'intraday';
    },
  });
  await world.hold('ITC', 10, 400_00);
  const good = await world.hold('SBIN', 10, 400_00, 2);
  isUnreadable = true;
  world.goTo('2026-11-20T15:10:00');
  await world.price('SBIN', 400_00);
  await world.seconds(20);
  expect(world.position(good.id)).toBeUndefined();
});
