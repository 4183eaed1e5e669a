import { expect, it } from 'vitest';
import type { Broker, Placement } from '../../src/backend/brokers/broker.ts';
import { faultWorlds, soldOf } from '../support/fault-worlds.ts';
import { entryOf } from '../support/live-path.ts';
import { until } from '../support/until.ts';

/** Orders under way or unsent when the program or trading ends. The program ends, or everything is stopped. */
const { open, exitsOf } = faultWorlds(99_000);

it('an exit that was being sent when the program ended is in doubt after it, and the position is left in the end', async () => {
  // Without a stop that has to make room it is sent at once.
  const world = await open({ protection: { stopLoss: null } });
  const { id } = await world.hold('ITC', 10, 400_00);
  const place = world.broker.place.bind(world.broker);
  let isAsked = false;
  world.broker.place = () => {
    isAsked = true;
    return new Promise<Placement>(() => undefined);
  };
  void world.execution.exit(id, 'exit', 'Exit rule', world.now, 'cut off');
  await until('the sending', () => Promise.resolve(isAsked || undefined));
  world.leave();
  world.broker.place = place;
  await world.comeBack();
  expect((await exitsOf(id)).map(({ state }) => state)).toEqual(['unknown']);
  await world.seconds(400);
  expect([soldOf(world), world.positions, world.breaches]).toEqual([10, [], []]);
});

it('an exit that waited for a session when the program ended is the very order that leaves after it', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.connect(false);
  await world.exit(id);
  const waiting = await exitsOf(id);
  expect(waiting.map(({ state }) => state)).toEqual(['intended']);
  world.leave();
  await world.comeBack();
  await world.connect(true);
  await world.seconds(30);
  expect(await exitsOf(id)).toEqual(waiting.map((order) => ({ ...order, state: 'filled' })));
  expect([soldOf(world), world.positions]).toEqual([10, []]);
});

it('a signal that comes twice is one order, whether at once or after the first was taken', async () => {
  const world = await open();
  await world.price('SBIN', 800_00);
  const run = { source: 'broker', runId: world.execution.runId, mode: 'live', brokerId: 2 } as const;
  const signal = entryOf(run, { symbol: 'SBIN', quantity: 5, key: `${run.runId}:twice`, at: world.now });
  const orders = await Promise.all([world.execution.place(signal), world.execution.place(signal)]);
  await world.seconds(5);
  orders.push(await world.execution.place(signal));
  await world.seconds(5);
  expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
  expect(world.broker.truth.filter(({ order }) => order.side === 'buy')).toHaveLength(1);
});

it('an unknown entry stays unknown, however many books lack it: it may still arrive', async () => {
  const world = await open();
  await world.price('SBIN', 800_00);
  world.broker.moods.set('SBIN', 'lost');
  const { id } = await world.enter('SBIN', 5, 2);
  await world.seconds(400);
  expect(world.execution.orders.get(id)?.state).toBe('unknown');
});

it('an entry that waits at the broker for its turn is cancelled there; an exit is not', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.price('SBIN', 800_00);
  const place = world.broker.place.bind(world.broker);
  const waiting: string[] = [];
  const wait: Broker['place'] = (order, turn, signal) => {
    const urgency = typeof turn === 'string' ? turn : turn.urgency;
    waiting.push(urgency);
    if (urgency !== 'entry') {
      expect(signal).toBeUndefined();
      return place(order);
    }
    return new Promise((resolve) =>
      signal?.addEventListener('abort', () =>
        resolve({ outcome: 'refused', kind: 'withdrawn', reason: 'Withdrawn before it was sent.' }),
      ),
    );
  };
  Object.assign(world.broker, { place: wait });
  const entry = world.enter('SBIN', 5, 2);
  await until('the entry', () => Promise.resolve(waiting.includes('entry') || undefined));
  await world.execution.orders.sending.withdrawEntries();
  expect((await entry).state).toBe('withdrawn');
  await world.exit(id);
  await world.seconds(10);
  expect([soldOf(world), world.positions]).toEqual([10, []]);
});
