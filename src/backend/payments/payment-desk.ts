import type { Logger } from 'pino';
import { MINUTE_MS } from '../../shared/time.ts';
import { formatRupees } from '../../shared/money.ts';
import { pricesOn } from '../billing/price-list.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { PaymentIntentRow, WithdrawalRow } from '../db/schema.ts';
import type { EventHub } from '../http/event-hub.ts';
import { type Ledger, newReference } from '../ledger/ledger.ts';
import type { Notify } from '../modules/alerts/notify.ts';
import type { PaymentProvider, PaymentRequest, Payout, ProviderEvent } from './payment-provider.ts';
import { type Judgement, judgePayment, judgePayout } from './payment-rules.ts';

export interface PaymentDeskNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly provider: PaymentProvider;
  readonly hub: EventHub;
  readonly notify: Notify;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
  readonly logger: Logger;
}

/** Where a withdrawal goes: a bank account as it is on record now. */
export interface BankAccount {
  readonly number_sealed: string;
  readonly last4: string;
  readonly ifsc: string;
}

/** A request that the provider knows of and our books do not yet. */
export interface PreparedRequest extends PaymentRequest {
  readonly deepLink: string;
}

const requestOf = (row: PaymentIntentRow): PaymentRequest => ({
  reference: row.reference,
  amount: row.amount,
  upiId: row.upi_id,
  expiresAt: row.expires_at,
});

const payoutOf = (row: WithdrawalRow): Payout => ({
  reference: row.reference,
  amount: row.amount,
  ifsc: row.ifsc,
  accountLast4: row.account_last4,
  accountSealed: row.account_sealed,
});

const INTENT_STATE = { credited: 'confirmed', failed: 'failed', unmatched: 'unmatched' } as const;

/**
 * Between our books and the payment provider: the only place that credits what came in and settles what goes out. Every
 * event of the provider is written down first, in the transaction that does what it leads to, so that one told twice,
 * also across a crash, has one effect.
 */
export class PaymentDesk {
  private readonly needs: PaymentDeskNeeds;

  constructor(needs: PaymentDeskNeeds) {
    this.needs = needs;
  }

  get isSandbox(): boolean {
    return this.needs.provider.isSandbox;
  }

  /** Takes up what an earlier backend has left open, and listens to the provider. */
  async start(): Promise<void> {
    const { database, provider } = this.needs;
    provider.start((event) => this.take(event));
    await this.expire();
    const pending = await database.read
      .selectFrom('payment_intents')
      .selectAll()
      .where('state', '=', 'pending')
      .execute();
    for (const row of pending) provider.watch(requestOf(row));
    const held = await database.read
      .selectFrom('withdrawals')
      .selectAll()
      .where('state', '=', 'held')
      .execute();
    for (const row of held) provider.payOut(payoutOf(row));
  }

  close(): Promise<void> {
    return this.needs.provider.close();
  }

  /** Makes a request to be paid known to the provider. Outside of any transaction: it may take its time. */
  async prepare(amount: number, upiId: string): Promise<PreparedRequest> {
    const { clock, provider } = this.needs;
    const now = clock.now();
    const expiresAt = now + pricesOn(now).add.validMinutes * MINUTE_MS;
    const request = { reference: newReference(now), amount, upiId, expiresAt };
    return { ...request, ...(await provider.open(request)) };
  }

  /** Writes a prepared request down; from then on its money is expected. */
  async open(tx: Transaction, userId: number, prepared: PreparedRequest): Promise<PaymentIntentRow> {
    const { clock, provider, logActivity } = this.needs;
    const { reference, amount } = prepared;
    const row = await tx.query
      .insertInto('payment_intents')
      .values({
        user_id: userId,
        reference,
        amount,
        upi_id: prepared.upiId,
        state: 'pending',
        message: 'Waiting for the payment.',
        deep_link: prepared.deepLink,
        payee_json: JSON.stringify(provider.payee),
        is_sandbox: provider.isSandbox ? 1 : 0,
        created_at: clock.now(),
        expires_at: prepared.expiresAt,
        settled_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await logActivity(tx, userId, 'payment', `Asked to add ${formatRupees(amount)} (${reference}).`);
    tx.afterCommit(() => provider.watch(requestOf(row)));
    return row;
  }

  /**
   * Holds money and has it paid out to a bank account, after the commit.
   * @throws Refusal `refused` when the wallet has not enough.
   */
  async withdraw(
    tx: Transaction,
    { userId, key, amount, bank }: { userId: number; key: string; amount: number; bank: BankAccount },
  ): Promise<WithdrawalRow> {
    const { clock, ledger, provider, logActivity } = this.needs;
    const now = clock.now();
    const account = `the account ending in ${bank.last4}`;
    const { reference } = await ledger.post(tx, {
      userId,
      key,
      kind: 'withdrawal-held',
      note: `To ${account}`,
      postings: [
        { userId, account: 'available', amount: -amount },
        { userId, account: 'held', amount },
      ],
    });
    const row = await tx.query
      .insertInto('withdrawals')
      .values({
        user_id: userId,
        reference,
        amount,
        state: 'held',
        account_last4: bank.last4,
        account_sealed: bank.number_sealed,
        ifsc: bank.ifsc,
        message: `On its way to ${account}.`,
        is_sandbox: provider.isSandbox ? 1 : 0,
        created_at: now,
        settled_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await logActivity(
      tx,
      userId,
      'payment',
      `Withdrew ${formatRupees(amount)} to ${account} (${reference}).`,
    );
    tx.afterCommit(() => provider.payOut(payoutOf(row)));
    return row;
  }

  /** Lets go of requests that nobody has paid in time. */
  async expire(): Promise<void> {
    const { database, clock } = this.needs;
    const isOver = await database.read
      .selectFrom('payment_intents')
      .select('id')
      .where('state', '=', 'pending')
      .where('expires_at', '<=', clock.now())
      .executeTakeFirst();
    if (!isOver) return;
    await database.write(async (tx) => {
      const now = clock.now();
      const expired = await tx.query
        .updateTable('payment_intents')
        .set({
          state: 'expired',
          message: 'Nobody paid in time. Nothing was added; start again.',
          settled_at: now,
        })
        .where('state', '=', 'pending')
        .where('expires_at', '<=', now)
        .returning(['id', 'user_id'])
        .execute();
      for (const { id, user_id } of expired) this.publish(tx, user_id, id, 'expired');
    });
  }

  /** Takes in what the provider tells. Rejects when it could not be written; the provider then tells it again. */
  async take(event: ProviderEvent): Promise<void> {
    const { database, logger } = this.needs;
    try {
      await database.write((tx) => this.takeOnce(tx, event));
    } catch (error) {
      logger.error({ err: error, reference: event.reference }, 'a payment event could not be taken in');
      throw error;
    }
  }

  private async takeOnce(tx: Transaction, event: ProviderEvent): Promise<void> {
    const { clock, logger } = this.needs;
    const { eventId, reference, outcome, amount } = event;
    const isNew = await tx.query
      .insertInto('provider_events')
      .values({ id: eventId, reference, outcome, amount, effect: 'received', at: clock.now() })
      .onConflict((oc) => oc.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!isNew) return;
    const judgement =
      event.about === 'payment' ? await this.takePayment(tx, event) : await this.takePayout(tx, event);
    if (!judgement)
      logger.warn({ reference, outcome }, 'the payment provider told of a reference that is not ours');
    await tx.query
      .updateTable('provider_events')
      .set({ effect: judgement?.effect ?? 'unknown' })
      .where('id', '=', eventId)
      .execute();
  }

  private async takePayment(tx: Transaction, event: ProviderEvent): Promise<Judgement | null> {
    const intent = await tx.query
      .selectFrom('payment_intents')
      .selectAll()
      .where('reference', '=', event.reference)
      .executeTakeFirst();
    if (!intent) return null;
    const { clock, ledger } = this.needs;
    const { user_id: userId, reference, amount } = intent;
    const judgement = judgePayment(intent, event, clock.now());
    const { effect, message } = judgement;
    if (effect !== 'credited' && effect !== 'failed' && effect !== 'unmatched') return judgement;
    if (effect === 'credited')
      await ledger.post(tx, {
        userId,
        key: `payment:${reference}`,
        kind: 'added',
        note: `UPI from ${intent.upi_id}`,
        postings: [
          { house: 'upi-clearing', amount: -amount },
          { userId, account: 'available', amount },
        ],
      });
    await this.tellOwner(tx, userId, judgement, `${PAYMENT_TITLES[effect]} (${reference})`);
    // What was credited stays so, whatever else comes for it.
    if (intent.state === 'confirmed') return judgement;
    const state = INTENT_STATE[effect];
    await tx.query
      .updateTable('payment_intents')
      .set({ state, message, settled_at: clock.now() })
      .where('id', '=', intent.id)
      .execute();
    this.publish(tx, userId, intent.id, state);
    return judgement;
  }

  private async takePayout(tx: Transaction, event: ProviderEvent): Promise<Judgement | null> {
    const withdrawal = await tx.query
      .selectFrom('withdrawals')
      .selectAll()
      .where('reference', '=', event.reference)
      .executeTakeFirst();
    if (!withdrawal) return null;
    const { clock, ledger } = this.needs;
    const { user_id: userId, reference, amount } = withdrawal;
    const judgement = judgePayout(withdrawal, event);
    const { effect, message } = judgement;
    if (effect !== 'settled' && effect !== 'returned' && effect !== 'unmatched') return judgement;
    if (effect !== 'unmatched') {
      await ledger.post(tx, {
        userId,
        key: `withdrawal:${reference}:${effect}`,
        kind: effect === 'settled' ? 'withdrawal-settled' : 'withdrawal-returned',
        note: `Withdrawal ${reference}`,
        postings: [
          { userId, account: 'held', amount: -amount },
          effect === 'settled'
            ? { house: 'bank-clearing', amount }
            : { userId, account: 'available', amount },
        ],
      });
      await tx.query
        .updateTable('withdrawals')
        .set({ state: effect, settled_at: clock.now() })
        .where('id', '=', withdrawal.id)
        .execute();
    }
    await tx.query.updateTable('withdrawals').set({ message }).where('id', '=', withdrawal.id).execute();
    await this.tellOwner(tx, userId, judgement, `${PAYOUT_TITLES[effect]} (${reference})`);
    return judgement;
  }

  private async tellOwner(
    tx: Transaction,
    userId: number,
    { effect, message }: Judgement,
    title: string,
  ): Promise<void> {
    const isCritical = effect === 'unmatched';
    await this.needs.notify(tx, userId, 'wallet', {
      title,
      body: message,
      link: '/wallet-history',
      isCritical,
    });
    await this.needs.logActivity(tx, userId, 'payment', `${title}. ${message}`);
  }

  private publish(tx: Transaction, userId: number, intentId: number, state: PaymentIntentRow['state']): void {
    tx.afterCommit(() => this.needs.hub.publish(userId, { type: 'payment', intentId, state }));
  }
}

const PAYMENT_TITLES = {
  credited: 'Money added',
  failed: 'Payment failed',
  unmatched: 'Payment not added',
} as const;
const PAYOUT_TITLES = {
  settled: 'Withdrawal done',
  returned: 'Withdrawal returned',
  unmatched: 'Withdrawal needs a look',
} as const;
