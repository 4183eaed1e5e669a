import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, trySignIn } from '../../../../tests/support/signed-in.ts';
import { PROOF_HEADER, proofHeader } from '../../../shared/proof.ts';
import { checkSecondStep } from '../../credentials/second-step.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

const STEP = 30_000;
let now = Date.parse('2026-11-21T10:00:00+05:30');
let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now } });
});
afterAll(() => server.dispose());

const codeAt = (secret: string, at = now): string => generateSync({ secret, epoch: Math.floor(at / 1000) });
const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const codeProof = (text: string) => ({ [PROOF_HEADER]: proofHeader({ kind: 'code', text }) });

const switchedOn = async (
  name: string,
): Promise<{ user: TestUser; secret: string; codes: readonly string[] }> => {
  const user = await server.register(name);
  const { secret } = await user.call('profile.totp', { action: 'enrol' });
  const { recoveryCodes } = await user.call('profile.totp', { action: 'confirm', code: codeAt(secret!) });
  now += STEP;
  return { user, secret: secret!, codes: recoveryCodes! };
};

describe('setting up two-step sign-in', () => {
  it('gives a secret once, and is on only after its first code', async () => {
    const user = await server.register('enrol');
    const enrolled = await user.call('profile.totp', { action: 'enrol' });
    expect(enrolled.isOn).toBe(false);
    expect(enrolled.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrolled.uri).toBe(
      `otpauth://totp/TrickDesk:enrol%40example.com?secret=${enrolled.secret}&issuer=TrickDesk`,
    );
    expect((await user.call('profile.mine')).hasTotp).toBe(false);
    expect((await trySignIn(server, user.email)).status).toBe(200);
    const confirmed = await user.call('profile.totp', { action: 'confirm', code: codeAt(enrolled.secret!) });
    expect(confirmed).toMatchObject({ isOn: true, secret: null, uri: null });
    expect(confirmed.recoveryCodes).toHaveLength(10);
    expect(await user.call('profile.mine')).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 });
  });

  it('again before it was confirmed gives another secret, and the first one is worth nothing', async () => {
    const user = await server.register('enrol-twice');
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
    const none = await server.register('enrol-none');
    expect((await none.ask('profile.totp', { action: 'remove', code: '123456' })).status).toBe(409);
    expect((await none.ask('profile.totp', { action: 'confirm', code: '123456' })).status).toBe(409);
    expect((await none.ask('profile.totp', { action: 'confirm' })).body.fields).toEqual({
      code: 'is missing',
    });
  });

  it('is undone by a proof with a code that was not used, and by no other', async () => {
    const { user, secret } = await switchedOn('remove');
    // What switched it on is over.
    now += 5 * 60_000;
    const removal = (code: string) =>
      user.ask('profile.totp', { action: 'remove' }, codeProof(code)).then(({ status }) => status);
    expect((await user.ask('profile.totp', { action: 'remove' })).body).toMatchObject({
      code: 'confirmation-required',
      details: { kind: 'code' },
    });
    expect(await removal(another(codeAt(secret)))).toBe(403);
    await signIn(server, user.email, { totp: codeAt(secret) });
    expect(await removal(codeAt(secret))).toBe(403);
    now += STEP;
    expect(await removal(codeAt(secret))).toBe(200);
    expect((await trySignIn(server, user.email)).status).toBe(200);
    expect(await user.call('profile.mine')).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 });
  });
});

describe('signing in with two steps', () => {
  it('asks for a code, and says at which field', async () => {
    const { user, secret } = await switchedOn('login');
    const answer = await trySignIn(server, user.email);
    expect([answer.status, answer.body]).toEqual([
      401,
      expect.objectContaining({
        code: 'credentials',
        message: 'Enter the 6 digits that your authenticator app shows now.',
        fields: { totp: 'is missing' },
      }),
    ]);
    expect((await trySignIn(server, user.email, { totp: codeAt(secret) })).status).toBe(200);
  });

  it('says nothing of codes to who does not know the password', async () => {
    const { user, secret } = await switchedOn('login-wrong');
    const answer = await trySignIn(server, user.email, {
      password: 'not the password',
      totp: codeAt(secret),
    });
    expect([answer.status, answer.body.fields]).toEqual([401, undefined]);
  });

  it('takes the code of the step before and after, and none further', async () => {
    const { user, secret } = await switchedOn('login-drift');
    now += 10 * STEP;
    const statusAt = async (steps: number) =>
      (await trySignIn(server, user.email, { totp: codeAt(secret, now + steps * STEP) })).status;
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
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => trySignIn(server, user.email, { totp })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('lets one of two pass that have both shown the same good code before either was let in', async () => {
    const { user, secret } = await switchedOn('login-two');
    const { id } = await user.call('profile.mine');
    const { parts } = server.backend;
    const check = () => checkSecondStep(parts, id, codeAt(secret));
    const [one, other] = [await check(), await check()];
    expect([one, other]).not.toContain(null);
    const isLetIn = [];
    for (const spend of [one, other]) isLetIn.push(await writeForAll(parts.database, (tx) => spend!(tx)));
    expect(isLetIn).toEqual([true, false]);
  });

  it('is locked after five codes that are wrong or missing', async () => {
    const { user, secret } = await switchedOn('login-lock');
    for (const totp of ['000000', '000001', undefined, '000002', '000003'])
      expect((await trySignIn(server, user.email, totp === undefined ? {} : { totp })).status).toBe(401);
    expect((await trySignIn(server, user.email, { totp: codeAt(secret) })).status).toBe(423);
  });

  it('counts wrong codes by e-mail and by phone together', async () => {
    const { user, secret } = await switchedOn('login-both');
    const { phone } = await user.call('profile.mine');
    for (const [name, totp] of [
      [user.email, '000000'],
      [phone, '000001'],
      [user.email, '000002'],
      [`+91${phone}`, '000003'],
      [phone, '000004'],
    ] as const)
      expect((await trySignIn(server, name, { totp })).status).toBe(401);
    for (const name of [user.email, phone])
      expect((await trySignIn(server, name, { totp: codeAt(secret) })).status).not.toBe(200);
    now += 16 * 60_000;
    expect((await trySignIn(server, phone, { totp: codeAt(secret) })).status).toBe(200);
  });

  it('still works when the clock was put back, once it has caught up', async () => {
    const { user, secret } = await switchedOn('login-clock');
    now += 10 * STEP;
    await signIn(server, user.email, { totp: codeAt(secret) });
    now -= 5 * STEP;
    expect((await trySignIn(server, user.email, { totp: codeAt(secret) })).status).toBe(401);
    now += 6 * STEP;
    await signIn(server, user.email, { totp: codeAt(secret) });
  });
});

describe('a recovery code', () => {
  const alertsOf = async (user: TestUser) => (await user.call('alerts.list')).notification_list;

  it('opens the account once instead of a code of the app, and its owner is notified how many are left', async () => {
    const { user, codes } = await switchedOn('recovery');
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    const [first = '', second = ''] = codes;
    await signIn(server, user.email, { totp: first });
    expect((await alertsOf(user))[0]).toMatchObject({
      title: 'Signed in on a new device',
    });
    expect((await alertsOf(user))[1]).toMatchObject({
      title: 'A recovery code was used',
      body: expect.stringContaining('9 are left.') as string,
      isCritical: true,
    });
    const again = await trySignIn(server, user.email, { totp: first });
    expect([again.status, again.body.fields]).toEqual([401, { totp: 'is not right, or was used already' }]);
    // As it is read from paper.
    await signIn(server, user.email, { totp: ` ${second.toLowerCase().replaceAll('-', ' ')} ` });
    expect((await user.call('profile.mine')).recoveryCodesLeft).toBe(8);
  });

  it('that comes many times together opens it once', async () => {
    const { user, codes } = await switchedOn('recovery-once');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => trySignIn(server, user.email, { totp: codes[0]! })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('needs the password beside it, is counted as any code, and is nobody else’s', async () => {
    const { user, codes } = await switchedOn('recovery-guess');
    const { codes: theirs } = await switchedOn('recovery-theirs');
    const withoutPassword = await trySignIn(server, user.email, {
      password: 'not the password',
      totp: codes[0]!,
    });
    expect([withoutPassword.status, withoutPassword.body.fields]).toEqual([401, undefined]);
    for (const totp of theirs.slice(0, 4))
      expect((await trySignIn(server, user.email, { totp })).status).toBe(401);
    expect((await trySignIn(server, user.email, { totp: codes[0]! })).status).toBe(423);
    now += 16 * 60_000;
    expect((await trySignIn(server, user.email, { totp: codes[0]! })).status).toBe(200);
  });

  it('is a proof too: a user who has lost the phone can switch two-step sign-in off', async () => {
    const { user, codes } = await switchedOn('recovery-proof');
    now += 5 * 60_000;
    const answer = await user.ask('profile.totp', { action: 'remove' }, codeProof(codes[3]!));
    expect(answer.status).toBe(200);
  });

  it('of before is worth nothing once new ones were made', async () => {
    const { user, secret, codes } = await switchedOn('recovery-new');
    now += 5 * 60_000;
    const answer = await user.ask('profile.newRecoveryCodes', {}, codeProof(codeAt(secret)));
    const fresh = answer.body.data!.recoveryCodes;
    expect(fresh).toHaveLength(10);
    expect((await trySignIn(server, user.email, { totp: codes[0]! })).status).toBe(401);
    expect((await trySignIn(server, user.email, { totp: fresh[0]! })).status).toBe(200);
    const none = await server.register('recovery-none');
    expect((await none.ask('profile.newRecoveryCodes')).status).toBe(409);
  });

  it('lies nowhere in the data folder', async () => {
    const { codes } = await switchedOn('recovery-hidden');
    for (const name of readdirSync(server.dataDir, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const bytes = readFileSync(join(name.parentPath, name.name));
      for (const code of codes)
        for (const text of [code, code.replaceAll('-', '')])
          expect(bytes.includes(text), name.name).toBe(false);
    }
  });
});
