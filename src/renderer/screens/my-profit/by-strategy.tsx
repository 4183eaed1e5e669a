import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { Link } from '@fluentui/react-components';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Explain } from '../../ui/explain.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { percentOf, type ProfitSide } from './profit.ts';

type Row = ProfitSide['byTrick'][number];

const returnOf = ({ net, capital }: Row): number => percentOf(net, capital) ?? 0;

const columns = (): readonly Column<Row>[] => [
  {
    key: 'name',
    title: t('Strategy'),
    render: (row) => <Link href={routeHref(`/strategies/${row.TricksId}`)}>{row.name}</Link>,
    sortBy: (row) => row.name,
    csv: (row) => row.name,
  },
  {
    key: 'trades',
    title: t('Trades'),
    align: 'end',
    render: (row) => formatCount(row.trades),
    sortBy: (row) => row.trades,
    csv: (row) => String(row.trades),
  },
  {
    key: 'gross',
    title: t('Gross'),
    align: 'end',
    render: (row) => <MoneyChange paise={row.gross} />,
    sortBy: (row) => row.gross,
    csv: (row) => csvRupees(row.gross),
  },
  {
    key: 'charges',
    title: t('Charges'),
    align: 'end',
    render: (row) => formatRupees(row.charges),
    sortBy: (row) => row.charges,
    csv: (row) => csvRupees(row.charges),
  },
  {
    key: 'net',
    title: t('Net'),
    align: 'end',
    render: (row) => <MoneyChange paise={row.net} />,
    sortBy: (row) => row.net,
    csv: (row) => csvRupees(row.net),
  },
  {
    key: 'return',
    title: t('Return'),
    align: 'end',
    render: (row) => (
      <span>
        <PercentChange percent={returnOf(row)} />
        <Explain
          figure={t('Return of {{name}}', { name: row.name })}
          explanation={t(
            'Its net result in these days divided by its capital as it is set now: {{net}} ÷ {{capital}}.',
            { net: formatRupees(row.net), capital: formatRupees(row.capital) },
          )}
        />
      </span>
    ),
    sortBy: returnOf,
    csv: (row) => csvNumber(returnOf(row)),
  },
];

/** What each strategy made; every row is on the page. */
export const ByStrategy = ({ rows }: { rows: ProfitSide['byTrick'] }) => (
  <DataTable
    label={t('Result by strategy')}
    columns={columns()}
    rows={rows}
    rowKey={(row) => row.TricksId}
    csv={{ name: 'result-by-strategy' }}
    {...useUrlSort()}
  />
);
