import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { BrokerCandles } from '../../src/backend/broker-accounts/broker-candles.ts';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { LivePeople } from '../support/live-person.ts';
import { until } from '../support/until.ts';

/** A strategy that cannot be resumed after a login. Nothing can be written of it either. */

const people = new LivePeople();
const lost: string[] = [];
// Nobody waits for it: in the program itself this would be the end of everything that trades.
const note = (error: unknown): void => void lost.push(String(error));

beforeAll(async () => {
  await people.open();
  process.on('unhandledRejection', note);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  process.off('unhandledRejection', note);
  await people.server.dispose();
});

it('ends nobody’s program, and its owner is notified once it can be written', async () => {
  const { user, run } = await people.person('ITC');
  const account = people.server.backend.parts.brokerAccounts.requireAccount(run.historyOwnerId);
  const writable = people.database as { write: typeof people.database.write };
  const { write } = writable;
  vi.spyOn(BrokerCandles.prototype, 'warmUp').mockImplementation(() => {
    writable.write = () => Promise.reject(new Error('database or disk is full'));
    return Promise.reject(new BrokerTrouble('order', 'ITC is not listed.'));
  });
  run.disconnect();
  await account.resume();
  await new Promise((done) => setTimeout(done, 300));
  vi.mocked(BrokerCandles.prototype.warmUp).mockRejectedValue(
    new BrokerTrouble('order', 'ITC is not listed.'),
  );
  writable.write = write;
  expect(lost).toEqual([]);
  const alertsOf = async () =>
    (await user.call('alerts.list', {})).notification_list.filter(
      ({ title }) => title === 'Live ITC needs you',
    );
  await until('the alert', async () => (await alertsOf()).length > 0);
  expect(await alertsOf()).toHaveLength(1);
}, 60_000);
