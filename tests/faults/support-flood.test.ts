import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { longestTurn } from '../support/longest-turn.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

const DAY_MS = 86_400_000;
const BODY = 'x'.repeat(4_000);
/** A tenth of the replies a server accepts from a user hourly. */
const REPLIES = 600;

let now = Date.parse('2026-11-23T10:00:00+05:30');
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now }, accessTokenMs: 100 * DAY_MS });
});
afterAll(() => server.dispose());

const raise = async (user: TestUser): Promise<number> => {
  const { ticket_list } = await user.call('tickets.add', { subject: 'Help', category: 'other', body: BODY });
  return ticket_list[0]!.ticketId;
};

/** Writes on a ticket until it is refused; answers how many were taken, and the refusal. */
const writeUntilRefused = async (user: TestUser, ticketId: number) => {
  for (let accepted = 0; accepted < REPLIES; accepted++) {
    const { status, body } = await user.ask('tickets.reply', { ticketId, body: BODY });
    if (status !== 200) return { accepted, status, message: body.message };
  }
  return { accepted: REPLIES, status: 200, message: '' };
};

it('what one user writes to support ends for the day, whichever of their tickets it is written on', async () => {
  const user = await server.register('writes-much');
  const ticketId = await raise(user);
  const sentence = 'You may write 100 messages to support in a day. Write again tomorrow.';
  expect(await writeUntilRefused(user, ticketId)).toEqual({ accepted: 99, status: 422, message: sentence });
  const other = await user.ask('tickets.add', { subject: 'Help', category: 'other', body: BODY });
  expect(other.body.message).toBe(sentence);
  expect((await user.call('tickets.list')).total).toBe(1);
  const neighbour = await server.register('writes-little');
  expect(await raise(neighbour)).toBeGreaterThan(0);
});

it('a conversation with support stays so short that showing it keeps nobody waiting', async () => {
  const user = await server.register('writes-for-days');
  const ticketId = await raise(user);
  let last = await writeUntilRefused(user, ticketId);
  for (let day = 0; day < 5 && !last.message.includes('ticket'); day++) {
    now += DAY_MS;
    last = await writeUntilRefused(user, ticketId);
  }
  expect(last.message).toBe('A ticket takes 200 of your messages. Raise a new ticket.');
  // Support itself writes on.
  const { database } = server.backend.parts;
  await database.write(HOUSE, (tx) =>
    tx.query
      .insertInto('ticket_messages')
      .values({ ticket_id: ticketId, user_id: null, author: 'Us', body: 'Yes.', at: now })
      .execute(),
  );
  const turn = await longestTurn(async () => {
    const { messages } = await user.call('tickets.details', { ticketId });
    expect(messages).toHaveLength(201);
  });
  expect(turn).toBeLessThan(250);
  now += DAY_MS;
  expect(await raise(user)).not.toBe(ticketId);
});
