import { dayWords } from '../../i18n/dates.ts';
import type { CarriedLossView, TaxBucketView, TaxLot } from '../../../shared/contract/reports.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';

const bucketColumns: readonly Column<TaxBucketView>[] = [
  { key: 'label', title: 'Class', kind: 'wrap', render: (row) => row.label },
  { key: 'lots', title: 'Lots', align: 'end', render: (row) => formatCount(row.disposals) },
  { key: 'gains', title: 'Gains', align: 'end', render: (row) => formatRupees(row.gains) },
  { key: 'losses', title: 'Losses', align: 'end', render: (row) => formatRupees(row.losses) },
  { key: 'net', title: 'Net', align: 'end', render: (row) => <MoneyChange paise={row.net} /> },
  { key: 'deducted', title: 'Charges', align: 'end', render: (row) => formatRupees(row.deductible) },
  { key: 'stt', title: 'STT', align: 'end', render: (row) => formatRupees(row.stt) },
  { key: 'turnover', title: 'Turnover', align: 'end', render: (row) => formatRupees(row.turnover) },
];

/** Income by class. */
export const TaxBuckets = ({ rows }: { rows: readonly TaxBucketView[] }) => (
  <DataTable label="Income by class" columns={bucketColumns} rows={rows} rowKey={(row) => row.taxClass} />
);

const lossColumns: readonly Column<CarriedLossView>[] = [
  { key: 'year', title: 'Made in', render: (row) => row.financialYear },
  { key: 'label', title: 'Class', render: (row) => row.label },
  { key: 'amount', title: 'Came in', align: 'end', render: (row) => formatRupees(row.amount) },
  { key: 'used', title: 'Used this year', align: 'end', render: (row) => formatRupees(row.used) },
  { key: 'left', title: 'Left', align: 'end', render: (row) => formatRupees(row.left) },
  { key: 'until', title: 'Usable until', render: (row) => row.lastYear },
];

/** Losses that may still be used, oldest first. */
export const CarriedLosses = ({ rows }: { rows: readonly CarriedLossView[] }) => (
  <DataTable
    label="Losses carried forward"
    columns={lossColumns}
    rows={rows}
    rowKey={(row) => `${row.financialYear} ${row.label}`}
  />
);

const lotColumns: readonly Column<TaxLot>[] = [
  { key: 'symbol', title: 'Symbol', render: (row) => row.symbol },
  { key: 'label', title: 'Class', kind: 'quiet', render: (row) => row.label },
  { key: 'quantity', title: 'Qty', align: 'end', render: (row) => formatCount(row.quantity) },
  { key: 'bought', title: 'Bought', render: (row) => dayWords(row.boughtOn) },
  { key: 'sold', title: 'Sold', render: (row) => dayWords(row.soldOn) },
  { key: 'cost', title: 'Cost', align: 'end', render: (row) => formatRupees(row.cost) },
  { key: 'proceeds', title: 'Proceeds', align: 'end', render: (row) => formatRupees(row.proceeds) },
  { key: 'deducted', title: 'Charges', align: 'end', render: (row) => formatRupees(row.deductible) },
  { key: 'gain', title: 'Gain', align: 'end', render: (row) => <MoneyChange paise={row.gain} /> },
];

/** A page of the lots, first in, first out. */
export const TaxLots = ({ rows }: { rows: readonly TaxLot[] }) => (
  <DataTable label="Lots" columns={lotColumns} rows={rows} rowKey={(row) => row.number} />
);
