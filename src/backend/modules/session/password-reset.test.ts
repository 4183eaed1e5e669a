import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsIn, newestCode } from '../../../../tests/support/outbox.ts';
import { signIn, trySignIn } from '../../../../tests/support/signed-in.ts';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import {
  startTestBackend,
  TEST_API_TOKEN,
  TEST_PASSWORD,
  type TestBackend,
} from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';

const MINUTE = 60_000;
const NEW_PASSWORD = 'quite another password';
let now = Date.parse('2026-11-21T10:00:00+05:30');
let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now } });
});
afterAll(() => server.dispose());

const door = { 'x-api-token': TEST_API_TOKEN };
const forgot = (email: string) => server.post('/jwt/forgot-password', { email }, door);
const reset = (email: string, code: string, newPassword = NEW_PASSWORD) =>
  server.post('/jwt/reset-password', { email, code, newPassword }, door);
const another = (code: string, by = 1): string => String((Number(code) + by) % 100_000_000).padStart(8, '0');

/** Asks for a code and waits for the mail behind the answer; mails of one moment are told apart by time. */
const codeFor = async (email: string): Promise<string> => {
  now += 1_000;
  const before = mailsIn(server.dataDir).length;
  await forgot(email);
  await until('a mail', () => Promise.resolve(mailsIn(server.dataDir).length > before));
  return newestCode(server.dataDir, email)!;
};

describe('a forgotten password', () => {
  it('is replaced with the code from the mail, which ends every session', async () => {
    const user = await server.register('forgot');
    const other = await signIn(server, user.email);
    const stream = await openStream(server.url, other.accessToken);
    const code = await codeFor(user.email);
    const answer = await reset(user.email, code);
    expect([answer.status, answer.body.message]).toEqual([200, 'Your password is changed. Sign in with it.']);
    await stream.ended;
    expect((await user.ask('profile.mine')).status).toBe(401);
    expect((await trySignIn(server, user.email)).status).toBe(401);
    expect((await trySignIn(server, user.email, { password: NEW_PASSWORD })).status).toBe(200);
    const reported = await server.backend.parts.database.read
      .selectFrom('alerts')
      .innerJoin('users', 'users.id', 'alerts.user_id')
      .select('title')
      .where('email', '=', user.email)
      .execute();
    expect(reported.map(({ title }) => title)).toContain('A new password was chosen');
    expect((await reset(user.email, code, 'and yet another one')).status).toBe(401);
  });

  it('takes no code any more that was sent before the password was changed by hand', async () => {
    const user = await server.register('forgot-changed');
    const code = await codeFor(user.email);
    await user.call('profile.changePassword', { oldPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD });
    expect((await reset(user.email, code, 'and yet another one')).status).toBe(401);
    expect((await trySignIn(server, user.email, { password: NEW_PASSWORD })).status).toBe(200);
  });

  it('is asked for by phone too', async () => {
    const user = await server.register('forgot-phone');
    const { phone } = await user.call('profile.mine');
    now += 1_000;
    await forgot(phone);
    const code = await until('a mail', () => Promise.resolve(newestCode(server.dataDir, user.email)));
    expect((await reset(phone, code)).status).toBe(200);
  });

  it('of nobody gets the same answers, and no mail', async () => {
    const user = await server.register('forgot-known');
    const code = await codeFor(user.email);
    const before = mailsIn(server.dataDir).length;
    const answers = [await forgot(user.email), await forgot('nobody@example.com')];
    const wrong = [await reset(user.email, another(code)), await reset('nobody@example.com', another(code))];
    for (const pair of [answers, wrong]) {
      for (const answer of pair) delete (answer.body as { requestId?: string }).requestId;
      expect(pair[0]).toEqual(pair[1]);
    }
    expect(answers[0]?.body.data).toEqual({ isInOutbox: true });
    // Nor where the server lies: it is asked by anybody.
    expect(JSON.stringify(answers)).not.toContain(server.dataDir);
    expect(wrong[0]?.status).toBe(401);
    await until('the other mail', () => Promise.resolve(mailsIn(server.dataDir).length > before));
    expect(mailsIn(server.dataDir).filter((mail) => mail.includes('nobody@'))).toEqual([]);
  });

  it.each(['forgot-often@example.com', 'nobody-often@example.com'])(
    'of %s gets the same answer however often it is asked for, and at most three valid mails',
    async (email) => {
      if (email.startsWith('forgot')) await server.register('forgot-often');
      const answers = await Promise.all(Array.from({ length: 6 }, () => forgot(email)));
      expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
      const rows = () =>
        server.backend.parts.database.read
          .selectFrom('password_resets')
          .select('id')
          .where('name', '=', email)
          .execute();
      expect(await rows()).toHaveLength(3);
      now += 31 * MINUTE;
      await forgot(email);
      expect(await rows()).toHaveLength(4);
    },
  );

  it('takes a code that was sent before others were asked for, and none of them after it', async () => {
    const user = await server.register('forgot-newest');
    const first = await codeFor(user.email);
    const second = await codeFor(user.email);
    expect((await reset(user.email, first)).status).toBe(200);
    expect((await reset(user.email, second)).status).toBe(401);
  });

  it('counts wrong codes by e-mail and by phone together', async () => {
    const user = await server.register('forgot-both');
    const { phone } = await user.call('profile.mine');
    const code = await codeFor(user.email);
    for (const [count, name] of [user.email, phone, `+91 ${phone}`, user.email, phone].entries())
      expect((await reset(name, another(code, count + 1))).status).toBe(401);
    expect((await reset(user.email, code)).status).toBe(401);
    // The owner gets another one all the same.
    expect((await reset(user.email, await codeFor(user.email))).status).toBe(200);
  });

  it('takes five tries, and then not even the right code', async () => {
    const user = await server.register('forgot-tries');
    const code = await codeFor(user.email);
    for (let count = 1; count <= 5; count++)
      expect((await reset(user.email, another(code, count))).status).toBe(401);
    expect((await reset(user.email, code)).status).toBe(401);
    expect((await trySignIn(server, user.email)).status).toBe(200);
  });

  it('takes a code for half an hour', async () => {
    const user = await server.register('forgot-late');
    const code = await codeFor(user.email);
    now += 30 * MINUTE;
    expect((await reset(user.email, code)).status).toBe(401);
  });

  it('takes a code once, also when it comes many times together', async () => {
    const user = await server.register('forgot-once');
    const code = await codeFor(user.email);
    const answers = await Promise.all(
      ['one new password', 'two new passwords', 'three new ones'].map((password) =>
        reset(user.email, code, password),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
  });

  it('keeps the code good however often the new password is refused', async () => {
    const user = await server.register('forgot-weak');
    const code = await codeFor(user.email);
    for (let count = 0; count < 6; count++) {
      const weak = await reset(user.email, code, user.email);
      expect([weak.status, weak.body.fields]).toEqual([
        400,
        { newPassword: 'must not be your e-mail or phone' },
      ]);
    }
    expect((await reset(user.email, code)).status).toBe(200);
  });

  it('unlocks an account that was locked by guesses', async () => {
    const user = await server.register('forgot-locked');
    for (let count = 0; count < 5; count++) await trySignIn(server, user.email, { password: 'a wild guess' });
    expect((await trySignIn(server, user.email)).status).toBe(423);
    await reset(user.email, await codeFor(user.email));
    expect((await trySignIn(server, user.email, { password: NEW_PASSWORD })).status).toBe(200);
  });

  it('takes no longer to ask for than that of nobody', async () => {
    const user = await server.register('forgot-timed');
    const timed = async (name: string): Promise<number> => {
      const start = performance.now();
      await forgot(name);
      return performance.now() - start;
    };
    const middle = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 21; round++) {
      known.push(await timed(user.email));
      unknown.push(await timed('nobody-timed@example.com'));
      now += 61 * MINUTE;
    }
    // Both are a write to the disk; the mail goes out behind the answer.
    expect(middle(known)).toBeLessThan(middle(unknown) * 2 + 2);
  });
});

describe('on a server behind a proxy', () => {
  let served: TestBackend;
  beforeAll(async () => {
    served = await startTestBackend({ clock: { now: () => now }, trustedProxies: ['127.0.0.1'] });
  });
  afterAll(() => served.dispose());
  const ask = (email: string, from: string) =>
    served.post('/jwt/forgot-password', { email }, { ...door, 'x-forwarded-for': from });

  it('strangers who ask for codes use up the limit of their own address, and the owner still gets one', async () => {
    const user = await served.register('besieged');
    for (const stranger of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      for (let count = 0; count < 6; count++) expect((await ask(user.email, stranger)).status).toBe(200);
      const refused = await ask(user.email, stranger);
      expect([refused.status, refused.body.code]).toEqual([429, 'rate']);
      // Nor for another name: the address is what is counted.
      expect((await ask('nobody@example.com', stranger)).status).toBe(429);
    }
    const spent = newestCode(served.dataDir, user.email)!;
    for (let count = 1; count <= 5; count++)
      await served.post(
        '/jwt/reset-password',
        { email: user.email, code: another(spent, count), newPassword: NEW_PASSWORD },
        { ...door, 'x-forwarded-for': '203.0.113.1' },
      );
    const before = mailsIn(served.dataDir).length;
    now += 1_000;
    expect((await ask(user.email, '198.51.100.7')).status).toBe(200);
    await until('a mail', () => Promise.resolve(mailsIn(served.dataDir).length > before));
    const answer = await served.post(
      '/jwt/reset-password',
      { email: user.email, code: newestCode(served.dataDir, user.email), newPassword: NEW_PASSWORD },
      { ...door, 'x-forwarded-for': '198.51.100.7' },
    );
    expect(answer.status).toBe(200);
  });
});
