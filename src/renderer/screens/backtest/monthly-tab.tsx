import type { RunResult } from '../../../shared/contract/backtests.ts';
import { formatCount } from '../../../shared/money.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { HeatMap, type HeatCell } from '../../ui/heat-map.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const monthNames = (): string[] => [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
];

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

/** Short, so that a year fits beside itself: the percent sign stands in the title. */
const cellOf = (percent: number): HeatCell => {
  const text = Math.abs(percent).toFixed(1);
  // What is nothing when it is rounded has no sign and no colour either.
  return text === '0.0' ? { value: 0, text } : { value: percent, text: `${percent < 0 ? '−' : '+'}${text}` };
};
const NOTHING: HeatCell = { value: null, text: '' };

/** Months beside each other and years below each other, the return of each printed in its cell. */
export const MonthlyTab = ({ result }: { result: RunResult }) => {
  const byMonth = new Map(result.months.map((month) => [month.month, month.returnPercent]));
  const rows = result.years.map(({ year, returnPercent }) => ({
    name: year,
    cells: [
      ...monthNames().map((_, index) => {
        const value = byMonth.get(`${year}-${String(index + 1).padStart(2, '0')}`);
        return value === undefined ? NOTHING : cellOf(value);
      }),
      cellOf(returnPercent),
    ],
  }));
  return (
    <>
      <SectionCard title={t('Monthly returns, %')}>
        <HeatMap
          label={t('Monthly returns in percent')}
          corner={t('Year')}
          columns={[...monthNames(), t('Year')]}
          rows={rows}
        />
      </SectionCard>
      <DataTable
        label={t('Years')}
        columns={columns()}
        rows={result.years}
        rowKey={(year) => year.year}
        csv={{ name: 'years' }}
      />
    </>
  );
};
