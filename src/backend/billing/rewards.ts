import { formatPercent, formatRupees } from '../../shared/money.ts';
import type { Transaction } from '../db/database.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { maskName } from '../masked-person.ts';
import type { Notify } from '../notices/notify.ts';
import { countReward } from '../team/team-levels.ts';
import { withReferrersOf } from '../team/team-tree.ts';

/** A payment of real money that referrers have a share in. */
interface Payment {
  readonly purchaseId: number;
  readonly userId: number;
  /** Paise net of GST. */
  readonly paid: number;
  readonly percents: readonly number[];
  readonly at: number;
}

/** A share in paise, rounded down: the house never gives more than it says. */
export const rewardOf = (paid: number, percent: number): number => Math.floor((paid * percent) / 100);

/** Active members above somebody, as far up as there are percents. An inactive one keeps their level and gets nothing. */
const rewardedAbove = (tx: Transaction, userId: number, levels: number) =>
  withReferrersOf(tx.query, userId)
    .selectFrom('above')
    .innerJoin('users', 'users.id', 'above.id')
    .select(['users.id', 'above.level'])
    .where('above.level', '<=', levels)
    .where('users.is_active', '=', 1)
    .orderBy('above.level')
    .execute();

/**
 * Pay a user's referrers their shares of a payment. The money goes from the house's `rewards` to their reward
 * wallets, once for each purchase and level. What was paid with credit was rewarded when the credit was bought, and
 * never comes here.
 */
export const payRewards = async (
  tx: Transaction,
  { ledger, notify }: { readonly ledger: Ledger; readonly notify: Notify },
  payment: Payment,
): Promise<void> => {
  const { purchaseId, userId, paid, percents, at } = payment;
  const { full_name: name } = await tx.query
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  for (const { id, level } of await rewardedAbove(tx, userId, percents.length)) {
    const percent = percents[level - 1] ?? 0;
    const amount = rewardOf(paid, percent);
    if (amount === 0) continue;
    const { transferId } = await ledger.post(tx, {
      userId: id,
      key: `reward:${purchaseId}:${level}`,
      kind: 'reward',
      note: `${formatPercent(percent)} of a payment at level ${level}`,
      postings: [
        { house: 'rewards', amount: -amount },
        { userId: id, account: 'reward', amount, counterpartyId: userId },
      ],
    });
    await tx.query
      .insertInto('rewards')
      .values({
        user_id: id,
        from_user_id: userId,
        purchase_id: purchaseId,
        level,
        percent,
        paid,
        amount,
        transfer_id: transferId,
        at,
      })
      .execute();
    await countReward(tx, { userId: id, level, amount });
    await notify(tx, id, 'wallet', {
      title: `Reward of ${formatRupees(amount)}`,
      body: `${maskName(name)} of your team (level ${level}) has made a payment.`,
      link: '/reward-history',
    });
  }
};
