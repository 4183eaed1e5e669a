import { afterEach, expect, it } from 'vitest';
import { LivePeople, PRICE } from '../support/live-person.ts';
import { until } from '../support/until.ts';

/** A clock that was an hour ahead and is set right. */
const HOUR_MS = 3_600_000;

let people: LivePeople;
afterEach(() => people.server.dispose());

const lockOf = (userId: number) =>
  people.database.read
    .selectFrom('live_locks')
    .select('kind')
    .where('user_id', '=', userId)
    .executeTakeFirst();

it('the loss limit of the day locks within seconds although the clock was set back', async () => {
  people = new LivePeople();
  people.passed = HOUR_MS;
  await people.open();
  const person = await people.person('ITC', { stopLoss: { kind: 'percent', value: 8 } });
  await person.user.call('live.riskGuard', { maxLossPerDay: 300_00 });
  await people.hold(person, 20);
  // Long enough for a look at the limits by the clock that is ahead.
  await new Promise((done) => setTimeout(done, 6_000));
  expect(await lockOf(person.userId)).toBeUndefined();
  people.passed = 0;
  people.links.move('ITC', PRICE - 20_00);
  await until('the lock', async () => {
    people.links.move('ITC', PRICE - 20_00);
    return lockOf(person.userId);
  });
}, 60_000);
