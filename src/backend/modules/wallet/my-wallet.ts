import { WALLETS } from '../../../shared/contract/wallet.ts';
import { istIso } from '../../../shared/time.ts';
import { gstOn } from '../../billing/gst.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { openIntent, walletStatus } from './queries.ts';
import { withdrawRefusal } from './wallet-rules.ts';
import type { WalletCalls, WalletDeps } from './wallet-deps.ts';

/** Balances of all wallets; what may be added, sent, withdrawn now. */
export const myWallet =
  (deps: WalletDeps): WalletCalls['mine'] =>
  async (_input, { userId }) => {
    const { clock, payments } = deps;
    const { read } = deps.database;
    const now = clock.now();
    const list = pricesOn(clock.now());
    const status = await walletStatus(read, userId, now);
    const open = await openIntent(read, userId, now);
    const { available, held, reward, credit, usdt } = status.balances;
    return {
      available,
      held,
      reward,
      credit,
      wallets: [
        { wallet_id: WALLETS.main, name: 'Main', balance: available },
        { wallet_id: WALLETS.held, name: 'Held', balance: held },
        { wallet_id: WALLETS.reward, name: 'Reward', balance: reward },
        { wallet_id: WALLETS.usdt, name: 'USDT', balance: usdt },
      ],
      limits: {
        add: list.add,
        transfer: {
          least: list.transfer.least,
          most: list.transfer.mostADay,
          leftToday: Math.max(0, list.transfer.mostADay - status.sentToday),
        },
        withdraw: {
          least: list.withdrawal.least,
          most: list.withdrawal.mostADay,
          leftToday: Math.max(0, list.withdrawal.mostADay - status.withdrawnToday),
        },
      },
      withdrawRefusal: withdrawRefusal(status.withdrawal, now),
      activation: {
        price: list.activation,
        gst: gstOn(list.activation, list.gstPercent),
        isActive: status.isActive,
      },
      isSandbox: payments.isSandbox,
      openPayment: open && {
        intentId: open.id,
        amount: open.amount,
        expiresAt: istIso(open.expires_at),
      },
    };
  };

/** The USDT wallet: a balance and how many lines it has. */
export const usdtBalance =
  (deps: WalletDeps): WalletCalls['usdt'] =>
  async (_input, { userId }) => {
    const { read } = deps.database;
    const { balance, entries } = await read
      .selectFrom('ledger_accounts as account')
      .leftJoin('ledger_entries as entry', 'entry.account_id', 'account.id')
      .select((eb) => [
        eb.fn.coalesce(eb.fn.max('account.balance'), eb.lit(0)).as('balance'),
        eb.fn.count<number>('entry.id').as('entries'),
      ])
      .where('account.user_id', '=', userId)
      .where('account.kind', '=', 'usdt')
      .executeTakeFirstOrThrow();
    return { balance, entries };
  };
