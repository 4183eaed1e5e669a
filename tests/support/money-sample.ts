import type { TestBackend, TestUser } from './test-backend.ts';
import { until } from './until.ts';
import { verifiedForWithdrawals } from './verified-user.ts';

/** Ids of a user's things to try money calls on. */
export interface MoneySample {
  /** A payment that is waited for. */
  readonly intentId: number;
  readonly reference: string;
  /** A purchase with an invoice. */
  readonly paidId: number;
  /** A renewal that could not be paid and can be tried again. */
  readonly failedId: number;
  readonly planId: number;
}

/**
 * Give a user what the money calls need. Money, a reward, a friend, what withdrawals ask for, and a plan whose renewal
 * has failed.
 */
export const addMoneySample = async (server: TestBackend, user: TestUser): Promise<MoneySample> => {
  const { database, clock, ledger } = server.backend.parts;
  await server.register('friend');
  await verifiedForWithdrawals(database, user.email);
  const { id: userId } = await user.call('profile.mine', {});
  const { reference } = await user.call('wallet.add', { amount: 20_000_00, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until('the money', async () => (await user.call('wallet.mine', {})).available > 0);
  const bought = await user.call('subscription.buy', { planId: 'trade-month' });
  const planId = bought.subscription.subscriptionId;
  const failedId = await database.write(userId, async (tx) => {
    await ledger.post(tx, {
      userId,
      key: 'a reward to begin with',
      kind: 'correction',
      postings: [
        { house: 'promotions', amount: -5_00 },
        { userId, account: 'reward', amount: 5_00 },
      ],
    });
    // Due in a while, so that no renewal comes before the one who tries again.
    const due = clock.now() + 3_600_000;
    await tx.query
      .updateTable('subscriptions')
      .set({ state: 'grace', paid_until: due, grace_until: due, warned_at: due })
      .where('id', '=', planId)
      .execute();
    const { id } = await tx.query
      .insertInto('purchases')
      .values({
        user_id: userId,
        kind: 'trade',
        item_id: 'trade-month',
        text: 'Trade activation, 30 days',
        taxable: 499_00,
        gst: 89_82,
        paid_with: 'wallet',
        state: 'failed',
        message: 'Your wallet had not enough money for this.',
        reference: 'TD-20261121-FAILED',
        subscription_id: planId,
        period_start: due,
        at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
  const waiting = await user.call('wallet.add', { amount: 500_00, upiId: 'asha@okbank' });
  return {
    intentId: waiting.intentId,
    reference: waiting.reference,
    paidId: bought.transactionId,
    failedId,
    planId,
  };
};
