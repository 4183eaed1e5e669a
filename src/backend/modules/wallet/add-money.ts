import { type PaymentIntent } from '../../../shared/contract/wallet.ts';
import { istIso } from '../../../shared/time.ts';
import { pricesOn } from '../../billing/price-list.ts';
import type { PaymentIntentRow } from '../../db/schema.ts';
import { onceInLedger } from '../../ledger/once.ts';
import type { Payee } from '../../payments/payment-provider.ts';
import type { SandboxSubject } from '../../payments/sandbox-provider.ts';
import { notFound } from '../../refusal.ts';
import { requireIntent } from './queries.ts';
import { requireWithin } from './wallet-rules.ts';
import type { WalletCalls, WalletDeps } from './wallet-deps.ts';

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

/** A user's payment or withdrawal that the sandbox can act on. */
const sandboxSubject = async (
  deps: WalletDeps,
  userId: number,
  reference: string,
): Promise<SandboxSubject> => {
  const { read } = deps.database;
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

/** Opens a payment into the wallet. */
export const addMoney =
  (deps: WalletDeps): WalletCalls['add'] =>
  async (input, context) => {
    const { clock, payments } = deps;
    const { least, most } = pricesOn(clock.now()).add;
    requireWithin(input.amount, least, most);
    const prepared = await payments.prepare(input.amount, input.upiId);
    return onceInLedger(deps, context, [], async (tx) =>
      intentView(await payments.open(tx, context.userId, prepared)),
    );
  };

/** Status of a payment. */
export const paymentStatus =
  (deps: WalletDeps): WalletCalls['paymentStatus'] =>
  async (input, { userId }) =>
    intentView(await requireIntent(deps.database.read, userId, { id: input.intentId }));

/** Confirms or refuses a payment or withdrawal in the sandbox of payments. */
export const actInSandbox =
  (deps: WalletDeps): WalletCalls['sandbox'] =>
  async (input, { userId }) => {
    if (!deps.paymentSandbox) throw notFound('call');
    deps.paymentSandbox.act(await sandboxSubject(deps, userId, input.reference), input.action);
    return {};
  };
