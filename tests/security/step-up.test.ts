import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallId, contract } from '../../src/shared/contract/index.ts';
import { PROOF_HEADER, proofHeader } from '../../src/shared/proof.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { contentOf } from '../support/data-rows.ts';
import { ownLink } from '../support/live-sample.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { type SignedIn, signIn, trySignIn } from '../support/signed-in.ts';
import {
  endpointOf,
  passwordProof,
  requestOf,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from '../support/test-backend.ts';
import { switchOnTwoStep, TWO_STEP_SECRET } from '../support/two-step.ts';
import { until } from '../support/until.ts';
import { verifiedForWithdrawals } from '../support/verified-user.ts';

const MINUTE = 60_000;
const STEP = 30_000;
let passed = 0;
const clock = { now: () => Date.now() + passed };
let server: TestBackend;
/** Has been paid by nobody. */
let stranger: TestUser;

beforeAll(async () => {
  server = await startTestBackend({
    clock,
    accessTokenMs: 400 * DAY_MS,
    paymentDelayMs: 3_600_000,
    linkBroker: new SeededLinks().link,
  });
  await server.backend.prepared;
  stranger = await server.register('step-up-stranger');
}, 60_000);
afterAll(() => server.dispose());

const STEP_UP_CALLS = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.keys(calls)
    .map((name) => `${domain}.${name}` as CallId)
    .filter((id) => endpointOf(id).stepUp !== null),
);

/**
 * Input for each call that needs a proof. The user is verified and has money; a new call without an input here fails.
 */
const samples = (): Partial<Record<CallId, Record<string, unknown>>> => ({
  'wallet.transfer': { to: stranger.email, amount: 100_00 },
  'wallet.withdraw': { amount: 10_000_01 },
  'profile.updateBank': {
    accountNumber: '123456789012',
    accountNumberAgain: '123456789012',
    ifsc: 'HDFC0001234',
    accountHolder: 'Step Up',
  },
  'profile.totp': { action: 'enrol' },
  'profile.newRecoveryCodes': {},
  'live.link': ownLink(),
  'keys.make': { name: 'Step up', scopes: ['read'] },
});

/** Calls that only somebody with two-step sign-in can make: their proof is a code. */
const WITH_TWO_STEP: ReadonlySet<CallId> = new Set(['profile.newRecoveryCodes']);

let names = 0;
const person = async (paise = 0): Promise<TestUser> => {
  const user = await server.register(`step-up-${names++}`);
  await verifiedForWithdrawals(server.backend.parts.database, user.email);
  if (paise > 0) {
    const { intentId, reference } = await user.call('wallet.add', { amount: paise, upiId: 'asha@okbank' });
    await user.call('wallet.sandbox', { reference, action: 'confirm' });
    await until('the payment', async () => {
      const { state } = await user.call('wallet.paymentStatus', { intentId });
      return state === 'confirmed';
    });
  }
  return user;
};

const appCode = (by = 0): string =>
  generateSync({ secret: TWO_STEP_SECRET, epoch: Math.floor((clock.now() + by) / 1000) });
const codeProof = (text: string) => ({ [PROOF_HEADER]: proofHeader({ kind: 'code', text }) });
const wrongCode = (): string => String((Number(appCode()) + 111_111) % 1_000_000).padStart(6, '0');

/** Everything that such calls could change, whoever it belongs to; not what counts tries. */
const touched = (): Record<string, string | undefined> => {
  const content = contentOf(server.dataDir);
  const tables = [
    'users',
    'bank_accounts',
    'second_factors',
    'recovery_codes',
    'broker_accounts',
    'ledger_transfers',
    'ledger_entries',
    'withdrawals',
    'idempotency',
    'alerts',
  ];
  for (const table of tables) expect(content, table).toHaveProperty(table);
  return Object.fromEntries(tables.map((table) => [table, content[table]]));
};

const triesOf = async (user: TestUser): Promise<number> => {
  const { id } = await user.call('profile.mine');
  const row = await server.backend.parts.database.read
    .selectFrom('tries')
    .select('count')
    .where('subject', '=', `account ${id}`)
    .executeTakeFirst();
  return row?.count ?? 0;
};

/** Calls in another session of somebody. */
const askIn = (session: SignedIn, id: CallId, input: Record<string, unknown>, headers = {}) => {
  const { path, body } = requestOf(id, input);
  return server.post(path, JSON.parse(body), {
    ...session.bearer,
    ...(endpointOf(id).money && { 'idempotency-key': randomUUID() }),
    ...headers,
  });
};

const ASKED = { status: 403, body: { status: false, code: 'confirmation-required' } };

describe('calls that need a fresh proof', () => {
  it('are those that move money out, guard the account or open a broker’s', () => {
    expect(STEP_UP_CALLS.sort()).toEqual(Object.keys(samples()).sort());
  });

  it.each(STEP_UP_CALLS)(
    '%s does nothing without one, counts a wrong one, and is done with the right one',
    async (id) => {
      const user = await person(20_000_00);
      const hasTwoStep = WITH_TWO_STEP.has(id);
      if (hasTwoStep) await switchOnTwoStep(server.backend.parts, user.email);
      const input = samples()[id]!;
      const kind = hasTwoStep ? 'code' : 'password';
      const [right, wrong] = hasTwoStep
        ? [() => codeProof(appCode()), codeProof(wrongCode())]
        : [() => passwordProof(), passwordProof('not the password')];
      const before = touched();

      expect(await user.askUnproven(id, input)).toMatchObject({
        ...ASKED,
        body: { ...ASKED.body, details: { kind } },
      });
      expect([await triesOf(user), touched()]).toEqual([0, before]);

      for (let count = 1; count <= 2; count++) {
        expect(await user.askUnproven(id, input, wrong)).toMatchObject({
          ...ASKED,
          body: { ...ASKED.body, details: { kind }, fields: { proof: 'is not right' } },
        });
        expect([await triesOf(user), touched()]).toEqual([count, before]);
      }
      // Neither a proof of somebody else's, nor the session that gave one, opens anything here.
      const other = await person();
      await other.call('profile.totp', { action: 'enrol' });
      const ours = await signIn(server, other.email);
      const untouched = touched();
      expect(await askIn(ours, id, input)).toMatchObject(ASKED);
      expect(await user.askUnproven(id, input)).toMatchObject(ASKED);
      expect(touched()).toEqual(untouched);

      const done = await user.askUnproven(id, input, right());
      expect([done.status, done.body.message]).toEqual([200, expect.any(String)]);
      expect(touched()).not.toEqual(untouched);
      expect(await triesOf(user)).toBe(0);
    },
  );

  it.each(STEP_UP_CALLS)('%s takes no guess after five wrong proofs, nor a sign-in', async (id) => {
    const user = await person(20_000_00);
    const hasTwoStep = WITH_TWO_STEP.has(id);
    if (hasTwoStep) await switchOnTwoStep(server.backend.parts, user.email);
    const wrong = hasTwoStep ? codeProof(wrongCode()) : passwordProof('not the password');
    const before = touched();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => user.askUnproven(id, samples()[id], wrong)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 403, 423, 423, 423]);
    const right = hasTwoStep ? codeProof(appCode()) : passwordProof();
    expect((await user.askUnproven(id, samples()[id], right)).status).toBe(423);
    expect(touched()).toEqual(before);
    const totp = hasTwoStep ? appCode() : undefined;
    expect((await trySignIn(server, user.email, { totp })).status).not.toBe(200);
  });
});

describe('a proof', () => {
  it('is good for five minutes of its session, for every call, and for no other session', async () => {
    const user = await person(20_000_00);
    const elsewhere = await signIn(server, user.email);
    expect((await user.askUnproven('profile.totp', { action: 'enrol' }, passwordProof())).status).toBe(200);
    passed += 5 * MINUTE - 5_000;
    const bank = samples()['profile.updateBank']!;
    expect((await user.askUnproven('profile.updateBank', bank)).status).toBe(200);
    expect((await askIn(elsewhere, 'profile.updateBank', bank)).status).toBe(403);
    passed += 6_000;
    expect((await user.askUnproven('profile.updateBank', bank)).status).toBe(403);
  });

  it('is not the sign-in itself: the holder of a new token is asked', async () => {
    const user = await person();
    const session = await signIn(server, user.email);
    expect((await askIn(session, 'profile.totp', { action: 'enrol' })).status).toBe(403);
  });

  it('with two-step sign-in is a code, and the password is not looked at', async () => {
    const user = await person();
    await switchOnTwoStep(server.backend.parts, user.email);
    const bank = samples()['profile.updateBank']!;
    for (const password of ['a long enough password', 'not the password'])
      expect(await user.askUnproven('profile.updateBank', bank, passwordProof(password))).toMatchObject({
        ...ASKED,
        body: { details: { kind: 'code' } },
      });
    expect(await triesOf(user)).toBe(0);
    const code = appCode();
    expect((await user.askUnproven('profile.updateBank', bank, codeProof(code))).status).toBe(200);
    // A code works once, whatever it was given for.
    expect((await trySignIn(server, user.email, { totp: code })).status).toBe(401);
    passed += STEP;
  });

  it('of many that come together with one code opens one call, and the session for the others', async () => {
    const user = await person();
    await switchOnTwoStep(server.backend.parts, user.email);
    const proof = codeProof(appCode());
    const bank = samples()['profile.updateBank']!;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => user.askUnproven('profile.updateBank', bank, proof)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect((await user.askUnproven('profile.updateBank', bank)).status).toBe(200);
    passed += STEP;
  });

  it('is taken from somebody who is signed in, whatever strangers have locked at the door', async () => {
    const user = await person();
    for (let count = 0; count < 6; count++) await trySignIn(server, user.email, { password: 'a wild guess' });
    expect((await trySignIn(server, user.email)).status).toBe(423);
    const bank = samples()['profile.updateBank']!;
    expect((await user.askUnproven('profile.updateBank', bank, passwordProof('not it'))).status).toBe(403);
    expect((await user.askUnproven('profile.updateBank', bank, passwordProof())).status).toBe(200);
    // Whoever has proven that it is them may sign in elsewhere too.
    expect((await trySignIn(server, user.email)).status).toBe(200);
  });

  it('may be a password in any script', async () => {
    const user = await person();
    const password = 'लंबा पासवर्ड ₹ “है”';
    await user.call('profile.changePassword', {
      oldPassword: 'a long enough password',
      newPassword: password,
    });
    const bank = samples()['profile.updateBank']!;
    expect((await user.askUnproven('profile.updateBank', bank, passwordProof(password))).status).toBe(200);
  });

  it.each(['', 'password', 'password ', 'code', 'token abc', 'password %E0%A4%A', 'Password x'])(
    'that is none (“%s”) is refused as a bad request and counts nothing',
    async (header) => {
      const user = await person();
      const answer = await user.askUnproven('profile.totp', { action: 'enrol' }, { [PROOF_HEADER]: header });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid']);
      expect(await triesOf(user)).toBe(0);
    },
  );
});

describe('money that leaves an account', () => {
  const send = (user: TestUser, to: TestUser, amount: number, headers = {}) =>
    user.askUnproven('wallet.transfer', { to: to.email, amount }, headers);

  it('to somebody who was paid before needs no proof up to the limit, also in parts', async () => {
    const [user, friend] = [await person(20_000_00), await person()];
    expect((await send(user, friend, 100_00)).status).toBe(403);
    expect((await send(user, friend, 100_00, passwordProof())).status).toBe(200);
    passed += 6 * MINUTE;
    // What left with a proof counts too: the day has one sum.
    for (const amount of [5_000_00, 4_900_00]) expect((await send(user, friend, amount)).status).toBe(200);
    const { available } = await user.call('wallet.mine');
    expect((await send(user, friend, 10_00)).status).toBe(403);
    expect((await user.call('wallet.mine')).available).toBe(available);
    expect((await send(user, friend, 10_00, passwordProof())).status).toBe(200);
  });

  it('is summed over transfers and withdrawals', async () => {
    const [user, friend] = [await person(20_000_00), await person()];
    expect((await send(user, friend, 6_000_00, passwordProof())).status).toBe(200);
    passed += 6 * MINUTE;
    expect((await user.askUnproven('wallet.withdraw', { amount: 4_000_01 })).status).toBe(403);
    expect((await user.askUnproven('wallet.withdraw', { amount: 4_000_00 })).status).toBe(200);
    expect((await send(user, friend, 10_00)).status).toBe(403);
  });

  it('is asked about anew the next day', async () => {
    const [user, friend] = [await person(20_000_00), await person()];
    await send(user, friend, 10_000_00, passwordProof());
    passed += DAY_MS;
    expect((await send(user, friend, 1_000_00)).status).toBe(200);
  });

  it('moves once, when the call that was asked about is repeated with its key and a proof', async () => {
    const user = await person(1_000_00);
    const key = { 'idempotency-key': randomUUID() };
    expect((await send(user, stranger, 100_00, key)).status).toBe(403);
    const first = await send(user, stranger, 100_00, { ...key, ...passwordProof() });
    expect(first.status).toBe(200);
    passed += 6 * MINUTE;
    // The answer was lost: the same again is answered, and nobody is asked for what is done.
    const again = await send(user, stranger, 100_00, key);
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect((await user.call('wallet.mine')).available).toBe(900_00);
  });
});
