import { Reply } from '../../../shared/contract/endpoint.ts';
import { formatRupees } from '../../../shared/money.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { requireProof } from '../../credentials/proofs.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { Refusal } from '../../refusal.ts';
import { type LeftSoFar, leftToday, needsProof, walletStatus } from './queries.ts';
import { withdrawalView } from './wallet-history.ts';
import { requireLeftToday, requireWithin, withdrawRefusal } from './wallet-rules.ts';
import type { WalletCalls, WalletDeps } from './wallet-deps.ts';

/** Sends money to one's own bank account. */
export const withdrawMoney =
  (deps: WalletDeps): WalletCalls['withdraw'] =>
  (input, context) => {
    const { clock, payments } = deps;
    const { userId } = context;
    const { amount } = input;
    const list = pricesOn(clock.now());
    requireWithin(amount, list.withdrawal.least, list.withdrawal.mostADay);
    return onceInLedger(deps, context, [], async (tx, { key }) => {
      const now = clock.now();
      const status = await walletStatus(tx.query, userId, now);
      const refusal = withdrawRefusal(status.withdrawal, now);
      if (refusal !== null) throw new Refusal('refused', refusal);
      const requireDay = async (soFar: LeftSoFar): Promise<void> => {
        requireLeftToday(amount, Math.max(0, list.withdrawal.mostADay - soFar.withdrawnToday), 'withdraw');
        if (needsProof(soFar, amount, true)) await requireProof(tx.query, clock, context);
      };
      await requireDay(status);
      const bank = await tx.query
        .selectFrom('bank_accounts')
        .select(['number_sealed', 'last4', 'ifsc'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const view = withdrawalView(await payments.withdraw(tx, { userId, key, amount, bank }));
      const { sentToday, withdrawnToday } = await leftToday(tx.query, userId, now);
      await requireDay({ sentToday, withdrawnToday: withdrawnToday - amount });
      return new Reply(view, `${formatRupees(amount)} is on its way to the account ending in ${bank.last4}.`);
    });
  };
