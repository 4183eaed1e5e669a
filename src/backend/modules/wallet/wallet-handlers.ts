import { Reply, type Handlers } from '../../../shared/contract/endpoint.ts';
import { type PaymentIntent, type wallet, WALLETS } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { istIso } from '../../../shared/time.ts';
import { gstOn } from '../../billing/gst.ts';
import { pricesOn } from '../../billing/price-list.ts';
import type { Item } from '../../billing/purchases.ts';
import type { CallContext } from '../../call-context.ts';
import { requireProof } from '../../credentials/proofs.ts';
import type { PaymentIntentRow } from '../../db/schema.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { maskEmail, maskName, maskPhone } from '../../masked-person.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { Payee } from '../../payments/payment-provider.ts';
import type { SandboxSubject } from '../../payments/sandbox-provider.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { countActive } from '../../team/designations.ts';
import { needsProof, requireIntent, requireParties, walletStatus } from './queries.ts';
import { RecipientLookups } from './recipient-lookups.ts';
import { bankHistory, walletHistory, withdrawalView } from './wallet-history.ts';
import { requireLeftToday, requireWithin, withdrawRefusal } from './wallet-rules.ts';

/** What the wallet is made of; `paymentSandbox` is null with a real payment provider. */
type WalletDeps = Pick<
  BackendParts,
  'database' | 'clock' | 'ledger' | 'purchases' | 'payments' | 'paymentSandbox' | 'notify' | 'logActivity'
>;

const intentView = (row: PaymentIntentRow): PaymentIntent => ({
  intentId: row.id,
  reference: row.reference,
  amount: row.amount,
  upiId: row.upi_id,
  state: row.state,
  message: row.message,
  createdAt: istIso(row.created_at),
  expiresAt: istIso(row.expires_at),
  deepLink: row.deep_link,
  payee: JSON.parse(row.payee_json) as Payee,
  isSandbox: row.is_sandbox === 1,
});

/** The wallet: money in, out and to others, its histories, credit, and the activation of an account. */
export const walletHandlers = (deps: WalletDeps): Handlers<typeof wallet, CallContext> => {
  const { database, clock, ledger, purchases, payments, notify, logActivity } = deps;
  const { read } = database;
  const lookups = new RecipientLookups();
  const prices = () => pricesOn(clock.now());
  const gst = (price: number): number => gstOn(price, prices().gstPercent);

  /** A payment or withdrawal of a user that the sandbox can be told about. */
  const sandboxSubject = async (userId: number, reference: string): Promise<SandboxSubject> => {
    const withdrawal = await read
      .selectFrom('withdrawals')
      .select('amount')
      .where('user_id', '=', userId)
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (withdrawal) return { about: 'payout', reference, amount: withdrawal.amount, expiresAt: null };
    const { amount, expires_at: expiresAt } = await requireIntent(read, userId, { reference });
    return { about: 'payment', reference, amount, expiresAt };
  };

  return {
    mine: async (_input, { userId }) => {
      const now = clock.now();
      const list = prices();
      const status = await walletStatus(read, userId, now);
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
        activation: { price: list.activation, gst: gst(list.activation), isActive: status.isActive },
        isSandbox: payments.isSandbox,
      };
    },

    usdt: async (_input, { userId }) => {
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
    },

    history: async (input, { userId }) => {
      const { rows, total } = await walletHistory(database.readOf(userId), userId, input);
      return { wallet_transaction_list: rows, wallet_id: input.wallet_id, ...echo(input, total) };
    },

    bankHistory: async (input, { userId }) => {
      const { rows, total } = await bankHistory(database.readOf(userId), userId, input);
      return { wallet_transaction_list: rows, ...echo(input, total) };
    },

    add: async (input, context) => {
      const { least, most } = prices().add;
      requireWithin(input.amount, least, most);
      const prepared = await payments.prepare(input.amount, input.upiId);
      return onceInLedger(deps, context, async (tx) =>
        intentView(await payments.open(tx, context.userId, prepared)),
      );
    },

    paymentStatus: async (input, { userId }) =>
      intentView(await requireIntent(read, userId, { id: input.intentId })),

    sandbox: async (input, { userId }) => {
      if (!deps.paymentSandbox) throw notFound('call');
      deps.paymentSandbox.act(await sandboxSubject(userId, input.reference), input.action);
      return {};
    },

    findRecipient: async (input, { userId }) => {
      lookups.count(userId, input.to, clock.now());
      const { recipient } = await requireParties(read, userId, input.to, clock.now());
      const { fullName, email, phone } = recipient;
      return { name: maskName(fullName), phone: maskPhone(phone), email: maskEmail(email) };
    },

    transfer: (input, context) => {
      const { userId } = context;
      const { amount, note } = input;
      const list = prices();
      requireWithin(amount, list.transfer.least, list.transfer.mostADay);
      return onceInLedger(deps, context, async (tx, { key }) => {
        lookups.count(userId, input.to, clock.now());
        const { recipient, senderName, ...soFar } = await requireParties(
          tx.query,
          userId,
          input.to,
          clock.now(),
        );
        requireLeftToday(amount, Math.max(0, list.transfer.mostADay - soFar.sentToday), 'send');
        if (needsProof(soFar, amount, soFar.isKnown)) await requireProof(tx.query, clock, context);
        const { reference, balances } = await ledger.post(tx, {
          userId,
          key,
          kind: 'transfer',
          note,
          postings: [
            { userId, account: 'available', amount: -amount, kind: 'sent', counterpartyId: recipient.id },
            { userId: recipient.id, account: 'available', amount, kind: 'received', counterpartyId: userId },
          ],
        });
        const to = maskName(recipient.fullName);
        await notify(tx, recipient.id, 'wallet', {
          title: `${formatRupees(amount)} received`,
          body: `From ${maskName(senderName)} (${reference}).`,
          link: '/wallet-history',
        });
        const text = `Sent ${formatRupees(amount)} to ${to} (${reference}).`;
        await logActivity(tx, userId, 'payment', text);
        return new Reply({ reference, available: balances[0] ?? 0, to }, text);
      });
    },

    withdraw: (input, context) => {
      const { userId } = context;
      const { amount } = input;
      const list = prices();
      requireWithin(amount, list.withdrawal.least, list.withdrawal.mostADay);
      return onceInLedger(deps, context, async (tx, { key }) => {
        const now = clock.now();
        const status = await walletStatus(tx.query, userId, now);
        const refusal = withdrawRefusal(status.withdrawal, now);
        if (refusal !== null) throw new Refusal('refused', refusal);
        const left = Math.max(0, list.withdrawal.mostADay - status.withdrawnToday);
        requireLeftToday(amount, left, 'withdraw');
        if (needsProof(status, amount, true)) await requireProof(tx.query, clock, context);
        const bank = await tx.query
          .selectFrom('bank_accounts')
          .select(['number_sealed', 'last4', 'ifsc'])
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        const view = withdrawalView(await payments.withdraw(tx, { userId, key, amount, bank }));
        return new Reply(
          view,
          `${formatRupees(amount)} is on its way to the account ending in ${bank.last4}.`,
        );
      });
    },

    topUps: async (_input, { userId }) => ({
      list: prices().topUps.map((topUp) => ({ ...topUp, gst: gst(topUp.price) })),
      credit: (await balancesOf(read, userId)).credit,
    }),

    topUp: (input, context) => {
      const topUp = prices().topUps.find(({ packageId }) => packageId === input.packageId);
      if (!topUp) throw notFound('package');
      const { packageId, price, credit } = topUp;
      const text = `Credit of ${formatRupees(credit)}`;
      const item: Item = { kind: 'top-up', itemId: packageId, text, price, credit };
      return onceInLedger(deps, context, async (tx, { key }) => {
        const { reference } = await purchases.buy(tx, { userId: context.userId, key, item });
        const balances = await balancesOf(tx.query, context.userId);
        const answer = { reference, credit: balances.credit, available: balances.available };
        return new Reply(answer, `${formatRupees(credit)} of credit was added.`);
      });
    },

    claimRewards: (_input, context) => {
      const { userId } = context;
      return onceInLedger(deps, context, async (tx, { key }) => {
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
    },

    activate: (_input, context) => {
      const { userId } = context;
      const list = prices();
      const item: Item = {
        kind: 'activation',
        itemId: 'activation',
        text: 'Account activation',
        price: list.activation,
        credit: null,
      };
      return onceInLedger(deps, context, async (tx, { key }) => {
        const activated = await tx.query
          .updateTable('users')
          .set({ is_active: 1 })
          .where('id', '=', userId)
          .where('is_active', '=', 0)
          .returning('id')
          .executeTakeFirst();
        if (!activated) throw new Refusal('conflict', 'Your account is active already.');
        const { reference } = await purchases.buy(tx, { userId, key, item });
        await countActive(tx, { notify, prices: list }, userId);
        const { available } = await balancesOf(tx.query, userId);
        return new Reply({ reference, available }, 'Your account is active. You earn rewards from now on.');
      });
    },
  };
};

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
