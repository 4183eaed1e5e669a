import type { Order } from '../../shared/contract/positions.ts';
import { t } from '../i18n/translate.ts';
import { csvRupees, csvTime } from '../i18n/csv-cells.ts';
import type { CsvColumn } from './csv-export.ts';

/** An order in a file for a spreadsheet. */
export const orderCsvColumns = (): readonly CsvColumn<Order>[] => [
  { title: t('Placed (IST)'), csv: (row) => csvTime(row.placedAt) },
  { title: t('Mode'), csv: (row) => row.mode },
  { title: t('Strategy'), csv: (row) => row.strategyName },
  { title: t('Symbol'), csv: (row) => row.symbol },
  { title: t('Side'), csv: (row) => row.side },
  { title: t('Order tag'), csv: (row) => row.purpose },
  { title: t('Quantity'), csv: (row) => String(row.quantity) },
  { title: t('Filled'), csv: (row) => String(row.filledQuantity) },
  { title: t('Avg. price'), csv: (row) => csvRupees(row.averagePrice) },
  { title: t('State'), csv: (row) => row.state },
  { title: t('Reason'), csv: (row) => row.reason },
];
