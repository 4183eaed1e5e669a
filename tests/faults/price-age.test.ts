import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/shared/time.ts';
import { addLiveSample, wantTen } from '../support/live-sample.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Age of a live position's price in the window. What can be shown of it once the session with the broker is over. */
let server: TestBackend;
let links: SeededLinks;
let user: TestUser;
const began = Date.now();
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began };

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  links.broker.partly = 0;
  server = await startTestBackend({ clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });
  user = await server.register('price-age');
});
afterAll(() => server.dispose());

it('while a live position is open the header has the exchange and the age of its price, session or not', async () => {
  const sample = await addLiveSample(server, user, links);
  await user.call('live.resolve', { orderId: sample.unknownOrderId, decision: 'not-placed' });
  await user.call('live.goLive', { strategyId: sample.strategyId, confirmName: sample.name });
  const { id } = await user.call('profile.mine', {});
  const account = server.backend.parts.brokerAccounts.requireAccount(id);
  await wantTen(account.run, links, sample.strategyId);
  await until('an open position', async () => {
    links.move('ITC', 400_00);
    return (await user.call('positions.open', { type: 'live' })).list.length > 0;
  });
  expect((await user.call('home.header', {})).live).not.toBeNull();
  await account.write({ session_until: clock.now() - 1 });
  await until('the end of the session', () => Promise.resolve(!account.run.isConnected));
  const { live } = await user.call('home.header', {});
  expect((await user.call('positions.open', { type: 'live' })).list).toHaveLength(1);
  // Null makes the window show the simulated market's clock, and every live figure as fresh.
  expect(live).not.toBeNull();
});
