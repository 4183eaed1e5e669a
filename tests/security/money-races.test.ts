import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { verifiedForWithdrawals } from '../support/verified-user.ts';

const PEOPLE = 4;
const ROUNDS = 12;
const AT_ONCE = 40;
/** Money that each has to begin with, paise. */
const ADDED = 60_000_00;

let server: TestBackend;
const people: { user: TestUser; code: string }[] = [];
beforeAll(async () => {
  server = await startTestBackend({ paymentDelayMs: 50 });
  await server.backend.prepared;
  let referralCode: string | undefined;
  // Each has brought in the next: what one pays rewards the others.
  for (let index = 0; index < PEOPLE; index++) {
    const user = await server.register(`racing${index}`, referralCode);
    ({ referralCode } = await user.call('profile.mine'));
    await verifiedForWithdrawals(server.backend.parts.database, user.email);
    await user.call('wallet.add', { amount: ADDED, upiId: 'asha@okbank' });
    await until('the money', async () => (await user.call('wallet.mine')).available === ADDED);
    people.push({ user, code: referralCode });
  }
}, 60_000);
afterAll(() => server.dispose());

/** Everything about money that somebody may do, as often as they like. */
const actions = (pick: <T>(from: readonly T[]) => T): readonly [CallId, object][] => {
  const plans = ['trade-month', 'trade-quarter', 'trade-year', 'plus', 'pro'];
  return [
    ['wallet.transfer', { to: pick(people).code, amount: pick([10_00, 999_99, 20_000_00, 49_999_99]) }],
    ['wallet.withdraw', { amount: pick([500_00, 30_000_00]) }],
    ['wallet.activate', {}],
    ['wallet.claimRewards', {}],
    ['wallet.topUp', { packageId: pick(['credit-500', 'credit-1000', 'credit-5000']) }],
    ['subscription.buy', { planId: pick(plans) }],
    ['subscription.activateTrading', { planId: pick(plans.slice(0, 3)) }],
    ['subscription.cancel', { subscriptionId: pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) }],
    ['wallet.add', { amount: 500_00, upiId: 'asha@okbank' }],
  ];
};

it('whatever some people do with their money at once, none is made and none is lost', async () => {
  const { uniform } = seededRandom('money races');
  const pick = <T>(from: readonly T[]): T => from[Math.floor(uniform() * from.length)]!;
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const asked = Array.from({ length: AT_ONCE }, async () => {
      const { user } = pick(people);
      const [id, input] = pick(actions(pick));
      const key = { 'idempotency-key': crypto.randomUUID() };
      // Some are sent twice, as by a program that is impatient.
      const times = uniform() < 0.3 ? 2 : 1;
      for (const { status, body } of await Promise.all(
        Array.from({ length: times }, () => user.ask(id, input, key)),
      )) {
        expect([id, status < 500, body.message]).toEqual([id, true, body.message]);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    await Promise.all(asked);
  }
  const { read } = server.backend.parts.database;
  const ofAll = async (table: 'payment_intents' | 'withdrawals', state: string) =>
    (
      await read
        .selectFrom(table)
        .select('id')
        .where('state', '=', state as never)
        .execute()
    ).length;
  await until('what is under way', async () => (await ofAll('payment_intents', 'pending')) === 0);
  await until('what is paid out', async () => (await ofAll('withdrawals', 'held')) === 0);
  expect((await checkLedger(read)).problems).toEqual([]);
  for (const { user } of people) {
    const { available, held, reward, credit } = await user.call('wallet.mine');
    expect(Math.min(available, held, reward, credit)).toBeGreaterThanOrEqual(0);
  }
  const sent = await read
    .selectFrom('ledger_accounts')
    .select('sent')
    .where('kind', '=', 'available')
    .execute();
  expect(Math.max(...sent.map((account) => account.sent ?? 0))).toBeLessThanOrEqual(50_000_00);
  const activations = await read
    .selectFrom('purchases')
    .select('user_id')
    .where('kind', '=', 'activation')
    .execute();
  expect(new Set(activations.map(({ user_id }) => user_id)).size).toBe(activations.length);
  console.log('Answers by status:', Object.fromEntries(statuses));
  expect(statuses.get(200)).toBeGreaterThan(50);
}, 120_000);
