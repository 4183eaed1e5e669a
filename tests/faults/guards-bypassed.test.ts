import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { LivePeople, PRICE } from '../support/live-person.ts';

/**
 * Guards that no detour bypasses. What keeps a user from an entry cannot be got around by changing something else
 * first.
 */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

it('an entry that the account cannot pay for is not sent', async () => {
  const person = await people.person('SBIN');
  people.links.broker.available = 100_00;
  people.passed += 10_000;
  const order = await people.restingEntry(person);
  people.links.broker.available = 1_00_00_000_00;
  expect((await person.run.execution.orders.read(order.id)).reason).toMatch(/The account has ₹100/);
});

it('a live strategy keeps the stop-loss without which it could not have gone live', async () => {
  const person = await people.person('INFY');
  const { user, strategyId } = person;
  await people.hold(person);
  const answer = await user.ask('strategies.modifyStopLoss', { strategyId, stopLoss: null, trailing: null });
  await people.sync(person.run);
  await people.sync(person.run);
  const [position] = person.run.execution.openPositions();
  expect({ status: answer.status, state: position?.protection_state }).not.toEqual({
    status: 200,
    state: 'none',
  });
});

it('a stop-loss that the price has reached already is moved only if the owner means to leave', async () => {
  const person = await people.person('ITC');
  const { user, strategyId, symbol, run } = person;
  await people.hold(person);
  people.links.move(symbol, PRICE - 5);
  await people.sync(run);
  const before = run.execution.openPositions();
  const stopLoss = { kind: 'points', rupees: 0.05 } as const;
  const { status, body } = await user.ask('strategies.modifyStopLoss', {
    strategyId,
    stopLoss,
    refuseExit: true,
  });
  expect([status, body.message]).toEqual([
    409,
    'The last price of ITC, 399.95, has reached the new stop-loss at 399.95: it would be sold at once.',
  ]);
  await people.sync(run);
  expect(run.execution.openPositions()).toEqual(before);
  expect(before[0]?.quantity).toBe(10);
  await user.call('strategies.modifyStopLoss', { strategyId, stopLoss });
});

it('a live strategy keeps the loss limit of the day without which it could not have gone live', async () => {
  const { user, strategyId, symbol } = await people.person('BHARTIARTL');
  const name = `Live ${symbol}`;
  const account = await user.ask('live.riskGuard', { maxLossPerDay: null });
  expect([account.status, account.body.message]).toEqual([
    422,
    `${name} is live and has no loss limit of its own. Change the limit to another amount, or take ${name} back to paper first.`,
  ]);
  await user.call('strategies.settings', { strategyId, maxLossPerDay: 5_000_00 });
  await user.call('live.riskGuard', { maxLossPerDay: null });
  const own = await user.ask('strategies.settings', { strategyId, maxLossPerDay: null });
  expect(own.status).toBe(422);
});

it('an order that nobody knows about keeps its strategy from starting, after a Stop too', async () => {
  const person = await people.person('TCS');
  const { user, strategyId, symbol } = person;
  people.links.broker.moods.set(symbol, 'lost');
  await people.restingEntry(person);
  people.links.broker.moods.delete(symbol);
  expect((await user.ask('strategies.start', { strategyId })).status).toBe(409);
  await user.call('strategies.stop', { strategyId });
  expect((await user.ask('strategies.start', { strategyId })).status).toBe(409);
});

it('sizing by risk and no stop-loss are not set side by side, nor at once', async () => {
  const person = await people.person('WIPRO');
  const { user } = person;
  const document = people.rules('WIPRO');
  for (let round = 0; round < 6; round++) {
    const { strategyId } = await user.call('strategies.add', {
      url: 'add',
      name: `Race ${round}`,
      document,
    });
    const id = strategyId ?? 0;
    const answers = await Promise.all([
      user.ask('strategies.modifyStopLoss', { strategyId: id, stopLoss: null }),
      user.ask('strategies.settings', { strategyId: id, riskPercent: 1 }),
    ]);
    expect(answers.map(({ status }) => status)).not.toEqual([200, 200]);
  }
});

it('a strategy that would never leave is not made one for delivery', async () => {
  const person = await people.person('LT');
  const never: RuleDocumentInput = { ...people.rules('LT'), stopLoss: null };
  const { strategyId } = await person.user.call('strategies.add', {
    url: 'add',
    name: 'Never',
    document: never,
  });
  const answer = await person.user.ask('strategies.settings', {
    strategyId: strategyId ?? 0,
    productType: 'delivery',
  });
  expect(answer.status).toBe(400);
});

it('rules that are sized by risk keep their stop-loss', async () => {
  const person = await people.person('MARUTI');
  const document: RuleDocumentInput = {
    ...people.rules('MARUTI'),
    size: { kind: 'risk-percent', percent: 1 },
  };
  const { strategyId } = await person.user.call('strategies.add', { url: 'add', name: 'Risky', document });
  const answer = await person.user.ask('strategies.modifyStopLoss', {
    strategyId: strategyId ?? 0,
    stopLoss: null,
  });
  expect(answer.status).toBe(422);
});

it('entries a day are counted over a restart of the strategy and a change of its settings', async () => {
  const person = await people.person('AXISBANK');
  const { user, strategyId } = person;
  await user.call('strategies.settings', { strategyId, maxTradesPerDay: 1 });
  await people.restingEntry(person);
  await user.call('strategies.stop', { strategyId });
  await user.call('strategies.start', { strategyId });
  const order = await people.restingEntry(person);
  expect((await person.run.execution.orders.read(order.id)).state).toBe('denied');
});

it('what is open and has lost the limit of the day keeps the account from entering, though nothing was sold', async () => {
  const person = await people.person('RELIANCE');
  const { user, symbol } = person;
  await people.hold(person);
  await people.removeStopLoss(person);
  const before = await user.call('live.riskGuard', {});
  people.links.move(symbol, PRICE - 20_00);
  const { today } = await user.call('live.riskGuard', { maxLossPerDay: 150_00 });
  expect(before.today - today).toBeGreaterThan(150_00);
  expect(before.today).toBeGreaterThan(-150_00);
  await expect(people.goLive(user, 'Second', people.rules(symbol))).rejects.toThrow(
    /^live\.goLive: 422 Not yet: The loss limit/,
  );
  const lock = await people.database.read
    .selectFrom('live_locks')
    .select('kind')
    .where('user_id', '=', person.userId)
    .execute();
  expect(lock).toEqual([{ kind: 'daily-loss' }]);
});

it('two entries at once do not both take the last of the day', async () => {
  const person = await people.person('HDFCBANK');
  const strategyId = await people.goLive(person.user, 'Twin', people.rules('HDFCBANK'));
  const { entriesToday } = await person.user.call('live.riskGuard', {});
  await person.user.call('live.riskGuard', { maxTradesPerDay: entriesToday + 1 });
  const account = people.server.backend.parts.brokerAccounts.requireAccount(person.userId);
  expect(await account.whyNoEntry()).toBeNull();
  const orders = await Promise.all([
    people.restingEntry(person),
    people.restingEntry({ ...person, strategyId }),
  ]);
  const states = await Promise.all(orders.map(({ id }) => person.run.execution.orders.read(id)));
  expect(states.filter(({ state }) => state === 'denied')).toHaveLength(1);
  expect(await account.whyNoEntry()).toMatch(/^The limit of \d+ live entries a day is reached\.$/);
});

it('two entries of one strategy at once do not take its capital twice', async () => {
  const person = await people.person('ICICIBANK');
  const orders = await Promise.all([people.restingEntry(person, 200), people.restingEntry(person, 200)]);
  const states = await Promise.all(orders.map(({ id }) => person.run.execution.orders.read(id)));
  expect(states.map(({ state }) => state).sort()).toEqual(['denied', 'open']);
});
