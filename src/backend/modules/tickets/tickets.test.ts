import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { environmentOf, isOnPostgres } from '../../../../tests/support/test-database.ts';
import { until } from '../../../../tests/support/until.ts';

const DAY = 86_400_000;
const LIMIT = 5 * 1024 * 1024;
let now = Date.parse('2026-11-21T10:00:00+05:30');
let server: TestBackend;
/** Whose tickets are refused, one and all. */
let refused: TestUser;

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now }, accessTokenMs: 100 * DAY });
  refused = await server.register('refused');
});
afterAll(() => server.dispose());

/** Names of the stored files: on PostgreSQL they lie in rows. */
const filesOf = async ({ backend, dataDir }: TestBackend): Promise<string[]> => {
  if (isOnPostgres) {
    const rows = await backend.parts.database.read.selectFrom('attachment_files').select('name').execute();
    return rows.map(({ name }) => name).sort();
  }
  try {
    return readdirSync(join(dataDir, 'attachments')).sort();
  } catch {
    return [];
  }
};
const raise = (user: TestUser, change: Record<string, unknown> = {}) =>
  user.ask('tickets.add', {
    subject: 'Where is my trade?',
    category: 'orders',
    body: 'I do not see it.',
    ...change,
  });
const raised = async (user: TestUser, change: Record<string, unknown> = {}): Promise<number> => {
  const { body } = await raise(user, change);
  return body.data!.ticket_list[0]!.ticketId;
};
const file = (bytes: Uint8Array | string, type = 'text/plain', name = 'a file') => ({
  attachment: { name, type, base64: Buffer.from(bytes).toString('base64') },
});

describe('a ticket', () => {
  it('is at the top of the first page once it is raised, with its words', async () => {
    const user = await server.register('raise');
    await raised(user, { subject: 'An older one' });
    const { status, body } = await raise(user);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total: 2, pageNumber: 1, pageSize: 12, openTicket: 2, closeTicket: 0 });
    const [ticket] = body.data!.ticket_list;
    expect(ticket).toMatchObject({
      subject: 'Where is my trade?',
      state: 'open',
      replies: 0,
      hasAttachment: false,
    });
    const { messages } = await user.call('tickets.details', { ticketId: ticket!.ticketId });
    expect(messages).toMatchObject([{ from: 'you', author: 'raise Tester', body: 'I do not see it.' }]);
  });

  it('is closed, and opened again by a reply', async () => {
    const user = await server.register('reopen');
    const ticketId = await raised(user);
    expect((await user.call('tickets.close', { ticketId })).ticket.state).toBe('closed');
    expect((await user.ask('tickets.close', { ticketId })).status).toBe(200);
    const reply = await user.call('tickets.reply', { ticketId, body: 'Still not there.' });
    expect(reply.ticket).toMatchObject({ state: 'open', replies: 1 });
    expect(reply.messages.map((message) => message.body)).toEqual(['I do not see it.', 'Still not there.']);
  });

  it('is published on the stream', async () => {
    const user = await server.register('stream');
    const stream = await openStream(server.url, user.accessToken);
    const ticketId = await raised(user);
    await until('the event', () =>
      Promise.resolve(stream.received.some(({ event }) => event.type === 'ticket')),
    );
    expect(stream.received.map(({ event }) => event)).toContainEqual({ type: 'ticket', ticketId });
    stream.close();
  });

  it('about what is not one’s own is not raised', async () => {
    const user = await server.register('about');
    const before = (await user.call('tickets.list')).total;
    // Strategy 1 is the house's: to be seen, and not one's own.
    for (const about of [{ strategyId: 1 }, { strategyId: 999_999 }, { orderId: 999_999 }])
      expect((await raise(user, about)).status).toBe(404);
    expect((await user.call('tickets.list')).total).toBe(before);
    const { strategyId } = await user.call('strategies.clone', { strategyId: 2 });
    expect((await raise(user, { strategyId })).status).toBe(200);
  });

  it.each([
    ['two letters as subject', { subject: 'ab' }, 'subject'],
    ['no words', { body: '   ' }, 'body'],
    ['more than 4,000 characters', { body: 'x'.repeat(4_001) }, 'body'],
    ['a category that there is not', { category: 'gossip' }, 'category'],
  ])('with %s is refused', async (_what, change, field) => {
    const answer = await raise(refused, change);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  });
});

describe('the list', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await server.register('list');
    for (let index = 0; index < 5; index++) {
      const ticketId = await raised(user, { subject: `Ticket ${index}` });
      if (index < 2) await user.call('tickets.close', { ticketId });
      now += DAY;
    }
    now -= 5 * DAY;
  });
  const subjects = async (input: Record<string, unknown>) => {
    const { body } = await user.ask('tickets.list', input);
    return body.data?.ticket_list.map((ticket) => ticket.subject);
  };

  it('counts over the range of days, not over the page', async () => {
    const { body } = await user.ask('tickets.list', {
      from_date: '2026-11-21',
      to_date: '2026-11-24',
      pageSize: 1,
    });
    expect(body.data).toMatchObject({
      total: 4,
      openTicket: 2,
      closeTicket: 2,
      from_date: '2026-11-21',
      to_date: '2026-11-24',
    });
    expect(body.data?.ticket_list).toHaveLength(1);
  });

  it('filters by state and keeps both counts', async () => {
    const { body } = await user.ask('tickets.list', { state: 'closed' });
    expect(body.data).toMatchObject({ total: 2, openTicket: 3, closeTicket: 2 });
    expect(await subjects({ state: 'open' })).toEqual(['Ticket 4', 'Ticket 3', 'Ticket 2']);
  });

  it('pages, and is empty past its end', async () => {
    expect(await subjects({ pageSize: 2, pageNumber: 2 })).toEqual(['Ticket 2', 'Ticket 1']);
    const { body } = await user.ask('tickets.list', { pageNumber: 9 });
    expect([body.data?.ticket_list, body.data?.total]).toEqual([[], 5]);
  });

  it('includes the days at both ends, and refuses days in the wrong order', async () => {
    expect(await subjects({ from_date: '2026-11-23', to_date: '2026-11-23' })).toEqual(['Ticket 2']);
    const answer = await user.ask('tickets.list', { from_date: '2026-11-24', to_date: '2026-11-23' });
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { to_date: 'must not be before the first day' },
    ]);
  });
});

describe('an attachment', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const good: [string, Uint8Array | string, string][] = [
    ['a picture', PNG, 'image/png'],
    ['a photograph', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['a document', '%PDF-1.7\n…', 'application/pdf'],
    ['a text', 'Zeile eins\r\n\tरुपये', 'text/plain'],
  ];
  it.each(good)('that is %s comes back as it went', async (what, bytes, type) => {
    const user = await server.register(`file ${what}`.replaceAll(' ', '-'));
    const ticketId = await raised(user, file(bytes, type, '../../etc/\u202epass\u0007wd.txt'));
    const { ticket, messages } = await user.call('tickets.details', { ticketId });
    const attachment = messages[0]?.attachments[0];
    expect([ticket.hasAttachment, attachment?.name, attachment?.type]).toEqual([true, 'passwd.txt', type]);
    const { base64 } = await user.call('tickets.attachment', { attachmentId: attachment!.attachmentId });
    expect(Buffer.from(base64, 'base64')).toEqual(Buffer.from(bytes));
  });

  it('and diagnostics are two files of the same message', async () => {
    const user = await server.register('diagnostics');
    const picture = { name: 'a.png', type: 'image/png', base64: PNG.toString('base64') };
    const ticketId = await raised(user, { attachment: picture, diagnostics: 'TrickDesk 0.1.0' });
    const { messages } = await user.call('tickets.details', { ticketId });
    const [, text] = messages[0]!.attachments;
    expect(messages[0]!.attachments.map(({ name }) => name)).toEqual(['a.png', 'diagnostics.txt']);
    const { base64 } = await user.call('tickets.attachment', { attachmentId: text!.attachmentId });
    expect(Buffer.from(base64, 'base64').toString()).toBe('TrickDesk 0.1.0');
  });

  it.each([
    ['a text that says it is a picture', file('not a picture', 'image/png')],
    ['a picture that says it is a text', file(PNG, 'text/plain')],
    ['a document that says it is a text', file('%PDF-1.7', 'text/plain')],
    ['a program that says it is a text', file(Buffer.from('7f454c4602010100', 'hex'), 'text/plain')],
    ['a type that is not taken', file('<html>', 'text/html')],
    ['no bytes', file('')],
    ['something that is not base64', { attachment: { name: 'x', type: 'text/plain', base64: '!!!' } }],
    ['no name', file('text', 'text/plain', ' ')],
  ])('that is %s is refused, and leaves no file and no ticket', async (_what, attachment) => {
    const before = await filesOf(server);
    const answer = await raise(refused, attachment);
    expect([answer.status, answer.body.status]).toEqual([400, false]);
    expect(Object.keys(answer.body.fields ?? {})[0]).toMatch(/^attachment\./);
    expect((await refused.call('tickets.list')).total).toBe(0);
    expect(await filesOf(server)).toEqual(before);
  });

  it('of 5 MB is taken and a byte more is not', async () => {
    const user = await server.register('large');
    expect((await raise(user, file(Buffer.alloc(LIMIT, 'a')))).status).toBe(200);
    const over = await raise(user, file(Buffer.alloc(LIMIT + 1, 'a')));
    expect([over.status, over.body.message]).toEqual([
      413,
      'The attachment is larger than 5 MB. Make it smaller, or leave it out.',
    ]);
    expect((await raise(user, file(Buffer.alloc(2 * LIMIT, 'a')))).status).toBe(413);
  });

  it('of a reply that is refused leaves no file', async () => {
    const user = await server.register('refused-reply');
    const before = await filesOf(server);
    const answer = await user.ask('tickets.reply', { ticketId: 999_999, body: 'x', ...file('a text') });
    expect(answer.status).toBe(404);
    expect(await filesOf(server)).toEqual(before);
  });

  it('whose file was taken away is not there', async () => {
    const user = await server.register('taken-away');
    const before = new Set(await filesOf(server));
    const ticketId = await raised(user, file('a text'));
    const { messages } = await user.call('tickets.details', { ticketId });
    for (const name of await filesOf(server))
      if (!before.has(name)) await server.backend.parts.attachments.discard(name);
    const { attachmentId } = messages[0]!.attachments[0]!;
    expect((await user.ask('tickets.attachment', { attachmentId })).status).toBe(404);
  });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

describe('support', () => {
  /** Runs `npm run support` as it is run: a program of its own. */
  const support = async (dataDir: string, ...words: string[]): Promise<Ended> =>
    supportIn(await environmentOf(dataDir), dataDir, ...words);
  const supportIn = (env: NodeJS.ProcessEnv, dataDir: string, ...words: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/support.mjs', ...words, '--data', dataDir], { env });
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      child.once('close', (code) => resolve({ code, out, err }));
    });

  it('lists, shows, answers and closes, and the user is notified at once', async () => {
    const user = await server.register('support');
    const ticketId = await raised(user, { subject: 'Support me', ...file('a text', 'text/plain', 'a.txt') });
    const listed = await support(server.dataDir, 'list');
    expect(listed.out).toMatch(new RegExp(`^#${ticketId}  open  orders  .*support Tester  Support me$`, 'm'));
    const shown = await support(server.dataDir, 'show', String(ticketId));
    expect(shown.out).toContain('from support Tester <support@example.com>');
    expect(shown.out).toMatch(/attached: a\.txt \(attachment [0-9a-f]{32}\)/);

    const stream = await openStream(server.url, user.accessToken);
    const replied = await support(server.dataDir, 'reply', `#${ticketId}`, 'It is on page 2.');
    expect([replied.code, replied.out]).toEqual([0, `Answered ticket ${ticketId}.\n`]);
    const eventsOf = (type: string) => stream.received.filter(({ event }) => event.type === type);
    await until('the alert', () => Promise.resolve(eventsOf('alert').length > 0));
    expect(eventsOf('alert')[0]?.event).toMatchObject({
      alert: {
        categoryId: 8,
        title: 'Support answered: Support me',
        body: 'It is on page 2.',
        link: `/tickets?ticket=${ticketId}`,
      },
    });
    expect(eventsOf('ticket')[0]?.event).toEqual({ type: 'ticket', ticketId });
    const { ticket, messages } = await user.call('tickets.details', { ticketId });
    expect([ticket.state, ticket.replies]).toEqual(['answered', 1]);
    expect(messages[1]).toMatchObject({
      from: 'support',
      author: 'TrickDesk support',
      body: 'It is on page 2.',
    });

    expect((await support(server.dataDir, 'close', String(ticketId))).code).toBe(0);
    await until('the second alert', () => Promise.resolve(eventsOf('alert').length > 1));
    expect((await user.call('tickets.details', { ticketId })).ticket.state).toBe('closed');
    expect((await support(server.dataDir, 'list')).out).not.toContain('Support me');
    expect((await support(server.dataDir, 'list', '--all')).out).toContain('Support me');
    const again = await support(server.dataDir, 'close', String(ticketId));
    expect([again.code, again.err]).toEqual([1, `Ticket ${ticketId} is closed already.\n`]);
    stream.close();
    expect((await user.call('alerts.list')).total).toBe(2);
  });

  it('reads what somebody wrote as text: nothing of it reaches the terminal, or passes for another ticket', async () => {
    const user = await server.register('escaping');
    const attack = '\u001b]0;pwned\u0007\u001b[2J\u001b[31mAPPROVED\r\n#1  answered\u202e';
    const ticketId = await raised(user, {
      subject: attack,
      body: `First\n#2  answered\u001b]52;c;aGVsbG8=\u0007\u009b2J`,
    });
    const listed = await support(server.dataDir, 'list');
    const shown = await support(server.dataDir, 'show', String(ticketId));
    for (const { out } of [listed, shown]) {
      expect(out).not.toMatch(/[[\p{Cc}\u202e]--[\n\t]]/v);
      expect(out).toContain('APPROVED #1 answered');
    }
    expect(shown.out).toContain('\n  First\n  #2  answered');
    expect(listed.out).not.toMatch(/^#1 {2}answered/m);
  });

  it('that answered while nothing ran causes one notice at the next start', async () => {
    const first = await startTestBackend();
    const user = await first.register('away');
    const ticketId = await raised(user);
    await first.close();
    expect((await support(first.dataDir, 'reply', String(ticketId), 'Good morning.')).code).toBe(0);
    const reported = async (at: TestBackend): Promise<number> => {
      const rows = await at.backend.parts.database.read.selectFrom('alerts').select('id').execute();
      return rows.length;
    };
    const second = await startTestBackend({ dataDir: first.dataDir });
    await until('the alert', async () => (await reported(second)) === 1);
    await second.close();
    const third = await startTestBackend({ dataDir: first.dataDir });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await reported(third)).toBe(1);
    await third.dispose();
  });

  it.each([
    ['nothing', [], 'Say what to do.'],
    ['a command that there is not', ['answer', '1'], 'There is no command "answer".'],
    ['a number that is not one', ['show', 'one'], '"one" is not the number of a ticket.'],
    ['no number', ['close'], 'Say which ticket, by its number.'],
    ['nothing to say', ['reply', '1'], 'Say what to answer, in quotation marks.'],
    ['a switch that there is not', ['list', '--verbose'], "Unknown option '--verbose'"],
  ])('with %s prints why and how', async (_what, words, sentence) => {
    const { code, err } = await support(server.dataDir, ...words);
    expect(code).toBe(1);
    expect(err).toContain(sentence);
    expect(err).toContain('Usage: npm run support -- COMMAND');
  });

  it('says so when there is no such ticket or no data, and makes none', async () => {
    expect((await support(server.dataDir, 'show', '999999')).err).toBe(
      'There is no ticket 999999. See "list --all".\n',
    );
    const empty = mkdtempSync(join(tmpdir(), 'trickdesk-empty-'));
    const { code, err } = await supportIn(process.env, empty, 'list');
    expect([code, err]).toEqual([
      1,
      `There is no TrickDesk data in ${empty}. Give its folder with --data.\n`,
    ]);
    expect(readdirSync(empty)).toEqual([]);
    rmSync(empty, { recursive: true });
  });
});

it('what a crash has left without a ticket goes at the next start; on SQLite files lie beside the database', async () => {
  const first = await startTestBackend();
  const user = await first.register('orphans');
  const canary = 'a text that must not be in the database';
  await raised(user, file(canary));
  const [kept] = await filesOf(first);
  await first.backend.parts.attachments.store(Buffer.from('left behind'));
  expect(await filesOf(first)).toHaveLength(2);
  await first.close();
  // Only now: to read the file of an open database lets go of the locks that this process has on it.
  if (!isOnPostgres)
    expect(readFileSync(join(first.dataDir, 'trickdesk.sqlite')).includes(canary)).toBe(false);
  const second = await startTestBackend({ dataDir: first.dataDir });
  expect(await filesOf(second)).toEqual([kept]);
  await second.dispose();
});
