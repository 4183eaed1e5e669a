import { afterAll, beforeAll, expect, it } from 'vitest';
import { LivePeople } from '../support/live-person.ts';

/** A key that was used for something else is refused. It is never answered with what it was used for. */
const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

it('a kill switch that flattens is not answered as one that did not', async () => {
  const person = await people.person('SBIN');
  await people.hold(person);
  const key = { 'idempotency-key': crypto.randomUUID() };
  await person.user.ask('live.killSwitch', { action: 'stop' }, key);
  const { status, body } = await person.user.ask('live.killSwitch', { action: 'stop', flatten: true }, key);
  expect(status === 409 || /being closed/.test(body.message)).toBe(true);
});

it('nor is an exit of one position answered as that of another', async () => {
  const person = await people.person('INFY');
  const { id: positionId } = await people.hold(person);
  const key = { 'idempotency-key': crypto.randomUUID() };
  await person.user.ask('positions.exit', { positionId }, key);
  const other = await person.user.ask('positions.exit', { positionId: positionId + 1 }, key);
  expect([404, 409]).toContain(other.status);
});

it('an exit that cannot be sent is not said to happen at the next price', async () => {
  const person = await people.person('TCS');
  const { id: positionId } = await people.hold(person);
  person.run.disconnect();
  const { body } = await person.user.ask('positions.exit', { positionId });
  expect(body.message).toMatch(/^TCS is closed as soon as there is a session with the broker/);
});

it('somebody else’s position, order and strategy are not there', async () => {
  const person = await people.person('WIPRO');
  const other = await people.person('LT');
  const { id: positionId, strategy_id: strategyId } = await people.hold(person);
  const [order] = person.run.execution.orders.of(positionId);
  const answers = [
    await other.user.ask('positions.exit', { positionId }),
    await other.user.ask('positions.cancelOrder', { orderId: order?.id }),
    await other.user.ask('strategies.sell', { strategyId }),
    await other.user.ask('strategies.modifyStopLoss', { strategyId, stopLoss: null }),
    await other.user.ask('strategies.add', { url: 'remove', strategyId }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});
