import type { Trade } from '../../shared/contract/positions.ts';
import { t } from '../i18n/translate.ts';
import { csvRupees, csvTime } from '../i18n/csv-cells.ts';
import type { CsvColumn } from './csv-export.ts';

/** A closed trade in a file for a spreadsheet. */
export const tradeCsvColumns = (): readonly CsvColumn<Trade>[] => [
  { title: t('Exit time (IST)'), csv: (row) => csvTime(row.exitAt) },
  { title: t('Entry time (IST)'), csv: (row) => csvTime(row.entryAt) },
  { title: t('Mode'), csv: (row) => row.mode },
  { title: t('Strategy'), csv: (row) => row.strategyName },
  { title: t('Symbol'), csv: (row) => row.symbol },
  { title: t('Side'), csv: (row) => row.side },
  { title: t('Quantity'), csv: (row) => String(row.quantity) },
  { title: t('Entry price'), csv: (row) => csvRupees(row.entryPrice) },
  { title: t('Exit price'), csv: (row) => csvRupees(row.exitPrice) },
  { title: t('Gross'), csv: (row) => csvRupees(row.gross) },
  { title: t('Charges'), csv: (row) => csvRupees(row.charges) },
  { title: t('Net'), csv: (row) => csvRupees(row.net) },
];
