import { afterAll, beforeAll, expect, it } from 'vitest';
import { LivePeople } from '../support/live-person.ts';

/** Strategies that a person has stopped, sold, unlinked or killed: nothing is bought for them afterwards. */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

const restingOf = (symbol: string): number =>
  people.at(symbol).filter(({ state, order }) => state === 'open' && order.side === 'buy').length;

it('an entry that rests at the broker is cancelled by Stop, or Stop says that it rests', async () => {
  const person = await people.person('SBIN');
  const { user, strategyId, symbol } = person;
  await people.restingEntry(person);
  const { body } = await user.ask('strategies.stop', { strategyId });
  await people.sync(person.run);
  const isCancelled = restingOf(symbol) === 0;
  expect({ isCancelled, said: body.message }).not.toEqual({
    isCancelled: false,
    said: `Live ${symbol} is stopped. Nothing is open.`,
  });
});

it('Sell leaves no entry behind that buys again', async () => {
  const person = await people.person('INFY');
  const { user, strategyId, symbol } = person;
  await people.restingEntry(person);
  const { body } = await user.ask('strategies.sell', { strategyId });
  await people.fill(person);
  expect({ net: people.net(symbol), said: body.message }).toMatchObject({ net: 0 });
});

it('an account is not unlinked while an order of ours rests in it', async () => {
  const person = await people.person('TCS');
  const { user, symbol, userId } = person;
  await people.restingEntry(person);
  const { status } = await user.ask('live.unlink', {});
  people.links.broker.moveTo(400_00, symbol);
  const positions = await people.database.read
    .selectFrom('positions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .execute();
  expect({ status, bought: people.net(symbol), known: positions.length }).not.toEqual({
    status: 200,
    bought: 10,
    known: 0,
  });
});

it('another account is not linked while an order of ours rests in this one', async () => {
  const person = await people.person('WIPRO');
  const { user, symbol } = person;
  await people.restingEntry(person);
  const { status } = await user.ask('live.link', {
    clientCode: 'B654321',
    apiKey: 'another key',
    pin: '1234',
    totp: '123456',
  });
  expect({ status, resting: restingOf(symbol) }).not.toEqual({ status: 200, resting: 1 });
});
