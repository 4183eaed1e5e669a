import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDifference } from '../support/live-sample.ts';
import { shareOf } from '../support/live-world.ts';
import { LivePeople, type LivePerson, PRICE } from '../support/live-person.ts';

/** Checks of an owner's settlements against the facts: a slip or a lie costs nobody a position or a figure. */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

/** An entry that reached nobody, and of which nobody knows. */
const unknownEntry = async (person: LivePerson): Promise<number> => {
  people.links.broker.moods.set(person.symbol, 'lost');
  const { id } = await people.restingEntry(person);
  people.links.broker.moods.delete(person.symbol);
  expect((await person.run.execution.orders.read(id)).state).toBe('unknown');
  return id;
};
const manualOrder = (symbol: string): string => {
  people.links.broker.tradeByHand(shareOf(symbol), 'buy', 10, PRICE);
  return people.links.broker.truth.at(-1)?.brokerOrderId ?? '';
};

it('an order of another share is not taken for an order that nobody knows about', async () => {
  const person = await people.person('SBIN');
  const orderId = await unknownEntry(person);
  const brokerOrderId = manualOrder('INFY');
  const answer = await person.user.ask('live.resolve', { orderId, decision: 'is', brokerOrderId });
  expect({
    status: answer.status,
    held: person.run.execution.openPositions().map(({ symbol, quantity }) => [symbol, quantity]),
    net: people.net('SBIN'),
  }).toEqual({ status: 422, held: [], net: 0 });
});

it.each([
  ['the other side', 'sell', 10],
  ['another quantity', 'buy', 9],
] as const)(
  'an order of %s is not taken for an order that nobody knows about',
  async (_what, side, quantity) => {
    const person = await people.person(side === 'sell' ? 'HDFCBANK' : 'AXISBANK');
    const orderId = await unknownEntry(person);
    people.links.broker.tradeByHand(shareOf(person.symbol), side, quantity, PRICE);
    const brokerOrderId = people.links.broker.truth.at(-1)?.brokerOrderId ?? '';
    const answer = await person.user.ask('live.resolve', { orderId, decision: 'is', brokerOrderId });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      `That order is to ${side} ${quantity}, this one to buy 10.`,
    ]);
    expect(person.run.execution.openPositions()).toEqual([]);
  },
);

it('one order of the broker is not two of ours, however fast it is said', async () => {
  const person = await people.person('TCS');
  const strategyId = await people.goLive(person.user, 'Second', people.rules('TCS'));
  const first = await unknownEntry(person);
  const second = await unknownEntry({ ...person, strategyId });
  const brokerOrderId = manualOrder('TCS');
  await Promise.all(
    [first, second].map((orderId) =>
      person.user.ask('live.resolve', { orderId, decision: 'is', brokerOrderId }),
    ),
  );
  const held = person.run.execution.openPositions().reduce((sum, { quantity }) => sum + quantity, 0);
  expect({ held, net: people.net('TCS') }).toEqual({ held: 10, net: 10 });
});

/** A position that the account has lost, as an open difference. The account has lost all of it. */
const gone = async (person: LivePerson): Promise<number> => {
  const { id, quantity } = await people.hold(person);
  const differenceId = await addDifference(people.database, person.userId, people.clock.now());
  const positions = [{ positionId: id, quantity, missing: quantity }];
  await people.database.write(person.userId, (tx) =>
    tx.query
      .updateTable('account_differences')
      .set({
        run_id: person.run.identity.runId,
        symbol: person.symbol,
        contract_key: `NSE:${person.symbol}:intraday`,
        evidence_json: JSON.stringify({ tradingSymbol: '', factor: null, lastPrice: null, positions }),
      })
      .where('id', '=', differenceId)
      .execute(),
  );
  return differenceId;
};

it('a price that no share has is refused, and every figure can still be read', async () => {
  const person = await people.person('WIPRO');
  const differenceId = await gone(person);
  const answer = await person.user.ask('live.settleDifference', {
    differenceId,
    resolution: 'take-over',
    price: Number.MAX_SAFE_INTEGER,
  });
  expect(answer.status).toBe(400);
});

it('prices that no share has do not end the guards and figures of an account', async () => {
  const person = await people.person('ITC');
  const second = { ...person, strategyId: await people.goLive(person.user, 'Second', people.rules('ITC')) };
  const differences = [await gone(person), await gone(second)];
  for (const differenceId of differences)
    await person.user.ask('live.settleDifference', {
      differenceId,
      resolution: 'take-over',
      price: 900_000_000_000_000,
    });
  const after = await Promise.all([
    person.user.ask('live.riskGuard', {}),
    person.user.ask('positions.trades', { isTest: 0 }),
    person.user.ask('live.killSwitch', { action: 'stop' }),
  ]);
  expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('a price that no share has does not make a profit that lifts the limit of the day', async () => {
  const person = await people.person('LT');
  const differenceId = await gone(person);
  const answer = await person.user.ask('live.settleDifference', {
    differenceId,
    resolution: 'take-over',
    price: PRICE * 1_000,
  });
  const guard = await person.user.call('live.riskGuard', {});
  expect({ status: answer.status, today: guard.today < 1_00_000_00 }).toEqual({ status: 422, today: true });
});

it('two decisions at once about one difference are one decision', async () => {
  const person = await people.person('MARUTI');
  const differenceId = await gone(person);
  const answers = await Promise.all([
    person.user.ask('live.settleDifference', { differenceId, resolution: 'take-over', price: PRICE }),
    person.user.ask('live.settleDifference', { differenceId, resolution: 'write-off' }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('the stop of what was written off does not stay at the broker', async () => {
  const person = await people.person('KOTAKBANK');
  const differenceId = await gone(person);
  await person.user.call('live.settleDifference', { differenceId, resolution: 'write-off' });
  await people.sync(person.run);
  const resting = people
    .at('KOTAKBANK')
    .filter(({ order, state }) => order.side === 'sell' && state !== 'cancelled');
  expect(resting.map(({ state }) => state)).toEqual([]);
});

it('somebody else’s difference is not there', async () => {
  const person = await people.person('AXISBANK');
  const other = await people.person('HDFCBANK');
  const differenceId = await gone(person);
  const answer = await other.user.ask('live.settleDifference', { differenceId, resolution: 'write-off' });
  expect(answer.status).toBe(404);
});
