import { afterAll, beforeAll, expect, it } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { type LivePerson, LivePeople } from '../support/live-person.ts';
import { until } from '../support/until.ts';

/** Live settings changed while the broker cannot be asked. The strategy runs on. */

const people = new LivePeople();
beforeAll(() => people.open());
afterAll(() => people.server.dispose());

const statusOf = async ({ user, strategyId }: LivePerson) =>
  (await user.call('strategies.details', { strategyId })).strategy.strategyStatus;
const capitalIn = ({ run, strategyId }: LivePerson) =>
  run.runner.rows().find(({ id }) => id === strategyId)?.capital;

it('one whose candles the broker does not bring for a moment runs on, and takes the change up once it does', async () => {
  const person = await people.person('ITC');
  const { broker } = person.run;
  if (!broker) throw new Error('There is no session.');
  const { candles } = broker;
  broker.candles = () => Promise.reject(new BrokerTrouble('temporary', 'The broker is busy.'));
  const before = person.run.runner.rows();
  people.passed += 120_000;
  const { status, body } = await person.user.ask('strategies.settings', {
    strategyId: person.strategyId,
    capital: 3_00_000_00,
  });
  expect([status, before.length], body.message).toEqual([200, 1]);
  expect(await statusOf(person)).not.toBe(STRATEGY_STATUS.stopped);
  expect(person.run.runner.isRunning(person.strategyId)).toBe(true);
  broker.candles = candles;
  await until('the change', () => Promise.resolve(capitalIn(person) === 3_00_000_00));
  await until('that nobody is needed', async () => (await statusOf(person)) === STRATEGY_STATUS.running);
}, 60_000);

it('one that cannot be started with its changes is not stopped, and its owner is notified once', async () => {
  const person = await people.person('WIPRO');
  const { broker } = person.run;
  if (!broker) throw new Error('There is no session.');
  const { candles } = broker;
  broker.candles = () => Promise.reject(new BrokerTrouble('order', 'WIPRO is not listed.'));
  people.passed += 120_000;
  const { status, body } = await person.user.ask('strategies.settings', {
    strategyId: person.strategyId,
    capital: 3_00_000_00,
  });
  const text =
    'Live WIPRO could not be taken up with its changes, so it enters nothing. WIPRO is not listed.';
  expect([status, body.message]).toEqual([409, text]);
  expect(await statusOf(person)).toBe(STRATEGY_STATUS.needsAttention);
  expect(person.run.runner.isRunning(person.strategyId)).toBe(true);
  const { notification_list: alerts } = await person.user.call('alerts.list', {});
  expect(alerts.filter(({ body: sentence }) => sentence === text)).toHaveLength(1);
  broker.candles = candles;
}, 60_000);

it('one without a session runs on, and begins with the change when there is one', async () => {
  const person = await people.person('SBIN');
  person.run.disconnect();
  const { status, body } = await person.user.ask('strategies.settings', {
    strategyId: person.strategyId,
    capital: 3_00_000_00,
  });
  expect([status, await statusOf(person)], body.message).toEqual([200, STRATEGY_STATUS.running]);
}, 60_000);
