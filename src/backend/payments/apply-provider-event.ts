import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Notify } from '../notices/notify.ts';
import type { ProviderEvent } from './payment-provider.ts';
import { type Judgement, judgePayment, judgePayout } from './payment-rules.ts';

/** Parts that apply an event of the provider. */
export interface EventDeps {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly hub: EventHub;
  readonly notify: Notify;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
  readonly logger: Logger;
}

const INTENT_STATE = { credited: 'confirmed', failed: 'failed', unmatched: 'unmatched' } as const;
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

/** Whose payment or withdrawal an event is about; null where its reference is not ours. */
export const concernedBy = async (
  db: Kysely<Schema>,
  { about, reference }: ProviderEvent,
): Promise<number | null> => {
  const row = await db
    .selectFrom(about === 'payment' ? 'payment_intents' : 'withdrawals')
    .select('user_id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.user_id ?? null;
};

/**
 * Apply an event of the payment provider. It is the only place that credits what came in and settles what goes out. The
 * event is written down first, in the transaction that does what it leads to, so that one told twice, also across a
 * crash, has one effect. `userId` is whom it concerns, as read before.
 */
export const applyProviderEvent = async (
  tx: Transaction,
  deps: EventDeps,
  event: ProviderEvent,
  userId: number | null,
): Promise<void> => {
  const { eventId, reference, outcome, amount } = event;
  const isNew = await tx.query
    .insertInto('provider_events')
    .values({ id: eventId, reference, outcome, amount, effect: 'received', at: deps.clock.now() })
    .onConflict((oc) =>
      oc.column('id').doUpdateSet({ effect: 'received' }).where('provider_events.effect', '=', 'unknown'),
    )
    .returning('id')
    .executeTakeFirst();
  if (!isNew) return;
  const settle = event.about === 'payment' ? settlePayment : settlePayout;
  const judgement = userId === null ? null : await settle(tx, deps, event, userId);
  if (!judgement)
    deps.logger.warn({ reference, outcome }, 'the payment provider told of a reference that is not ours');
  await tx.query
    .updateTable('provider_events')
    .set({ effect: judgement?.effect ?? 'unknown' })
    .where('id', '=', eventId)
    .execute();
};

const settlePayment = async (
  tx: Transaction,
  deps: EventDeps,
  event: ProviderEvent,
  userId: number,
): Promise<Judgement | null> => {
  const { clock, ledger, hub } = deps;
  const intent = await tx.query
    .selectFrom('payment_intents')
    .selectAll()
    .where('reference', '=', event.reference)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!intent) return null;
  const { id: intentId, reference, amount } = intent;
  const judgement = judgePayment(intent, event, clock.now());
  const { effect, message } = judgement;
  if (effect !== 'credited' && effect !== 'failed' && effect !== 'unmatched') return judgement;
  if (effect === 'credited')
    await ledger.post(tx, {
      userId,
      key: `payment:${reference}`,
      kind: 'added',
      note: `UPI from ${intent.upi_id}`,
      reference,
      postings: [
        { house: 'upi-clearing', amount: -amount },
        { userId, account: 'available', amount },
      ],
    });
  await notifyOwner(tx, deps, userId, judgement, `${PAYMENT_TITLES[effect]} (${reference})`);
  // What was credited stays so, whatever else comes for it.
  if (intent.state === 'confirmed') return judgement;
  const state = INTENT_STATE[effect];
  await tx.query
    .updateTable('payment_intents')
    .set({ state, message, settled_at: clock.now() })
    .where('id', '=', intentId)
    .execute();
  tx.afterCommit(() => hub.publish(userId, { type: 'payment', intentId, state }));
  return judgement;
};

const settlePayout = async (
  tx: Transaction,
  deps: EventDeps,
  event: ProviderEvent,
  userId: number,
): Promise<Judgement | null> => {
  const { clock, ledger } = deps;
  const withdrawal = await tx.query
    .selectFrom('withdrawals')
    .selectAll()
    .where('reference', '=', event.reference)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!withdrawal) return null;
  const { id, reference, amount } = withdrawal;
  const judgement = judgePayout(withdrawal, event);
  const { effect, message } = judgement;
  if (effect !== 'settled' && effect !== 'returned' && effect !== 'unmatched') return judgement;
  await notifyOwner(tx, deps, userId, judgement, `${PAYOUT_TITLES[effect]} (${reference})`);
  if (effect !== 'unmatched')
    await ledger.post(tx, {
      userId,
      key: `withdrawal:${reference}:${effect}`,
      kind: effect === 'settled' ? 'withdrawal-settled' : 'withdrawal-returned',
      note: `Withdrawal ${reference}`,
      postings: [
        { userId, account: 'held', amount: -amount },
        effect === 'settled' ? { house: 'bank-clearing', amount } : { userId, account: 'available', amount },
      ],
    });
  await tx.query
    .updateTable('withdrawals')
    .set(effect === 'unmatched' ? { message } : { message, state: effect, settled_at: clock.now() })
    .where('id', '=', id)
    .execute();
  return judgement;
};

const notifyOwner = async (
  tx: Transaction,
  { notify, logActivity }: EventDeps,
  userId: number,
  { effect, message }: Judgement,
  title: string,
): Promise<void> => {
  const isCritical = effect === 'unmatched';
  await notify(tx, userId, 'wallet', { title, body: message, link: '/wallet-history', isCritical });
  await logActivity(tx, userId, 'payment', `${title}. ${message}`);
};
