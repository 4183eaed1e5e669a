import type { WalletEntry, WalletName } from '../../shared/contract/wallet.ts';
import { csvRupees, csvTime } from '../i18n/csv-cells.ts';
import { t } from '../i18n/translate.ts';
import type { CsvColumn } from '../state/csv-export.ts';

const USDT_MILLIONTHS = 1_000_000;
/** Millionths as a spreadsheet reads a number, exactly. */
const csvUsdt = (millionths: number): string => {
  const whole = Math.trunc(millionths / USDT_MILLIONTHS);
  const rest = String(Math.abs(millionths % USDT_MILLIONTHS)).padStart(6, '0');
  return `${millionths < 0 && whole === 0 ? '-' : ''}${whole}.${rest}`;
};

/** A line of a wallet in a file for a spreadsheet. */
export const entryCsvColumns = (wallet: WalletName): readonly CsvColumn<WalletEntry>[] => {
  const amount = wallet === 'usdt' ? csvUsdt : csvRupees;
  return [
    { title: t('Time (IST)'), csv: (row) => csvTime(row.at) },
    { title: t('What'), csv: (row) => row.title },
    { title: t('With'), csv: (row) => row.counterparty ?? '' },
    { title: t('Note'), csv: (row) => row.note },
    { title: t('Amount'), csv: (row) => amount(row.amount) },
    { title: t('Balance'), csv: (row) => amount(row.balance) },
    { title: t('Reference'), csv: (row) => row.reference },
  ];
};
