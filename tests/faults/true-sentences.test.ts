import { afterAll, beforeAll, expect, it } from 'vitest';
import { LivePeople, PRICE } from '../support/live-person.ts';
import { shareOf } from '../support/live-world.ts';

/** A sentence says what is so: not that something is protected, sold or cancelled when it is not. */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

it('Stop does not say that a position is protected which has no stop', async () => {
  const person = await people.person('SBIN');
  const { user, strategyId } = person;
  await people.hold(person);
  await people.removeStopLoss(person);
  const { body } = await user.ask('strategies.stop', { strategyId });
  expect(body.message).not.toMatch(/with protection in place/);
});

it('the kill switch does not say that a position keeps a protection which it does not have', async () => {
  const person = await people.person('INFY');
  const { user } = person;
  await people.hold(person);
  await people.removeStopLoss(person);
  const { body } = await user.ask('live.killSwitch', { action: 'stop' });
  expect(body.message).not.toMatch(/keeps its protection/);
});

it('the kill switch does not say that everything is being closed while nothing can be sent', async () => {
  const person = await people.person('TCS');
  await people.hold(person);
  person.run.disconnect();
  const { body } = await person.user.ask('live.killSwitch', { action: 'stop', flatten: true });
  expect(people.at('TCS').filter(({ order }) => order.side === 'sell' && order.trigger === null)).toEqual([]);
  expect(body.message).not.toMatch(/Everything that is open is being closed\./);
});

/** A holder who sold the shares in the broker's app. That has been found for long enough. */
const soldByHand = async (symbol: string) => {
  const person = await people.person(symbol);
  const position = await people.hold(person);
  people.links.broker.tradeByHand(shareOf(symbol), 'sell', 10, PRICE);
  for (let reading = 0; reading < 4; reading++) {
    people.passed += 11_000;
    await person.run.execution.reconciliation.check();
    await people.sync(person.run);
  }
  return { ...person, position };
};
const CANNOT = /cannot be closed: the account does not show what TrickDesk holds.*Reconciliation/;

it.each([
  ['the kill switch', 'AXISBANK', 'live.killSwitch', { action: 'stop', flatten: true }],
  ['Exit all', 'HDFCBANK', 'positions.exitAll', { type: 'live' }],
] as const)(
  '%s says of a position that the account does not hold that it cannot be closed, and what to do',
  async (_name, symbol, call, input) => {
    const { user } = await soldByHand(symbol);
    const { body } = await user.ask(call, input);
    expect(people.net(symbol)).toBe(0);
    expect(body.message).toMatch(CANNOT);
    expect(body.message).not.toMatch(/being closed/);
  },
);

it('Exit says of a position that the account does not hold that it cannot be closed, and what to do', async () => {
  const { user, position } = await soldByHand('ICICIBANK');
  const { body } = await user.ask('positions.exit', { positionId: position.id });
  expect(body.message).toMatch(CANNOT);
});

it('Exit says that the broker has not answered when its answer was lost', async () => {
  const person = await people.person('SBIN');
  const position = await people.hold(person);
  await people.removeStopLoss(person);
  await people.sync(person.run);
  people.links.broker.moods.set('SBIN', 'lost');
  const { body } = await person.user.ask('positions.exit', { positionId: position.id });
  people.links.broker.moods.clear();
  expect(body.message).toMatch(/^The broker has not answered yet; .* exit of SBIN\./);
  expect(body.message).not.toMatch(/being closed/);
});

it.each([
  ['Exit', 'TCS', 'positions.exit'],
  ['Exit all', 'INFY', 'positions.exitAll'],
] as const)('%s does not wait for a broker that is silent, and says so', async (_name, symbol, call) => {
  const person = await people.person(symbol);
  const position = await people.hold(person);
  const { broker } = people.links;
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const [place, cancel] = [broker.place.bind(broker), broker.cancel.bind(broker)];
  broker.place = (order) => answer.then(() => place(order));
  broker.cancel = (order) => answer.then(() => cancel(order));
  const input = call === 'positions.exit' ? { positionId: position.id } : { type: 'live' as const };
  const begun = Date.now();
  const { body } = await person.user.ask(call, input);
  Object.assign(broker, { place, cancel });
  resolve();
  expect(Date.now() - begun).toBeLessThan(4_000);
  expect(body.message).toMatch(/^The broker has not answered yet;/);
  expect(body.message).not.toMatch(/being closed|Nothing is open/);
});

it('Exit all does not say that a position is being closed while there is no session', async () => {
  const person = await people.person('INFY');
  await people.hold(person);
  person.run.disconnect();
  const { body } = await person.user.ask('positions.exitAll', { type: 'live' });
  expect(body.message).toBe(
    "One position is closed as soon as there is a session with the broker: log in, or close them in the broker's app.",
  );
});

it('the kill switch says of an entry at the broker that it could not be cancelled', async () => {
  const person = await people.person('WIPRO');
  await people.restingEntry(person);
  person.run.disconnect();
  const { body } = await person.user.ask('live.killSwitch', { action: 'stop' });
  expect(people.at('WIPRO')[0]?.state).toBe('open');
  expect(body.message).not.toBe('All live trading is stopped. 0 open positions keep their protection.');
});

it('an order is not said to be cancelled while it rests at the broker', async () => {
  const person = await people.person('LT');
  const order = await people.restingEntry(person);
  const { broker } = people.links;
  const cancel = broker.cancel.bind(broker);
  broker.cancel = () => Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Not now.' });
  const { body } = await person.user.ask('positions.cancelOrder', { orderId: order.id });
  broker.cancel = cancel;
  expect(people.at('LT')[0]?.state).toBe('open');
  expect(body.message).not.toBe('The order is cancelled.');
});

it('a stop that the broker has refused is not said to rest there when the session ends', async () => {
  const person = await people.person('MARUTI');
  const { broker } = people.links;
  broker.refuse(({ instrument, trigger }) => instrument.symbol === 'MARUTI' && trigger !== null, 50, 'No.');
  await people.hold(person);
  const [position] = person.run.execution.openPositions();
  expect(position?.protection_state).not.toBe('resting');
  const account = people.server.backend.parts.brokerAccounts.requireAccount(person.userId);
  await account.write({ session_until: people.clock.now() - 1 });
  await account.everySecond();
  const alerts = await people.database.read
    .selectFrom('alerts')
    .select('body')
    .where('user_id', '=', person.userId)
    .where('title', '=', 'Reconnect Angel One')
    .execute();
  expect(alerts.map(({ body }) => body).join()).not.toMatch(/rest at the broker/);
});

it('a refused change of the protection changes nothing', async () => {
  const person = await people.person('KOTAKBANK');
  const { user, strategyId } = person;
  await people.hold(person);
  await user.call('strategies.stop', { strategyId });
  const stopLossOf = async () => (await user.call('strategies.details', { strategyId })).settings.stopLoss;
  const before = await stopLossOf();
  const { status } = await user.ask('strategies.modifyStopLoss', {
    strategyId,
    stopLoss: { kind: 'atr', multiple: 2, period: 14 },
  });
  expect({ status, stopLoss: status === 200 ? before : await stopLossOf() }).toEqual({
    status,
    stopLoss: before,
  });
});
