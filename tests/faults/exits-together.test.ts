import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LivePeople, type LivePerson } from '../support/live-person.ts';

/**
 * Exits that do not wait for one another. One slow answer, or one position that is gone already, keeps no other
 * position from being left.
 */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

const SLOW_MS = 12_000;
/** An exit follows when its stop has made room: the book is read every other second. */
const QUICK_MS = 6_000;
const exitsOf = (symbol: string): number =>
  people.at(symbol).filter(({ order }) => order.side === 'sell' && order.trigger === null).length;

/** Holds two shares with two strategies of one person. */
const two = async (first: string, second: string): Promise<[LivePerson, LivePerson]> => {
  const person = await people.person(first);
  const strategyId = await people.goLive(person.user, `Live ${second}`, people.rules(second));
  const other = { ...person, strategyId, symbol: second };
  await people.hold(person);
  await people.hold(other);
  return [person, other];
};

/** Slow down cancels of a share. Ends when the returned function is called, for those under way too. */
const slowCancels = (symbol: string): (() => void) => {
  const { broker } = people.links;
  const cancel = broker.cancel.bind(broker);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  broker.cancel = async (ref) => {
    if (ref.order.instrument.symbol === symbol) await Promise.race([wait(SLOW_MS), ended]);
    return cancel(ref);
  };
  return () => {
    broker.cancel = cancel;
    resolve();
  };
};
const slowOrders = (symbol: string): (() => void) => {
  const { broker } = people.links;
  const place = broker.place.bind(broker);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  broker.place = async (order) => {
    if (order.instrument.symbol === symbol) await Promise.race([wait(SLOW_MS), ended]);
    return place(order);
  };
  return () => {
    broker.place = place;
    resolve();
  };
};

/** Exits of a share after an undelayed exit's usual time. */
const soon = async (symbol: string): Promise<number> => {
  for (let end = Date.now() + QUICK_MS; Date.now() < end && exitsOf(symbol) === 0;) await wait(50);
  return exitsOf(symbol);
};

it('exits are quick when nothing is slow', async () => {
  const [person] = await two('ITC', 'RELIANCE');
  const asked = person.user.ask('positions.exitAll', { type: 'live' });
  expect([await soon('ITC'), await soon('RELIANCE')]).toEqual([1, 1]);
  await asked;
});

it.each([
  ['positions.exitAll', 'SBIN', 'INFY'],
  ['live.killSwitch', 'TCS', 'WIPRO'],
] as const)('%s: a share whose broker is slow delays no other', async (call, one, other) => {
  const [person] = await two(one, other);
  // Whichever comes first: the newest position is asked first by one, the oldest by the other.
  const slow = call === 'positions.exitAll' ? other : one;
  const quick = slow === one ? other : one;
  const undo = [slowCancels(slow), slowOrders(slow)];
  const input = call === 'positions.exitAll' ? { type: 'live' } : { action: 'stop', flatten: true };
  const asked = person.user.ask(call, input);
  const sent = await soon(quick);
  for (const one of undo) one();
  await asked;
  expect(sent).toBe(1);
});

it('the kill switch: an entry that is slow to be cancelled delays no exit', async () => {
  const person = await people.person('LT');
  await people.hold(person);
  const strategyId = await people.goLive(person.user, 'Resting', people.rules('MARUTI'));
  await people.restingEntry({ ...person, strategyId, symbol: 'MARUTI' });
  const undo = slowCancels('MARUTI');
  const asked = person.user.ask('live.killSwitch', { action: 'stop', flatten: true });
  const sent = await soon('LT');
  undo();
  await asked;
  expect(sent).toBe(1);
});

it('exit all: a position that its stop has closed meanwhile keeps no other open', async () => {
  const [person, other] = await two('AXISBANK', 'HDFCBANK');
  const { execution } = person.run;
  const exit = execution.exit.bind(execution);
  // The newest is asked first; its stop has just filled.
  const newest = execution.positionsOf(other.strategyId, other.symbol)[0]?.id;
  execution.exit = async (id, ...rest) => {
    if (id === newest) {
      people.links.broker.moveTo(395_50, other.symbol);
      await execution.sync();
    }
    return exit(id, ...rest);
  };
  const { status } = await person.user.ask('positions.exitAll', { type: 'live' });
  execution.exit = exit;
  await person.run.settled();
  expect({ status, sent: await soon('AXISBANK') }).toEqual({ status: 200, sent: 1 });
});
