import { afterEach, expect, it } from 'vitest';
import { LivePeople, PRICE } from '../support/live-person.ts';
import { until } from '../support/until.ts';

const people = new LivePeople();
afterEach(() => people.server.dispose());

it('the owner is alerted once of the loss limit, in the transaction that locks, however often it is looked at', async () => {
  await people.open();
  const person = await people.person('ITC', { stopLoss: { kind: 'percent', value: 8 } });
  await person.user.call('live.riskGuard', { maxLossPerDay: 300_00 });
  await people.hold(person, 20);
  const account = people.server.backend.parts.brokerAccounts.requireAccount(person.userId);
  const alerts = () =>
    people.database.read
      .selectFrom('alerts')
      .select('id')
      .where('user_id', '=', person.userId)
      .where('title', '=', 'Loss limit of the day reached')
      .execute();
  people.links.move('ITC', PRICE - 20_00);
  await until('the loss', async () => (await account.dayResult()) <= -300_00);
  const now = people.clock.now();
  await Promise.all([account.guard(now), account.guard(now), account.guard(now)]);
  expect(await alerts()).toHaveLength(1);
}, 60_000);
