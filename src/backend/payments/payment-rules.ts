import type { PaymentIntentRow, WithdrawalRow } from '../db/schema.ts';
import { formatRupees } from '../../shared/money.ts';
import { istDateTimeText } from '../../shared/time.ts';
import type { ProviderEvent } from './payment-provider.ts';

/** Effect of an event. `unmatched` and `ignored` move nothing; the former somebody must look at. */
export interface Judgement {
  readonly effect: 'credited' | 'failed' | 'settled' | 'returned' | 'unmatched' | 'ignored';
  /** Sentence for the owner of the money. */
  readonly message: string;
}

type ReportedOutcome = Pick<ProviderEvent, 'outcome' | 'amount' | 'reason'>;

/** Decides what a payment's event means: only the whole amount, in time, of a request that waits for it, is credited. */
export const judgePayment = (
  intent: Pick<PaymentIntentRow, 'state' | 'amount' | 'expires_at'>,
  event: ReportedOutcome,
  now: number,
): Judgement => {
  const came = formatRupees(event.amount);
  if (event.outcome === 'failed') {
    if (intent.state !== 'pending') return { effect: 'ignored', message: '' };
    return { effect: 'failed', message: `${event.reason ?? 'The payment failed.'} Nothing was added.` };
  }
  const unmatched = (why: string): Judgement => ({
    effect: 'unmatched',
    message: `${why} It was not added to your wallet; support can trace it with the reference.`,
  });
  if (intent.state === 'confirmed') return unmatched(`A second payment of ${came} came for this request.`);
  if (intent.state === 'failed') return unmatched(`${came} came after the payment had failed.`);
  if (intent.state === 'unmatched') return unmatched(`Another payment of ${came} came for this request.`);
  if (intent.state === 'expired' || now >= intent.expires_at)
    return unmatched(`${came} came after the request had expired at ${istDateTimeText(intent.expires_at)}.`);
  if (event.amount !== intent.amount)
    return unmatched(`${came} came where ${formatRupees(intent.amount)} was asked for.`);
  return { effect: 'credited', message: `${came} was added to your wallet.` };
};

/** Decides what a payout's event means: the whole amount has gone, or none of it. */
export const judgePayout = (
  withdrawal: Pick<WithdrawalRow, 'state' | 'amount' | 'account_last4'>,
  event: ReportedOutcome,
): Judgement => {
  const account = `the account ending in ${withdrawal.account_last4}`;
  const amount = formatRupees(withdrawal.amount);
  if (withdrawal.state !== 'held') {
    const isWhatWeKnow = (event.outcome === 'done') === (withdrawal.state === 'settled');
    if (isWhatWeKnow) return { effect: 'ignored', message: '' };
    return {
      effect: 'unmatched',
      message: `The bank has told two things about this withdrawal of ${amount}. Support looks into it.`,
    };
  }
  if (event.outcome === 'failed')
    return {
      effect: 'returned',
      message: `${event.reason ?? 'The bank refused it.'} ${amount} is back in your wallet.`,
    };
  if (event.amount !== withdrawal.amount)
    return {
      effect: 'unmatched',
      message: `The bank tells of ${formatRupees(event.amount)} instead of ${amount}. It stays held while support looks into it.`,
    };
  return { effect: 'settled', message: `${amount} has reached ${account}.` };
};
