import { MINUTE_MS } from '../../shared/time.ts';
import { formatRupees } from '../../shared/money.ts';
import { pricesOn } from '../billing/price-list.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import { type Database, type Transaction, HOUSE } from '../db/database.ts';
import type { PaymentIntentRow, WithdrawalRow } from '../db/schema.ts';
import { newReference } from '../ledger/ledger.ts';
import { requirePaymentQuota } from '../quotas.ts';
import type { PaymentProvider, PaymentRequest, Payout, ProviderEvent } from './payment-provider.ts';
import { eventIn } from './signed-callback.ts';
import { type EventDeps, applyProviderEvent, concernedBy } from './apply-provider-event.ts';

interface PaymentsDeps extends EventDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly provider: PaymentProvider;
}

/** Where a withdrawal goes: a bank account as it is on record now. */
export interface BankAccount {
  readonly number_sealed: string;
  readonly last4: string;
  readonly ifsc: string;
}

/** A request that the provider knows and our books do not yet. */
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

/** Between our books and the payment provider: what is asked for, what it tells, and what an earlier backend left open. */
export class Payments {
  private readonly deps: PaymentsDeps;

  constructor(deps: PaymentsDeps) {
    this.deps = deps;
  }

  get isSandbox(): boolean {
    return this.deps.provider.isSandbox;
  }

  /** Listens to the provider. */
  listen(): void {
    this.deps.provider.start((signature, body) => this.applyMessage(signature, body));
  }

  /** Resume what an earlier backend has left open. */
  async resume(): Promise<void> {
    const { database, users, provider } = this.deps;
    await this.expire();
    const pending = await database.read
      .selectFrom('payment_intents')
      .selectAll()
      .where('state', '=', 'pending')
      .where(users.among('user_id'))
      .execute();
    for (const row of pending) provider.watch(requestOf(row));
    const held = await database.read
      .selectFrom('withdrawals')
      .selectAll()
      .where('state', '=', 'held')
      .where(users.among('user_id'))
      .execute();
    for (const row of held) provider.payOut(payoutOf(row));
  }

  close(): Promise<void> {
    return this.deps.provider.close();
  }

  /** Makes a request to be paid known to the provider. Outside of any transaction: it may take its time. */
  async prepare(amount: number, upiId: string): Promise<PreparedRequest> {
    const { clock, provider } = this.deps;
    const now = clock.now();
    const expiresAt = now + pricesOn(now).add.validMinutes * MINUTE_MS;
    const request = { reference: newReference(now), amount, upiId, expiresAt };
    return { ...request, ...(await provider.open(request)) };
  }

  /** Writes a prepared request down; from then on its money is expected. */
  async open(tx: Transaction, userId: number, prepared: PreparedRequest): Promise<PaymentIntentRow> {
    const { clock, provider, logActivity } = this.deps;
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
    await requirePaymentQuota(tx, userId, row.created_at);
    await logActivity(tx, userId, 'payment', `Asked to add ${formatRupees(amount)} (${reference}).`);
    tx.afterCommit(() => provider.watch(requestOf(row)));
    return row;
  }

  /**
   * Hold money and have it paid out to a bank account. It is paid out after the commit.
   * @throws Refusal `refused` when the wallet has not enough.
   */
  async withdraw(
    tx: Transaction,
    { userId, key, amount, bank }: { userId: number; key: string; amount: number; bank: BankAccount },
  ): Promise<WithdrawalRow> {
    const { clock, ledger, provider, logActivity } = this.deps;
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

  /**
   * Expire requests that nobody has paid in time. Each is expired by itself: one that cannot be written keeps back no
   * other.
   */
  async expire(): Promise<void> {
    const { database, users, clock, logger } = this.deps;
    const over = await database.read
      .selectFrom('payment_intents')
      .select(['id', 'user_id'])
      .where('state', '=', 'pending')
      .where('expires_at', '<=', clock.now())
      .where(users.among('user_id'))
      .orderBy('id')
      .execute();
    await Promise.all(
      over.map(({ id, user_id: userId }) =>
        this.expireOne(id, userId).catch((error: unknown) =>
          logger.error({ err: error, intentId: id }, 'a request to be paid could not be ended'),
        ),
      ),
    );
  }

  private async expireOne(id: number, userId: number): Promise<void> {
    const { database, clock, hub } = this.deps;
    await database.write(userId, async (tx) => {
      const now = clock.now();
      const expired = await tx.query
        .updateTable('payment_intents')
        .set({
          state: 'expired',
          message: 'Nobody paid in time. Nothing was added; start again.',
          settled_at: now,
        })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where('expires_at', '<=', now)
        .returning('id')
        .executeTakeFirst();
      if (expired)
        tx.afterCommit(() => hub.publish(userId, { type: 'payment', intentId: id, state: 'expired' }));
    });
  }

  /**
   * Apply a message of the provider, wherever it came from. Rejects when it is not believed, or could not be written;
   * the provider then sends it again.
   */
  async applyMessage(signature: string | undefined, body: Uint8Array): Promise<void> {
    const { provider, clock } = this.deps;
    await this.apply(eventIn({ secret: provider.secret, clock }, signature, body));
  }

  private async apply(event: ProviderEvent): Promise<void> {
    const { database, logger } = this.deps;
    try {
      const userId = await concernedBy(database.read, event);
      await database.write(userId ?? HOUSE, (tx) => applyProviderEvent(tx, this.deps, event, userId));
    } catch (error) {
      logger.error({ err: error, reference: event.reference }, 'a payment event could not be taken in');
      throw error;
    }
  }
}
