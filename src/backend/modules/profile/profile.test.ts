import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, trySignIn } from '../../../../tests/support/signed-in.ts';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import {
  startTestBackend,
  TEST_PASSWORD,
  type TestBackend,
  type TestUser,
} from '../../../../tests/support/test-backend.ts';
import { maskedReference } from './documents.ts';
import { maskedEmail } from './person.ts';

const HOUR = 3_600_000;
let now = Date.parse('2026-11-21T10:00:00+05:30');
let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now }, accessTokenMs: 24 * HOUR });
});
afterAll(() => server.dispose());

const withoutRequest = <T extends { body: { requestId?: string } }>(answer: T): T => {
  delete answer.body.requestId;
  return answer;
};

describe('a person', () => {
  let [top, middle, bottom, stranger]: TestUser[] = [];
  let ids: number[] = [];
  beforeAll(async () => {
    const codeOf = async (user: TestUser) => (await user.call('profile.mine')).referralCode;
    top = await server.register('top');
    const typed = ` ${(await codeOf(top)).toLowerCase().replace(/(.{4})/, '$1 ')} `;
    middle = await server.register('middle', typed);
    bottom = await server.register('bottom', await codeOf(middle));
    stranger = await server.register('stranger');
    ids = await Promise.all([top, middle, bottom].map(async (user) => (await user.call('profile.mine')).id));
  });

  it('joined under the sponsor whose code was typed, whatever its case and spaces', async () => {
    expect((await middle!.call('profile.mine')).sponsor).toBe('top Tester');
  });

  it('sees all of themselves', async () => {
    const me = await bottom!.call('profile.person', { id: ids[2]! });
    expect(me).toMatchObject({ isSelf: true, email: bottom!.email });
    expect(me.phone).toMatch(/^9\d{9}$/);
  });

  it('sees members of their team at any depth, with what reaches them masked', async () => {
    const { phone } = await bottom!.call('profile.mine');
    for (const above of [top, middle])
      expect(await above!.call('profile.person', { id: ids[2]! })).toMatchObject({
        fullName: 'bottom Tester',
        isSelf: false,
        email: 'bo••••@example.com',
        phone: `••••••${phone.slice(-4)}`,
      });
  });

  it('does not see those above, strangers, the house or nobody, and gets the same answer for all', async () => {
    const house = await server.backend.parts.database.read
      .selectFrom('users')
      .select('id')
      .where('is_house', '=', 1)
      .executeTakeFirst();
    const answers = [
      await bottom!.ask('profile.person', { id: ids[0] }),
      await stranger!.ask('profile.person', { id: ids[2] }),
      await top!.ask('profile.person', { id: house?.id ?? 1 }),
      await top!.ask('profile.person', { id: 999_999 }),
      await top!.ask('profile.person', { id: 'x' }),
      await top!.ask('profile.person', { id: -1 }),
    ].map(withoutRequest);
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('of a name of one letter is masked too', () => {
    expect(maskedEmail('a@b.in')).toBe('••••@b.in');
  });
});

describe('personal details', () => {
  it('change where given and stay where not', async () => {
    const user = await server.register('details');
    await user.call('profile.updatePersonal', { city: 'Pune', pinCode: '411001', dob: '1990-05-17' });
    const profile = await user.call('profile.updatePersonal', { address: '1 MG Road', stateCode: '27' });
    expect(profile.personal).toEqual({
      fullName: 'details Tester',
      dob: '1990-05-17',
      address: '1 MG Road',
      city: 'Pune',
      stateCode: '27',
      pinCode: '411001',
    });
    expect(profile).toEqual(await user.call('profile.mine'));
    const renamed = await user.call('profile.updatePersonal', { fullName: 'Asha Verma', dob: null });
    expect([renamed.fullName, renamed.personal.dob]).toEqual(['Asha Verma', null]);
  });

  it.each([
    ['a child', { dob: '2008-11-22' }, 'dob'],
    ['a day of birth to come', { dob: '2030-01-01' }, 'dob'],
    ['a day that is not one', { dob: '1990-02-30' }, 'dob'],
    ['a PIN code of letters', { pinCode: '41100A' }, 'pinCode'],
    ['a state of words', { stateCode: 'MH' }, 'stateCode'],
    ['a name of one letter', { fullName: 'A' }, 'fullName'],
  ])('of %s are refused', async (_what, change, field) => {
    const user = await server.register(`refused-${field}-${Object.values(change)[0]}`);
    const answer = await user.ask('profile.updatePersonal', change);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  });

  it('of somebody who turns eighteen today are taken', async () => {
    const user = await server.register('eighteen');
    expect((await user.call('profile.updatePersonal', { dob: '2008-11-21' })).personal.dob).toBe(
      '2008-11-21',
    );
  });
});

describe('bank details', () => {
  const bank = (number: string, change: Record<string, unknown> = {}) => ({
    accountNumber: number,
    accountNumberAgain: number,
    ifsc: 'hdfc0001234',
    accountHolder: 'Asha Verma',
    ...change,
  });

  it('are good at once the first time, and hold withdrawals for a day when they change', async () => {
    const user = await server.register('bank');
    const first = await user.call('profile.updateBank', bank('123456789012'));
    expect(first.bank).toMatchObject({ accountLast4: '9012', ifsc: 'HDFC0001234', heldUntil: null });
    expect((await user.call('alerts.list')).notification_list[0]).toMatchObject({
      title: 'A bank account was set',
      body: expect.stringContaining('ending in 9012.') as string,
      isCritical: true,
    });
    const again = await user.ask('profile.updateBank', bank('123456789012'));
    expect(again.body.message).toContain('already');
    expect(again.body.data?.bank?.heldUntil).toBeNull();

    now += HOUR;
    const changed = await user.ask('profile.updateBank', bank('555566667777'));
    expect(changed.body.data?.bank).toMatchObject({
      accountLast4: '7777',
      changedAt: '2026-11-21T11:00:00+05:30',
      heldUntil: '2026-11-22T11:00:00+05:30',
    });
    expect(changed.body.message).toBe(
      'Your bank details are changed. Withdrawals rest until 22-11-2026, 11:00:00.',
    );
    const { notification_list } = await user.call('alerts.list');
    expect(notification_list[0]).toMatchObject({ title: 'Your bank details were changed', isCritical: true });
  });

  it.each([
    ['a number typed in two ways', { accountNumberAgain: '123456789013' }, 'accountNumberAgain'],
    ['an IFSC without its zero', { ifsc: 'HDFC1001234' }, 'ifsc'],
    ['no holder', { accountHolder: ' ' }, 'accountHolder'],
    ['a short number', { accountNumber: '12345678', accountNumberAgain: '12345678' }, 'accountNumber'],
  ])('with %s are refused, and nothing changes', async (what, change, field) => {
    const user = await server.register(`bank ${what}`.replaceAll(' ', '-'));
    const answer = await user.ask('profile.updateBank', bank('123456789012', change));
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty(field);
    expect((await user.call('profile.mine')).bank).toBeNull();
  });
});

describe('documents', () => {
  it('are kept one of each kind, and only their end is shown', async () => {
    const user = await server.register('documents');
    await user.call('profile.updateKyc', { kind: 'passport', reference: 'a1234567' });
    await user.call('profile.updateKyc', { kind: 'passport', reference: 'B7654321' });
    await user.call('profile.updateKyc', { kind: 'voter-id', reference: 'XYZ9' });
    const { documents } = await user.call('profile.mine');
    expect(documents.map(({ kind, reference, status }) => [kind, reference, status])).toEqual([
      ['passport', 'XXXX4321', 'submitted'],
      ['voter-id', 'XXZ9', 'submitted'],
    ]);
  });

  it.each([
    ['ABCDEFGH', 'XXXXEFGH'],
    ['ABCD', 'XXCD'],
    ['ABCDE', 'XXXDE'],
  ])('%s shows as %s', (reference, shown) => expect(maskedReference(reference)).toBe(shown));
});

describe('changing the password', () => {
  const change = (user: TestUser, oldPassword: string, newPassword: string) =>
    user.ask('profile.changePassword', { oldPassword, newPassword });

  it('ends every other session at once, with its stream, and keeps this one', async () => {
    const user = await server.register('password');
    const others = [await signIn(server, user.email), await signIn(server, user.email)];
    const streams = await Promise.all(others.map((other) => openStream(server.url, other.accessToken)));
    const answer = await change(user, TEST_PASSWORD, 'quite another password');
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'Your password is changed, and 2 other sessions were ended.',
    ]);
    for (const [index, other] of others.entries()) {
      await streams[index]!.ended;
      expect((await server.post('/userapi/myprofile', {}, other.bearer)).status).toBe(401);
    }
    expect((await user.call('alerts.list')).notification_list[0]).toMatchObject({
      title: 'Your password was changed',
      isCritical: true,
    });
    expect((await trySignIn(server, user.email)).status).toBe(401);
    expect((await trySignIn(server, user.email, { password: 'quite another password' })).status).toBe(200);
  });

  it.each([
    ['a wrong old one', 'not the old one', 'quite another password', 'oldPassword'],
    ['the same again', TEST_PASSWORD, TEST_PASSWORD, 'newPassword'],
    ['one that everybody tries', TEST_PASSWORD, 'Password123', 'newPassword'],
    ['a short one', TEST_PASSWORD, 'short', 'newPassword'],
  ])(
    'with %s is refused at its field, and signs nobody out',
    async (what, oldPassword, newPassword, field) => {
      const user = await server.register(`password ${what}`.replaceAll(' ', '-'));
      const answer = await change(user, oldPassword, newPassword);
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
      expect((await trySignIn(server, user.email)).status).toBe(200);
    },
  );

  it('is locked after five wrong old ones, like signing in', async () => {
    const user = await server.register('password-guess');
    for (let count = 0; count < 5; count++)
      await change(user, `guess number ${count}`, 'quite another password');
    expect((await change(user, TEST_PASSWORD, 'quite another password')).status).toBe(423);
    // A stranger who tries that name is not to learn from a lock that it is somebody's.
    const { status, body } = await trySignIn(server, user.email);
    expect([status, body.message]).toEqual([401, expect.stringContaining('After five wrong tries')]);
  });

  it('is not locked by new ones that are not good enough', async () => {
    const user = await server.register('password-not-inventive');
    for (let count = 0; count < 6; count++)
      expect((await change(user, TEST_PASSWORD, 'password123')).status).toBe(400);
    expect((await change(user, TEST_PASSWORD, 'quite another password')).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed with device and address, and one is ended with its stream', async () => {
    const user = await server.register('sessions');
    now += HOUR;
    const phone = await signIn(server, user.email, {}, 'TrickDesk 0.1 on a laptop');
    const stream = await openStream(server.url, phone.accessToken);
    const { sessions } = await user.call('profile.sessions');
    expect(sessions.map(({ isThisOne }) => isThisOne)).toEqual([false, true]);
    expect(sessions[0]?.device).toBe('TrickDesk 0.1 on a laptop');
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', openedAt: sessions[0]?.lastUsedAt });
    const rest = await user.call('profile.sessions', { endSessionId: sessions[0]!.sessionId });
    expect(rest.sessions.map((session) => session.isThisOne)).toEqual([true]);
    await stream.ended;
    expect((await server.post('/userapi/myprofile', {}, phone.bearer)).status).toBe(401);
    const ended = await user.ask('profile.sessions', { endSessionId: sessions[0]!.sessionId });
    expect(ended.status).toBe(404);
  });

  it('that one ends of oneself are a sign-out', async () => {
    const user = await server.register('sessions-own');
    const { sessions } = await user.call('profile.sessions');
    const answer = await user.ask('profile.sessions', { endSessionId: sessions[0]!.sessionId });
    expect([answer.status, answer.body.data?.sessions]).toEqual([200, []]);
    expect((await user.ask('profile.mine')).status).toBe(401);
  });

  it('whose refresh token has run out are not open any more', async () => {
    const user = await server.register('sessions-old');
    now += 31 * 24 * HOUR;
    const fresh = await signIn(server, user.email);
    const answer = await server.post('/userapi/sessions', {}, fresh.bearer);
    expect((answer.body.data as { sessions: unknown[] }).sessions).toHaveLength(1);
  });
});
