import { Link, makeStyles } from '@fluentui/react-components';
import { formatRupees } from '../../../shared/money.ts';
import { csvNumber } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { changeColumn, countColumn, rupeesColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Explain } from '../../ui/explain.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { percentOf, type ProfitSide } from './profit.ts';

type Row = ProfitSide['byStrategy'][number];

const returnOf = ({ net, capital }: Row): number => percentOf(net, capital) ?? 0;

const useStyles = makeStyles({
  // Beside a button of its own height the figure would leave the line of its row.
  figure: { display: 'inline-flex', alignItems: 'center' },
});

const Return = ({ row }: { row: Row }) => (
  <span className={useStyles().figure}>
    <PercentChange percent={returnOf(row)} />
    <Explain
      figure={t('Return of {{name}}', { name: row.name })}
      explanation={t(
        'Its net result in these days divided by its capital as it is set now: {{net}} ÷ {{capital}}.',
        { net: formatRupees(row.net), capital: formatRupees(row.capital) },
      )}
    />
  </span>
);

const columns = (): readonly Column<Row>[] => [
  {
    key: 'name',
    title: t('Strategy'),
    render: (row) =>
      row.isManual ? row.name : <Link href={routeHref(`/strategies/${row.strategyId}`)}>{row.name}</Link>,
    sortBy: (row) => row.name,
    csv: (row) => row.name,
  },
  countColumn('trades', t('Trades'), (row) => row.trades, { isSortable: true }),
  changeColumn('gross', t('Gross'), (row) => row.gross, { isSortable: true }),
  rupeesColumn('charges', t('Charges'), (row) => row.charges, { isSortable: true }),
  changeColumn('net', t('Net'), (row) => row.net, { isSortable: true }),
  {
    key: 'return',
    title: t('Return'),
    align: 'end',
    render: (row) => <Return row={row} />,
    sortBy: returnOf,
    csv: (row) => csvNumber(returnOf(row)),
  },
];

/** Profit of each strategy; every row is on the page. */
export const ByStrategy = ({ rows }: { rows: ProfitSide['byStrategy'] }) => (
  <DataTable
    label={t('P&L by strategy')}
    columns={columns()}
    rows={rows}
    rowKey={(row) => row.strategyId}
    csv={{ name: 'result-by-strategy' }}
    {...useUrlSort()}
  />
);
