import { csvRupees } from '../../i18n/csv-cells.ts';
import { dayWords } from '../../i18n/dates.ts';
import type { CarriedLossView, TaxBucketView, TaxLot } from '../../../shared/contract/reports.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';

const bucketColumns = (): readonly Column<TaxBucketView>[] => [
  {
    key: 'label',
    title: t('Class'),
    kind: 'wrap',
    render: (row) => row.label,
    csv: (row) => row.label,
  },
  {
    key: 'lots',
    title: t('Lots'),
    align: 'end',
    render: (row) => formatCount(row.disposals),
    csv: (row) => String(row.disposals),
  },
  {
    key: 'gains',
    title: t('Gains'),
    align: 'end',
    render: (row) => formatRupees(row.gains),
    csv: (row) => csvRupees(row.gains),
  },
  {
    key: 'losses',
    title: t('Losses'),
    align: 'end',
    render: (row) => formatRupees(row.losses),
    csv: (row) => csvRupees(row.losses),
  },
  {
    key: 'net',
    title: t('Net'),
    align: 'end',
    render: (row) => <MoneyChange paise={row.net} />,
    csv: (row) => csvRupees(row.net),
  },
  {
    key: 'deducted',
    title: t('Charges'),
    align: 'end',
    render: (row) => formatRupees(row.deductible),
    csv: (row) => csvRupees(row.deductible),
  },
  {
    key: 'stt',
    title: 'STT',
    align: 'end',
    render: (row) => formatRupees(row.stt),
    csv: (row) => csvRupees(row.stt),
  },
  {
    key: 'turnover',
    title: t('Turnover'),
    align: 'end',
    render: (row) => formatRupees(row.turnover),
    csv: (row) => csvRupees(row.turnover),
  },
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

const lossColumns = (): readonly Column<CarriedLossView>[] => [
  {
    key: 'year',
    title: t('Made in'),
    render: (row) => row.financialYear,
    csv: (row) => row.financialYear,
  },
  {
    key: 'label',
    title: t('Class'),
    render: (row) => row.label,
    csv: (row) => row.label,
  },
  {
    key: 'amount',
    title: t('Came in'),
    align: 'end',
    render: (row) => formatRupees(row.amount),
    csv: (row) => csvRupees(row.amount),
  },
  {
    key: 'used',
    title: t('Used this year'),
    align: 'end',
    render: (row) => formatRupees(row.used),
    csv: (row) => csvRupees(row.used),
  },
  {
    key: 'left',
    title: t('Left'),
    align: 'end',
    render: (row) => formatRupees(row.left),
    csv: (row) => csvRupees(row.left),
  },
  {
    key: 'until',
    title: t('Usable until'),
    render: (row) => row.lastYear,
    csv: (row) => row.lastYear,
  },
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
  {
    key: 'symbol',
    title: t('Symbol'),
    render: (row) => row.symbol,
    csv: (row) => row.symbol,
  },
  {
    key: 'label',
    title: t('Class'),
    kind: 'quiet',
    render: (row) => row.label,
    csv: (row) => row.label,
  },
  {
    key: 'quantity',
    title: t('Qty'),
    align: 'end',
    render: (row) => formatCount(row.quantity),
    csv: (row) => String(row.quantity),
  },
  {
    key: 'bought',
    title: t('Bought'),
    render: (row) => dayWords(row.boughtOn),
    csv: (row) => row.boughtOn,
  },
  {
    key: 'sold',
    title: t('Sold'),
    render: (row) => dayWords(row.soldOn),
    csv: (row) => row.soldOn,
  },
  {
    key: 'cost',
    title: t('Cost'),
    align: 'end',
    render: (row) => formatRupees(row.cost),
    csv: (row) => csvRupees(row.cost),
  },
  {
    key: 'proceeds',
    title: t('Proceeds'),
    align: 'end',
    render: (row) => formatRupees(row.proceeds),
    csv: (row) => csvRupees(row.proceeds),
  },
  {
    key: 'deducted',
    title: t('Charges'),
    align: 'end',
    render: (row) => formatRupees(row.deductible),
    csv: (row) => csvRupees(row.deductible),
  },
  {
    key: 'gain',
    title: t('Gain'),
    align: 'end',
    render: (row) => <MoneyChange paise={row.gain} />,
    csv: (row) => csvRupees(row.gain),
  },
];

/** A page of the lots, first in, first out. */
export const TaxLots = ({ rows }: { rows: readonly TaxLot[] }) => (
  <DataTable label={t('Lots')} columns={lotColumns()} rows={rows} rowKey={(row) => row.number} />
);
