import type { WalletEntry, WalletName, Withdrawal } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import {
  sandboxSentence,
  WALLET_LABELS,
  walletAmount,
  walletChange,
  WITHDRAWAL_LABELS,
} from '../../i18n/money-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import type { PrintDocument } from '../../state/print.ts';
import { printFacts, printPage } from '../../ui/print-html.ts';

interface ReceiptOf {
  /** Whose wallet it is. */
  holder: string;
  isSandbox: boolean;
}

const foot = (): string =>
  t('Written by TrickDesk from the books of the wallet. All times are Indian Standard Time.');

/** A receipt of one line of a wallet. */
export const entryReceipt = (
  entry: WalletEntry,
  { wallet, holder, isSandbox }: ReceiptOf & { wallet: WalletName },
): PrintDocument => ({
  name: `receipt-${entry.reference}`,
  html: printPage({
    title: t('Receipt'),
    aside: entry.reference,
    sandbox: isSandbox ? sandboxSentence() : null,
    body: printFacts([
      [t('Type'), serverText(entry.title)],
      [t('Time'), dateTimeText(Date.parse(entry.at))],
      [t('Amount'), walletChange(wallet, entry.amount)],
      [t('Balance after it'), walletAmount(wallet, entry.balance)],
      [t('Wallet'), `${WALLET_LABELS[wallet]}, ${holder}`],
      [t(entry.type === 'C' ? 'From' : 'To', { context: 'person' }), entry.counterparty ?? ''],
      [t('Note'), serverText(entry.note)],
    ]),
    foot: foot(),
  }),
});

/** A receipt of a withdrawal and what has become of it. */
export const withdrawalReceipt = (row: Withdrawal, { holder, isSandbox }: ReceiptOf): PrintDocument => ({
  name: `withdrawal-${row.reference}`,
  html: printPage({
    title: t('Withdrawal'),
    aside: row.reference,
    sandbox: isSandbox ? sandboxSentence() : null,
    body: printFacts([
      [t('Status'), WITHDRAWAL_LABELS[row.state]],
      [t('Asked for'), dateTimeText(Date.parse(row.at))],
      [
        t('Ended', { context: 'time' }),
        row.settledAt === null ? '' : dateTimeText(Date.parse(row.settledAt)),
      ],
      [t('Amount'), formatRupees(row.amount)],
      [t('From the wallet of'), holder],
      [t('To the account ending in'), `${row.accountLast4}, ${row.ifsc}`],
      [t('Message'), row.message],
    ]),
    foot: foot(),
  }),
});
