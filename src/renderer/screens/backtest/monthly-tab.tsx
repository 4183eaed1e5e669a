import type { RunResult } from '../../../shared/contract/backtests.ts';
import { formatCount } from '../../../shared/money.ts';
import { MonthlyReturns } from '../../features/charts/monthly-returns.tsx';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';

type Year = RunResult['years'][number];

const columns = (): readonly Column<Year>[] => [
  { key: 'year', title: t('Year'), render: (year) => year.year, csv: (year) => year.year },
  {
    key: 'trades',
    title: t('Trades closed'),
    align: 'end',
    render: (year) => formatCount(year.trades),
    csv: (year) => String(year.trades),
  },
  {
    key: 'net',
    title: t('P&L'),
    align: 'end',
    render: (year) => <MoneyChange paise={year.net} />,
    csv: (year) => csvRupees(year.net),
  },
  {
    key: 'return',
    title: t('Return'),
    align: 'end',
    render: (year) => <PercentChange percent={year.returnPercent} />,
    csv: (year) => csvNumber(year.returnPercent),
  },
];

/** The return of every month and year, and the years in figures. */
export const MonthlyTab = ({ result }: { result: RunResult }) => (
  <>
    <MonthlyReturns months={result.months} years={result.years} />
    <DataTable
      label={t('Years')}
      columns={columns()}
      rows={result.years}
      rowKey={(year) => year.year}
      csv={{ name: 'years' }}
    />
  </>
);
