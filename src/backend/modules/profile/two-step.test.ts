import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, trySignIn } from '../../../../tests/support/signed-in.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';

const STEP = 30_000;
let now = Date.parse('2026-11-21T10:00:00+05:30');
let desk: TestBackend;

beforeAll(async () => {
  desk = await startTestBackend({ clock: { now: () => now } });
});
afterAll(() => desk.dispose());

const codeAt = (secret: string, at = now): string => generateSync({ secret, epoch: Math.floor(at / 1000) });
const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const switchedOn = async (name: string): Promise<{ user: TestUser; secret: string }> => {
  const user = await desk.register(name);
  const { secret } = await user.call('profile.totp', { action: 'enrol' });
  await user.call('profile.totp', { action: 'confirm', code: codeAt(secret!) });
  now += STEP;
  return { user, secret: secret! };
};

describe('setting up two-step sign-in', () => {
  it('gives a secret once, and is on only after its first code', async () => {
    const user = await desk.register('enrol');
    const enrolled = await user.call('profile.totp', { action: 'enrol' });
    expect(enrolled.isOn).toBe(false);
    expect(enrolled.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrolled.uri).toBe(
      `otpauth://totp/TrickDesk:enrol%40example.com?secret=${enrolled.secret}&issuer=TrickDesk`,
    );
    expect((await user.call('profile.mine')).hasTotp).toBe(false);
    expect((await trySignIn(desk, user.email)).status).toBe(200);
    const confirmed = await user.call('profile.totp', { action: 'confirm', code: codeAt(enrolled.secret!) });
    expect(confirmed).toEqual({ isOn: true, secret: null, uri: null });
    expect((await user.call('profile.mine')).hasTotp).toBe(true);
  });

  it('again before it was confirmed gives another secret, and the first one is worth nothing', async () => {
    const user = await desk.register('enrol-twice');
    const first = await user.call('profile.totp', { action: 'enrol' });
    const second = await user.call('profile.totp', { action: 'enrol' });
    expect(second.secret).not.toBe(first.secret);
    const answer = await user.ask('profile.totp', { action: 'confirm', code: codeAt(first.secret!) });
    expect([answer.status, answer.body.fields?.['code']]).toEqual([400, 'is not right, or was used already']);
  });

  it('is refused where it makes no sense', async () => {
    const { user } = await switchedOn('enrol-odd');
    expect((await user.ask('profile.totp', { action: 'enrol' })).status).toBe(409);
    expect((await user.ask('profile.totp', { action: 'confirm', code: '123456' })).status).toBe(409);
    const none = await desk.register('enrol-none');
    expect((await none.ask('profile.totp', { action: 'remove', code: '123456' })).status).toBe(409);
    expect((await none.ask('profile.totp', { action: 'confirm', code: '123456' })).status).toBe(409);
    expect((await none.ask('profile.totp', { action: 'confirm' })).body.fields).toEqual({
      code: 'is missing',
    });
  });

  it('is undone by a code that was not used, and by no other', async () => {
    const { user, secret } = await switchedOn('remove');
    const wrong = await user.ask('profile.totp', { action: 'remove', code: another(codeAt(secret)) });
    expect(wrong.status).toBe(400);
    const used = await user.ask('profile.totp', { action: 'remove', code: codeAt(secret, now - STEP) });
    expect(used.status).toBe(400);
    await user.call('profile.totp', { action: 'remove', code: codeAt(secret) });
    expect((await trySignIn(desk, user.email)).status).toBe(200);
  });
});

describe('signing in with two steps', () => {
  it('asks for a code, and says at which field', async () => {
    const { user, secret } = await switchedOn('login');
    const answer = await trySignIn(desk, user.email);
    expect([answer.status, answer.body]).toEqual([
      401,
      expect.objectContaining({
        code: 'credentials',
        message: 'Enter the 6 digits that your authenticator app shows now.',
        fields: { totp: 'is missing' },
      }),
    ]);
    expect((await trySignIn(desk, user.email, { totp: codeAt(secret) })).status).toBe(200);
  });

  it('says nothing of codes to who does not know the password', async () => {
    const { user, secret } = await switchedOn('login-wrong');
    const answer = await trySignIn(desk, user.email, { password: 'not the password', totp: codeAt(secret) });
    expect([answer.status, answer.body.fields]).toEqual([401, undefined]);
  });

  it('takes the code of the step before and after, and none further', async () => {
    const { user, secret } = await switchedOn('login-drift');
    now += 10 * STEP;
    const statusAt = async (steps: number) =>
      (await trySignIn(desk, user.email, { totp: codeAt(secret, now + steps * STEP) })).status;
    expect(await statusAt(-2)).toBe(401);
    expect(await statusAt(2)).toBe(401);
    expect(await statusAt(-1)).toBe(200);
    expect(await statusAt(1)).toBe(200);
    // A later one was used.
    expect(await statusAt(0)).toBe(401);
  });

  it('takes a code once, also when it comes many times together', async () => {
    const { user, secret } = await switchedOn('login-once');
    const totp = codeAt(secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => trySignIn(desk, user.email, { totp })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('is locked after five codes that are wrong or missing', async () => {
    const { user, secret } = await switchedOn('login-lock');
    for (const totp of ['000000', '000001', undefined, '000002', '000003'])
      expect((await trySignIn(desk, user.email, totp === undefined ? {} : { totp })).status).toBe(401);
    expect((await trySignIn(desk, user.email, { totp: codeAt(secret) })).status).toBe(423);
  });

  it('still works when the clock was put back, once it has caught up', async () => {
    const { user, secret } = await switchedOn('login-clock');
    now += 10 * STEP;
    await signIn(desk, user.email, { totp: codeAt(secret) });
    now -= 5 * STEP;
    expect((await trySignIn(desk, user.email, { totp: codeAt(secret) })).status).toBe(401);
    now += 6 * STEP;
    await signIn(desk, user.email, { totp: codeAt(secret) });
  });
});
