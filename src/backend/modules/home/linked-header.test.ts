import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownLink } from '../../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { verifiedForWithdrawals } from '../../../../tests/support/verified-user.ts';
import { DAY_MS } from '../../../shared/time.ts';

let server: TestBackend;
let user: TestUser;
let links: SeededLinks;
let passed = 0;
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + passed };

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  server = await startTestBackend({ clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });
  user = await server.register('linked');
}, 60_000);
afterAll(() => server.dispose());

it('a user with a linked broker sees the hours of the exchange, with or without a live strategy', async () => {
  expect((await user.call('home.header', {})).live).toBeNull();
  const { database } = server.backend.parts;
  await verifiedForWithdrawals(database, user.email);
  const { id } = await user.call('profile.mine', {});
  await database.write(id, (tx) =>
    tx.query.updateTable('users').set({ is_trade_active: 1 }).where('id', '=', id).execute(),
  );
  await user.call('live.link', ownLink());
  const { live } = await user.call('home.header', {});
  expect(live).toMatchObject({
    state: 'open',
    now: '2026-11-20T10:00:10+05:30',
    label: 'Market open · closes 15:15',
    isTrading: false,
  });
});

it('and the indices of the exchange, none that is made up', async () => {
  links.broker.prices.set('99926000', 26_111_00);
  const known = async () => (await user.call('home.header', {})).indices;
  passed += 10_000;
  await known();
  expect(await until('an index', async () => ((await known())[0]?.ltp ? known() : undefined))).toEqual([
    { symbol: 'NIFTY', ltp: 26_111_00, changePercent: 0, at: expect.any(String) as string },
    { symbol: 'BANKNIFTY', ltp: null, changePercent: null, at: null },
  ]);
});
