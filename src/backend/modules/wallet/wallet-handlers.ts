import { RecipientLookups } from './recipient-lookups.ts';
import { bankHistory, walletHistory } from './wallet-history.ts';
import { myWallet, usdtBalance } from './my-wallet.ts';
import { addMoney, actInSandbox, paymentStatus } from './add-money.ts';
import { findRecipient, transferMoney } from './transfer-money.ts';
import { withdrawMoney } from './withdraw-money.ts';
import { listTopUps, buyTopUp } from './buy-credit.ts';
import { claimRewards } from './claim-rewards.ts';
import { activateAccount } from './activate-account.ts';
import type { WalletCalls, WalletDeps, WalletParts } from './wallet-deps.ts';

const echo = (
  input: {
    pageNumber: number;
    pageSize: number;
    from_date?: string;
    to_date?: string;
    type: 'A' | 'C' | 'D';
  },
  total: number,
) => ({
  pageNumber: input.pageNumber,
  pageSize: input.pageSize,
  total,
  from_date: input.from_date ?? null,
  to_date: input.to_date ?? null,
  type: input.type,
});

/** The wallet: money in, out and to others, its histories, credit, and the activation of an account. */
export const walletHandlers = (all: WalletDeps): WalletCalls => {
  const deps: WalletParts = {
    ...all,
    lookups: new RecipientLookups(),
  };
  return {
    mine: myWallet(deps),
    usdt: usdtBalance(deps),
    history: async (input, { userId }) => {
      const { rows, total, ...ends } = await walletHistory(deps.database.readOf(userId), userId, input);
      return { wallet_transaction_list: rows, wallet_id: input.wallet_id, ...ends, ...echo(input, total) };
    },
    bankHistory: async (input, { userId }) => {
      const { rows, total } = await bankHistory(deps.database.readOf(userId), userId, input);
      return { wallet_transaction_list: rows, ...echo(input, total) };
    },
    add: addMoney(deps),
    paymentStatus: paymentStatus(deps),
    sandbox: actInSandbox(deps),
    findRecipient: findRecipient(deps),
    transfer: transferMoney(deps),
    withdraw: withdrawMoney(deps),
    topUps: listTopUps(deps),
    topUp: buyTopUp(deps),
    claimRewards: claimRewards(deps),
    activate: activateAccount(deps),
  };
};
