import type { TransferKind, WalletEntry } from '../../shared/contract/wallet.ts';
import { istIso } from '../../shared/time.ts';
import { maskName } from '../masked-person.ts';

/** Titles of the kinds of entry. */
export const TITLES: Readonly<Record<TransferKind, string>> = {
  added: 'Money added',
  transfer: 'Moved between wallets',
  sent: 'Sent',
  received: 'Received',
  'withdrawal-held': 'Withdrawal to bank',
  'withdrawal-settled': 'Withdrawal paid out',
  'withdrawal-returned': 'Withdrawal returned',
  'top-up': 'Credit bought',
  'credit-bonus': 'Bonus credit',
  activation: 'Account activation',
  'trade-activation': 'Trade activation',
  plan: 'Plan',
  'plan-refund': 'Unused part of a plan',
  'author-fee': 'Fee of a strategy',
  'author-share': 'Share of a fee',
  reward: 'Reward',
  correction: 'Correction',
};

/** A line of the books as its owner sees it. */
export const entryView = (row: {
  id: number;
  at: number;
  kind: TransferKind;
  note: string;
  amount: number;
  balance: number;
  reference: string;
  counterparty: string | null;
}): WalletEntry => ({
  entryId: row.id,
  at: istIso(row.at),
  kind: row.kind,
  title: TITLES[row.kind],
  note: row.note,
  type: row.amount > 0 ? 'C' : 'D',
  amount: row.amount,
  balance: row.balance,
  reference: row.reference,
  counterparty: row.counterparty === null ? null : maskName(row.counterparty),
});
