import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { verifiedForWithdrawals } from '../../../../tests/support/verified-user.ts';
import { DAY_MS } from '../../../shared/time.ts';

const DAY = '2026-11-21';
const MIDNIGHT = Date.parse(`${DAY}T00:00:00+05:30`);

let server: TestBackend;
let user: TestUser;
let other: TestUser;
let now = MIDNIGHT - DAY_MS / 2;

beforeAll(async () => {
  server = await startTestBackend({
    clock: { now: () => now },
    paymentDelayMs: 40 * DAY_MS,
    accessTokenMs: 40 * DAY_MS,
  });
  [user, other] = [await server.register('midnight'), await server.register('other')];
  await verifiedForWithdrawals(server.backend.parts.database, user.email);
  for (let time = 0; time < 2; time++) {
    const { reference } = await user.call('wallet.add', { amount: 1_00_000_00, upiId: 'asha@okbank' });
    await user.call('wallet.sandbox', { reference, action: 'confirm' });
  }
  await until('the money', async () => (await user.call('wallet.mine', {})).available === 2_00_000_00);
  now = MIDNIGHT;
  await user.call('wallet.transfer', { to: other.email, amount: 10_000_00 });
  await user.call('wallet.withdraw', { amount: 60_000_00 });
});
afterAll(() => server.dispose());

it('what leaves in the first moment of a day counts for that day’s limits', async () => {
  const { limits } = await user.call('wallet.mine', {});
  expect([limits.transfer.leftToday, limits.withdraw.leftToday]).toEqual([40_000_00, 40_000_00]);
});

it('what leaves in the first moment of a day is in its history, and not in that of the day before', async () => {
  const totals = async (day: string) => {
    const days = { from_date: day, to_date: day };
    const [lines, withdrawals] = [
      await user.call('wallet.history', { ...days, type: 'D' }),
      await user.call('wallet.bankHistory', days),
    ];
    return [lines.total, withdrawals.total, lines.opening, lines.closing];
  };
  expect(await totals(DAY)).toEqual([2, 1, 2_00_000_00, 1_30_000_00]);
  expect(await totals('2026-11-20')).toEqual([0, 0, 0, 2_00_000_00]);
});

it('the limits of the day can be used to the last paisa, and no further', async () => {
  await user.call('wallet.transfer', { to: other.email, amount: 40_000_00 });
  await user.call('wallet.withdraw', { amount: 40_000_00 });
  const { limits } = await user.call('wallet.mine', {});
  expect([limits.transfer.leftToday, limits.withdraw.leftToday]).toEqual([0, 0]);
  expect((await user.ask('wallet.transfer', { to: other.email, amount: 10_00 })).status).toBe(422);
  expect((await user.ask('wallet.withdraw', { amount: 500_00 })).status).toBe(422);
});
