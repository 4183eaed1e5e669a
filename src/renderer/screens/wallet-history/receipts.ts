import { dateTimeText } from '../../i18n/dates.ts';
import type { WalletEntry, WalletName, Withdrawal } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';

import {
  sandboxSentence,
  WALLET_WORDS,
  walletAmount,
  walletChange,
  WITHDRAWAL_WORDS,
} from '../../i18n/money-words.ts';
import type { PrintDocument } from '../../state/print.ts';
import { printFacts, printPage } from '../../ui/print-html.ts';

interface ReceiptOf {
  /** Whose wallet it is. */
  holder: string;
  isSandbox: boolean;
}

const FOOT = 'Written by TrickDesk from the books of the wallet. All times are Indian Standard Time.';

/** A receipt of one line of a wallet. */
export const entryReceipt = (
  entry: WalletEntry,
  { wallet, holder, isSandbox }: ReceiptOf & { wallet: WalletName },
): PrintDocument => ({
  name: `receipt-${entry.reference}`,
  html: printPage({
    title: 'Receipt',
    aside: entry.reference,
    sandbox: isSandbox ? sandboxSentence() : null,
    body: printFacts([
      ['What', entry.title],
      ['Time', dateTimeText(Date.parse(entry.at))],
      ['Amount', walletChange(wallet, entry.amount)],
      ['Balance after it', walletAmount(wallet, entry.balance)],
      ['Wallet', `${WALLET_WORDS[wallet]}, ${holder}`],
      [entry.type === 'C' ? 'From' : 'To', entry.counterparty ?? ''],
      ['Note', entry.note],
    ]),
    foot: FOOT,
  }),
});

/** A receipt of a withdrawal and what has become of it. */
export const withdrawalReceipt = (row: Withdrawal, { holder, isSandbox }: ReceiptOf): PrintDocument => ({
  name: `withdrawal-${row.reference}`,
  html: printPage({
    title: 'Withdrawal',
    aside: row.reference,
    sandbox: isSandbox ? sandboxSentence() : null,
    body: printFacts([
      ['State', WITHDRAWAL_WORDS[row.state]],
      ['Asked for', dateTimeText(Date.parse(row.at))],
      ['Ended', row.settledAt === null ? '' : dateTimeText(Date.parse(row.settledAt))],
      ['Amount', formatRupees(row.amount)],
      ['From the wallet of', holder],
      ['To the account ending in', `${row.accountLast4}, ${row.ifsc}`],
      ['Message', row.message],
    ]),
    foot: FOOT,
  }),
});
