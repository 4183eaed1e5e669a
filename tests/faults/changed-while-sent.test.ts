import { afterAll, beforeAll, expect, it } from 'vitest';
import { LivePeople } from '../support/live-person.ts';

/** A fill becomes what was sent. Whatever its strategy has been changed to meanwhile. */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

it('shares that were bought are a long position, though the rules sell short by now', async () => {
  const person = await people.person('SBIN');
  const { user, strategyId, run, symbol } = person;
  await people.restingEntry(person);
  const { broker } = people.links;
  const cancel = broker.cancel.bind(broker);
  // It fills before it can be taken back.
  broker.cancel = () => Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Not now.' });
  await user.call('strategies.stop', { strategyId });
  await user.ask('strategies.add', {
    url: 'update',
    strategyId,
    document: people.rules(symbol, { side: 'short' }),
  });
  await people.fill(person);
  broker.cancel = cancel;
  const [position] = run.execution.openPositions();
  const stop = people.at(symbol).find(({ order }) => order.trigger !== null);
  expect({ net: people.net(symbol), side: position?.side, stop: stop?.order.side }).toEqual({
    net: 10,
    side: 'long',
    stop: 'sell',
  });
});

it('what was sent as intraday is held, protected and squared off as intraday', async () => {
  const person = await people.person('INFY');
  const { user, strategyId, run, symbol } = person;
  await people.restingEntry(person);
  await user.call('strategies.settings', { strategyId, productType: 'delivery' });
  await people.fill(person);
  const [position] = run.execution.openPositions();
  const products = new Set(people.at(symbol).map(({ order }) => order.product));
  expect({ product: position?.product, products: [...products] }).toEqual({
    product: 'intraday',
    products: ['intraday'],
  });
});

it('a fill is booked and protected, though its stop has become one by ATR meanwhile', async () => {
  const person = await people.person('TCS');
  const { user, strategyId, run, symbol } = person;
  await people.restingEntry(person);
  await user.ask('strategies.modifyStopLoss', {
    strategyId,
    stopLoss: { kind: 'atr', multiple: 2, period: 14 },
  });
  await people.fill(person);
  await people.fill(person);
  expect(people.net(symbol)).toBe(10);
  expect(run.execution.openPositions()).toMatchObject([{ symbol, quantity: 10 }]);
});

it('one fill that could not be booked keeps no other fill of the account from being booked', async () => {
  const person = await people.person('WIPRO');
  const strategyId = await people.goLive(person.user, 'Live LT', people.rules('LT'));
  const other = { ...person, strategyId, symbol: 'LT' };
  await people.restingEntry(person);
  await people.restingEntry(other);
  await person.user.ask('strategies.modifyStopLoss', {
    strategyId: person.strategyId,
    stopLoss: { kind: 'atr', multiple: 2, period: 14 },
  });
  for (let round = 0; round < 2; round++) {
    await people.fill(person);
    await people.fill(other);
  }
  expect(people.net('LT')).toBe(10);
  expect(person.run.execution.openPositions().map(({ symbol }) => symbol)).toContain('LT');
});
