import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { doneOnlyWhole, NEVER_MS } from '../support/failing-call.ts';
import type { SqliteTrouble } from '../support/failing-statements.ts';
import {
  addOwn,
  crossingRules,
  type Publication,
  publishNew,
  reviewed,
  SUMMARY,
} from '../support/published.ts';
import { startTestBackend, TEST_PASSWORD, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { verifiedForWithdrawals } from '../support/verified-user.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** All kinds of trouble with `TRICKDESK_TROUBLES=all`; a full disk alone in every run. */
const KINDS: readonly SqliteTrouble[] =
  process.env['TRICKDESK_TROUBLES'] === 'all' ? ['full', 'io', 'busy'] : ['full'];
const FEE = 100_00;

let server: TestBackend;
let offered: Publication;
beforeAll(async () => {
  server = await startTestBackend({ paymentDelayMs: NEVER_MS });
  await server.backend.prepared;
  offered = await publishNew(await server.register('author'), 'For a fee', crossingRules(30));
  const { database, marketRuns } = server.backend.parts;
  await writeForAll(database, (tx) =>
    tx.query.updateTable('publications').set({ fee: FEE }).where('id', '=', offered.publicationId).execute(),
  );
  await marketRuns.simulated.session.stop();
}, 60_000);
afterAll(() => server.dispose());

/** Money of somebody that came from outside. */
const give = async (user: TestUser, account: 'available' | 'reward', amount: number): Promise<void> => {
  const { database, ledger } = server.backend.parts;
  const { id: userId } = await user.call('profile.mine');
  await database.write(userId, (tx) =>
    ledger.post(tx, {
      userId,
      key: `${account} of ${userId}`,
      kind: 'correction',
      postings: [
        { house: 'promotions', amount: -amount },
        { userId, account, amount },
      ],
    }),
  );
};

type Step = readonly [id: CallId, what: string, inputOf: (user: TestUser, number: number) => Promise<object>];

/** Calls about oneself, each of somebody new with what it needs. */
const STEPS: readonly Step[] = [
  [
    'wallet.activate',
    'once',
    async (user) => {
      await give(user, 'available', 5_000_00);
      return {};
    },
  ],
  [
    'wallet.claimRewards',
    'all of them',
    async (user) => {
      await give(user, 'reward', 5_00);
      return {};
    },
  ],
  [
    'profile.updateBank',
    'another account',
    async (user) => {
      await verifiedForWithdrawals(server.backend.parts.database, user.email);
      const { fullName: accountHolder } = await user.call('profile.mine');
      const accountNumber = '123456789012';
      return { accountNumber, accountNumberAgain: accountNumber, ifsc: 'HDFC0001234', accountHolder };
    },
  ],
  [
    'profile.changePassword',
    'and the other sessions',
    () => Promise.resolve({ oldPassword: TEST_PASSWORD, newPassword: 'another long password' }),
  ],
  ['profile.totp', 'enrolled', () => Promise.resolve({ action: 'enrol' })],
  [
    'profile.totp',
    'switched on',
    async (user) => {
      const { secret } = await user.call('profile.totp', { action: 'enrol' });
      return { action: 'confirm', code: generateSync({ secret: secret ?? '' }) };
    },
  ],
  [
    'authors.publish',
    'for review',
    async (user, number) => ({
      strategyId: await addOwn(user, 'To be published', crossingRules(31 + number)),
      summary: SUMMARY,
    }),
  ],
  [
    'authors.buy',
    'with its fee',
    async (user) => {
      await give(user, 'available', 5_000_00);
      return { strategyId: offered.versions[0]?.strategyId, fee: FEE };
    },
  ],
];

describe.each(KINDS)('while a statement fails (%s)', (kind) => {
  it.each(STEPS)('%s (%s) is acknowledged only when done', async (id, what, inputOf) => {
    const number = KINDS.indexOf(kind);
    const place = STEPS.findIndex((step) => step[0] === id && step[1] === what);
    const user = await server.register(`step${place}of${number}`);
    const input = await inputOf(user, number);
    await doneOnlyWhole(server, { user, id, input, kind });
    // Its checks are written by themselves.
    if (id === 'authors.publish') {
      const { publications } = await user.call('authors.mine');
      await reviewed(user, publications[0]?.publicationId ?? 0);
    }
    expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
  });
});
