import { Reply } from '../../../shared/contract/endpoint.ts';
import { formatRupees } from '../../../shared/money.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { Refusal } from '../../refusal.ts';
import type { WalletCalls, WalletDeps } from './wallet-deps.ts';

/** Moves all rewards to the main wallet. */
export const claimRewards =
  (deps: WalletDeps): WalletCalls['claimRewards'] =>
  (_input, context) => {
    const { ledger, logActivity } = deps;
    const { userId } = context;
    return onceInLedger(deps, context, [], async (tx, { key }) => {
      const { reward: amount } = await balancesOf(tx.query, userId);
      if (amount === 0) throw new Refusal('refused', 'Your reward wallet is empty.');
      const { reference, balances } = await ledger.post(tx, {
        userId,
        key,
        kind: 'transfer',
        note: 'Rewards',
        postings: [
          { userId, account: 'reward', amount: -amount },
          { userId, account: 'available', amount },
        ],
      });
      const text = `Moved ${formatRupees(amount)} from the reward wallet to the main one.`;
      await logActivity(tx, userId, 'payment', text);
      return new Reply({ reference, amount, available: balances[1] ?? 0 }, text);
    });
  };
