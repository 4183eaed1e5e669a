import { Link } from '@fluentui/react-components';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
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
  },
  {
    key: 'trades',
    title: t('Trades'),
    align: 'end',
    render: (row) => formatCount(row.trades),
    sortBy: (row) => row.trades,
  },
  {
    key: 'gross',
    title: t('Gross'),
    align: 'end',
    render: (row) => <MoneyChange paise={row.gross} />,
    sortBy: (row) => row.gross,
  },
  {
    key: 'charges',
    title: t('Charges'),
    align: 'end',
    render: (row) => formatRupees(row.charges),
    sortBy: (row) => row.charges,
  },
  {
    key: 'net',
    title: t('Net'),
    align: 'end',
    render: (row) => <MoneyChange paise={row.net} />,
    sortBy: (row) => row.net,
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
  },
];

/** What each strategy made; every row is on the page. */
export const ByStrategy = ({ rows }: { rows: ProfitSide['byTrick'] }) => (
  <DataTable label={t('Result by strategy')} columns={columns()} rows={rows} rowKey={(row) => row.TricksId} />
);
