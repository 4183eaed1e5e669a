import type { CarriedLossView, TaxBucketView, TaxLot } from '../../../shared/contract/reports.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { changeColumn, countColumn, rupeesColumn, sharesColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';

/** Of a class of income, in tables, files and on paper. */
export const bucketColumns = (): readonly Column<TaxBucketView>[] => [
  textColumn('label', t('Class'), (row) => row.label, { kind: 'wrap' }),
  countColumn('lots', t('Lots'), (row) => row.disposals),
  rupeesColumn('gains', t('Gains'), (row) => row.gains),
  rupeesColumn('losses', t('Losses'), (row) => row.losses),
  changeColumn('net', t('Net'), (row) => row.net),
  rupeesColumn('deducted', t('Charges'), (row) => row.deductible),
  rupeesColumn('stt', 'STT', (row) => row.stt),
  rupeesColumn('turnover', t('Turnover'), (row) => row.turnover),
];

/** Income by class. */
export const TaxBuckets = ({ rows }: { rows: readonly TaxBucketView[] }) => (
  <DataTable
    label={t('Income by class')}
    columns={bucketColumns()}
    rows={rows}
    rowKey={(row) => row.taxClass}
    csv={{ name: 'tax-classes' }}
  />
);

/** Of a loss that is carried forward, likewise. */
export const lossColumns = (): readonly Column<CarriedLossView>[] => [
  textColumn('year', t('Made in'), (row) => row.financialYear),
  textColumn('label', t('Class'), (row) => row.label),
  rupeesColumn('amount', t('Loss'), (row) => row.amount),
  rupeesColumn('used', t('Used this year'), (row) => row.used),
  rupeesColumn('left', t('Left'), (row) => row.left),
  textColumn('until', t('Usable until'), (row) => row.lastYear),
];

/** Losses that may still be used, oldest first. */
export const CarriedLosses = ({ rows }: { rows: readonly CarriedLossView[] }) => (
  <DataTable
    label={t('Losses carried forward')}
    columns={lossColumns()}
    rows={rows}
    rowKey={(row) => `${row.financialYear} ${row.label}`}
    csv={{ name: 'losses-carried-forward' }}
  />
);

const lotColumns = (): readonly Column<TaxLot>[] => [
  textColumn('symbol', t('Symbol'), (row) => row.symbol),
  textColumn('label', t('Class'), (row) => row.label, { kind: 'quiet' }),
  sharesColumn('quantity', t('Qty'), (row) => row.quantity),
  {
    key: 'bought',
    title: t('Bought'),
    render: (row) => writtenDay(row.boughtOn),
    csv: (row) => row.boughtOn,
  },
  {
    key: 'sold',
    title: t('Sold'),
    render: (row) => writtenDay(row.soldOn),
    csv: (row) => row.soldOn,
  },
  rupeesColumn('cost', t('Cost'), (row) => row.cost),
  rupeesColumn('proceeds', t('Proceeds'), (row) => row.proceeds),
  rupeesColumn('deducted', t('Charges'), (row) => row.deductible),
  changeColumn('gain', t('Gain'), (row) => row.gain),
];

/** A page of the lots, first in, first out. */
export const TaxLots = ({ rows }: { rows: readonly TaxLot[] }) => (
  <DataTable label={t('Lots')} columns={lotColumns()} rows={rows} rowKey={(row) => row.number} />
);
