import type { WalletName } from '../../../shared/contract/wallet.ts';
import { periodText } from '../../i18n/dates.ts';
import { sandboxSentence, WALLET_LABELS, walletAmount, walletChange } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { entryColumns } from '../../features/money/entries-table.tsx';
import type { PrintDocument } from '../../state/print.ts';
import { onPaper } from '../../ui/columns.tsx';
import { html, printPage, printTable } from '../../ui/print-html.ts';
import type { Statement } from './statement.ts';

interface StatementOf {
  wallet: WalletName;
  /** Whose wallet it is. */
  holder: string;
  isSandbox: boolean;
  from: string;
  to: string;
}

/** The statement of a wallet on paper: what it had, every line, what it has, and how the one follows from the other. */
export const statementDocument = (
  { opening, credits, debits, closing, lines }: Statement,
  { wallet, holder, isSandbox, from, to }: StatementOf,
): PrintDocument => {
  const amount = (value: number): string => walletAmount(wallet, value);
  return {
    name: `statement-${wallet}-${from || 'all'}-${to || 'days'}`,
    html: printPage({
      title: t('Statement of the {{wallet}} wallet', { wallet: WALLET_LABELS[wallet] }),
      aside: periodText({ from, to }),
      holder,
      sandbox: isSandbox ? sandboxSentence() : null,
      body: html`${printTable({
        columns: [
          { title: t('Opening balance'), isAmount: true, text: () => amount(opening) },
          { title: t('+ came in'), isAmount: true, text: () => amount(credits) },
          { title: t('− went out'), isAmount: true, text: () => amount(debits) },
          { title: t('= closing balance'), isAmount: true, text: () => amount(closing) },
        ],
        rows: [null],
      })}
      ${printTable({
        columns: onPaper(entryColumns(wallet), {
          at: { total: t('Closing balance') },
          what: {},
          about: {},
          reference: {},
          amount: { total: walletChange(wallet, credits - debits) },
          balance: { total: amount(closing) },
        }),
        rows: lines,
      })}`,
      foot: t(
        'Every line of these days, oldest first, whatever the list on the screen was filtered by. Written by TrickDesk from the books of the wallet. All times are Indian Standard Time.',
      ),
    }),
  };
};
