import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/backend/log.ts';
import { notifyOfCalendar } from '../../src/backend/notices/calendar-notice.ts';
import { ownLink } from '../support/live-sample.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { refuseWrites } from '../support/refused-writes.ts';

/** Recurring work for everybody: one user whose row cannot be written keeps it from no other. */

const logger = createLogger('silent');
let server: TestBackend;
let users: TestUser[] = [];
let ids: number[] = [];
const began = Date.now();
const clock = { now: () => Date.parse('2026-11-26T08:30:00+05:30') + Date.now() - began };

beforeAll(async () => {
  server = await startTestBackend({ clock, linkBroker: new SeededLinks(clock.now).link });
  users = await Promise.all(['round-one', 'round-two'].map((name) => server.register(name)));
  ids = await Promise.all(users.map(async (user) => (await user.call('profile.mine', {})).id));
  // Nothing can be written for the first of them.
  for (const [table, event] of [
    ['alerts', 'insert'],
    ['payment_intents', 'update'],
  ] as const)
    await refuseWrites(server.backend.parts.database, {
      name: `bad_${table}`,
      change: `${event} on ${table}`,
      when: `new.user_id = ${ids[0]}`,
      sentence: 'a bad row',
    });
});
afterAll(() => server.dispose());

const titlesOf = async (user: TestUser | undefined) =>
  ((await user?.call('alerts.list', {}))?.notification_list ?? []).map(({ title }) => title);

it('the end of the trading days is notified to the others', async () => {
  for (const user of users) await user.call('live.link', ownLink());
  const { users: everybody, database, notify } = server.backend.parts;
  await notifyOfCalendar({ users: everybody, database, clock, notify, logger });
  expect(await titlesOf(users[1])).toContain('The trading days end');
});

it('requests to be paid of the others run out', async () => {
  const { database } = server.backend.parts;
  const over = clock.now() - 1;
  await database.write(ids, ({ query }) =>
    query
      .insertInto('payment_intents')
      .values(
        ids.map((user_id) => ({
          ...{ user_id, reference: `TD-ROUND-${user_id}`, amount: 500_00, upi_id: 'asha@okbank' },
          ...{ state: 'pending' as const, message: 'Waiting for the payment.', deep_link: '' },
          ...{ payee_json: '{}', is_sandbox: 1, created_at: over, expires_at: over, settled_at: null },
        })),
      )
      .execute(),
  );
  await until('the end', async () => {
    const row = await database.read
      .selectFrom('payment_intents')
      .select('state')
      .where('user_id', '=', ids[1] ?? 0)
      .executeTakeFirstOrThrow();
    return row.state === 'expired';
  });
});

it('what support writes reaches the others', async () => {
  const { database } = server.backend.parts;
  const tickets: number[] = [];
  for (const user_id of ids)
    await database.write(user_id, async ({ query }) => {
      const { id } = await query
        .insertInto('tickets')
        .values({
          ...{ user_id, subject: 'Help', category: 'wallet', state: 'answered' },
          ...{ strategy_id: null, order_id: null, opened_at: began, updated_at: began },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      tickets.push(id);
    });
  await database.write(ids, ({ query }) =>
    query
      .insertInto('ticket_messages')
      .values(
        tickets.map((ticket_id) => ({
          ticket_id,
          user_id: null,
          author: 'Support',
          body: 'Done.',
          at: began,
        })),
      )
      .execute(),
  );
  await until('the alert', async () => (await titlesOf(users[1])).includes('Support answered: Help'));
});
