import { expect, it } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';

/** Several positions in one share, parts, and books that contradict each other. */
const { database, open } = faultWorlds(96_000);

it('of two strategies in one share one is left while the other keeps its stop', async () => {
  const world = await open();
  const first = await world.hold('ITC', 10, 400_00, 1);
  const second = await world.hold('ITC', 7, 400_00, 2);
  await world.exit(first.id);
  await world.seconds(30);
  expect([soldOf(world), world.position(second.id)?.protection_state, world.breaches]).toEqual([
    10,
    'resting',
    [],
  ]);
});

it('a position grown by a later part of its entry has its partial exit once', async () => {
  const world = await open({
    protection: { partialExits: [{ distance: { kind: 'percent', value: 1 }, percent: 50 }] },
  });
  world.broker.partly = 1;
  await world.price('ITC', 400_00);
  await world.enter('ITC', 8);
  await world.seconds(1);
  await world.price('ITC', 405_00);
  await world.seconds(20);
  world.broker.partly = 0;
  await world.price('ITC', 403_00);
  await world.seconds(20);
  await world.price('ITC', 409_00);
  await world.seconds(30);
  expect([soldOf(world), world.positions[0]?.quantity, world.breaches]).toEqual([4, 4, []]);
});

it('a short position is bought back once at its stop, whatever the account nets to', async () => {
  const world = await open({ sideOf: (strategy) => (strategy === 1 ? 'short' : 'long') });
  await world.hold('ITC', 10, 400_00, 1);
  await world.hold('ITC', 10, 400_00, 2);
  await world.price('ITC', 405_00);
  await world.seconds(30);
  expect([world.positions.map(({ side }) => side), await world.broker.account('ITC', 'intraday')]).toEqual([
    ['long'],
    10,
  ]);
});

it('an exit of its owner leaves though the books cannot be read at all', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const fail = () => Promise.reject(new BrokerTrouble('unreachable', 'No.'));
  Object.assign(world.broker, { positions: fail, holdings: fail, trades: fail, orderBook: fail });
  await world.exit(id);
  await world.seconds(60);
  expect([soldOf(world), world.positions]).toEqual([10, []]);
});

it('an exit whose part has filled when the program ends sells only the rest', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.partly = 1;
  await world.exit(id);
  await world.seconds(1);
  world.leave();
  await world.seconds(5);
  await world.comeBack();
  await world.seconds(90);
  expect([soldOf(world), world.positions, await world.broker.account('ITC', 'intraday')]).toEqual([
    10,
    [],
    0,
  ]);
});

it('a stop that fills while an owner’s exit waits for its cancellation is not sold twice', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { cancel } = world.broker;
  world.broker.cancel = (ref) => {
    world.broker.moveTo(395_00, 'ITC');
    return cancel.call(world.broker, ref);
  };
  await world.exit(id);
  await world.seconds(60);
  expect([soldOf(world), world.positions]).toEqual([10, []]);
});

it('an exit that is rejected after it has filled in part is booked and gone on with', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.partly = 1;
  const { moveTo } = world.broker;
  let isHeld = false;
  world.broker.moveTo = (price, symbol) => (isHeld ? undefined : moveTo.call(world.broker, price, symbol));
  await world.exit(id);
  for (let second = 0; second < 30 && !world.sales.some(({ filled }) => filled > 0); second++)
    await world.seconds(1);
  isHeld = true;
  const exit = world.broker.truth.find(({ order, filled }) => isExit(order) && filled > 0);
  const done = exit?.filled ?? 0;
  Object.assign(exit ?? {}, { state: 'rejected' });
  const { orderBook } = world.broker;
  world.broker.orderBook = async () =>
    (await orderBook.call(world.broker)).map((report) =>
      report.brokerOrderId === exit?.brokerOrderId
        ? { ...report, state: 'rejected' as const, filledQuantity: done, at: world.now }
        : report,
    );
  await world.seconds(70);
  isHeld = false;
  await world.seconds(90);
  expect([soldOf(world), world.positions]).toEqual([10, []]);
});

it('a trailing stop of a short position never goes back over a night', async () => {
  const world = await open({
    product: 'delivery',
    protection: { trailing: { kind: 'percent', value: 1 } },
  });
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.price('ITC', 420_00);
  await world.seconds(10);
  const before = world.position(id)?.stop_loss;
  world.leave();
  await world.broker.nextDay();
  world.goTo('2026-11-23T09:16:00');
  world.setPrice('ITC', 419_00);
  await world.comeBack();
  await world.seconds(60);
  const trigger = world.broker.truth.find(
    ({ order, state }) => isStop(order) && state === 'waiting',
  )?.trigger;
  expect([world.position(id)?.stop_loss, trigger]).toEqual([before, before]);
});

it('an order that is unknown when its strategy is stopped is reported as unknown', async () => {
  const world = await open();
  await world.price('ITC', 400_00);
  world.broker.moods.set('ITC', 'lost');
  await world.enter('ITC', 10);
  world.broker.moods.clear();
  await world.execution.endEntries(1, 'Stopped');
  await world.seconds(30);
  const { attention } = await database()
    .read.selectFrom('strategies')
    .select('attention')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  expect(attention).toMatch(/Nobody knows/);
});
