import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERYBODY } from '../cluster/own-users.ts';
import { GOOD_CODE, SeededLinks } from '../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { createLogger } from '../log.ts';
import { notifyOfCalendar } from './calendar-notice.ts';

const at = (day: string, clock = '08:30'): number => Date.parse(`${day}T${clock}:00+05:30`);

let now = at('2026-11-10', '12:00');
const logger = createLogger('silent');
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({
    clock: { now: () => now },
    linkBroker: new SeededLinks(() => now).link,
    accessTokenMs: 100 * 24 * 3_600_000,
  });
}, 60_000);
afterAll(() => server.dispose());

it('a user who has a broker account is notified once a week that the trading days end, from six weeks before, in the morning', async () => {
  const trader = await server.register('trader');
  const other = await server.register('no-account');
  await trader.call('live.link', {
    clientCode: 'A123456',
    apiKey: 'an api key',
    pin: '1234',
    totp: GOOD_CODE,
  });
  const { database, notify } = server.backend.parts;
  const noticesAt = async (moment: number): Promise<number> => {
    now = moment;
    await notifyOfCalendar({ users: EVERYBODY, database, clock: { now: () => now }, notify, logger });
    const alerts = await database.read
      .selectFrom('alerts')
      .select(['title', 'user_id', 'category'])
      .where('title', '=', 'The trading days end')
      .execute();
    expect(new Set(alerts.map(({ user_id }) => user_id)).size).toBeLessThanOrEqual(1);
    return alerts.length;
  };
  expect(await noticesAt(at('2026-11-18'))).toBe(0);
  expect(await noticesAt(at('2026-11-19', '12:00'))).toBe(0);
  expect(await noticesAt(at('2026-11-19'))).toBe(1);
  expect(await noticesAt(at('2026-11-19', '08:40'))).toBe(1);
  expect(await noticesAt(at('2026-11-25'))).toBe(1);
  expect(await noticesAt(at('2026-11-26', '08:31'))).toBe(2);
  const { notification_list: alerts } = await trader.call('alerts.list', {});
  expect(alerts.find(({ title }) => title === 'The trading days end')?.body).toContain(
    'known until 31-12-2026',
  );
  expect((await other.call('alerts.list', {})).notification_list).toEqual([]);
});
