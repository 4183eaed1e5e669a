import { expect, it } from 'vitest';
import { PositionOrders } from '../../src/backend/broker-accounts/position-orders.ts';
import { faultWorlds } from '../support/fault-worlds.ts';
import type { LiveWorld } from '../support/live-world.ts';

/** Memory of live positions that are closed. */
const { open, database } = faultWorlds(79_000);

/** An object and all its parts, with where each is found. */
const partsOf = (whole: object): ReadonlyMap<object, string> => {
  const parts = new Map<object, string>([[whole, whole.constructor.name]]);
  for (const [part, place] of parts)
    for (const [name, value] of Object.entries(part) as [string, unknown][])
      if (name !== 'deps' && typeof value === 'object' && value !== null && !parts.has(value))
        parts.set(value, `${place}.${name}`);
  return parts;
};

/** Where something is kept of positions and their orders. */
const keptIn = ({ execution }: LiveWorld): string[] => {
  const orders = [...partsOf(execution).keys()].find((part) => part instanceof PositionOrders);
  if (!orders) throw new Error('Nothing looks after the orders of positions.');
  return [...partsOf(orders)]
    .filter(([part]) => (part instanceof Map || part instanceof Set) && part.size > 0)
    .map(([, place]) => place);
};

it('nothing is kept of a position that was sold after its owner was notified that it is stuck', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { cancel } = world.broker;
  world.broker.cancel = () => Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  world.broker.dormant.add('ITC');
  await world.exit(id);
  await world.price('ITC', 390_00);
  await world.seconds(20);
  expect((await world.alerts()).some((text) => text.startsWith('ITC could not be closed yet'))).toBe(true);
  expect(keptIn(world)).not.toEqual([]);
  world.broker.cancel = cancel;
  await world.seconds(40);
  expect(world.positions).toEqual([]);
  expect(keptIn(world)).toEqual([]);
});

/** Writes off the one position that the account does not have. */
const writeOff = async (world: LiveWorld): Promise<void> => {
  const difference = await database()
    .read.selectFrom('account_differences')
    .selectAll()
    .where('run_id', '=', world.execution.runId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  await world.execution.resolveDifference(difference, { resolution: 'write-off', price: null });
};

/** Opens a position whose exit is stuck: the broker does not answer about its stop. */
const stuck = async (world: LiveWorld): Promise<number> => {
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.cancel = () => Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  world.broker.dormant.add('ITC');
  await world.exit(id);
  return id;
};
const attention = async (): Promise<string | null> => {
  const query = database().read.selectFrom('strategies').select('attention').where('id', '=', 1);
  return (await query.executeTakeFirstOrThrow()).attention;
};

it('a strategy needs its owner no more once what could not be closed is written off', async () => {
  const world = await open();
  await stuck(world);
  await world.seconds(20);
  expect(await attention()).toContain('ITC could not be closed yet');
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 390_00, 'intraday');
  await world.seconds(120);
  await writeOff(world);
  expect(await attention()).toBeNull();
});

it('nobody is told that a position could not be closed which was closed meanwhile', async () => {
  const world = await open();
  const id = await stuck(world);
  await database().write(1, (tx) =>
    tx.query.updateTable('positions').set({ status: 'closed' }).where('id', '=', id).execute(),
  );
  await world.seconds(20);
  expect(await attention()).toBeNull();
});

it('nothing is kept of a position that was written off before the first price of its day', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.goTo('2026-11-23T09:14:50');
  await world.broker.nextDay();
  world.execution.onTicks = () => undefined;
  await world.seconds(20);
  expect(world.positions).toMatchObject([{ protection_why: 'Its first price of the day is waited for.' }]);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 401_00, 'delivery');
  await world.seconds(30);
  await writeOff(world);
  await world.seconds(5);
  expect(world.positions).toEqual([]);
  expect(keptIn(world)).toEqual([]);
});

it('nothing is kept of orders that have ended, though the book goes on listing them', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.exit(id);
  await world.seconds(10);
  expect(world.positions).toEqual([]);
  await world.seconds(130);
  const { requests } = world.execution.orders;
  const kept = Object.entries(requests).filter(
    ([, part]) => (part instanceof Map || part instanceof Set) && part.size > 0,
  );
  expect(kept.map(([name]) => name)).toEqual([]);
});
