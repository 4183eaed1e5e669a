import { t } from '../../../i18n/translate.ts';
import { priceColumn } from '../../../ui/columns.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { fromTheTop } from './line-moves.ts';
import type { OwnedLine } from './owned-line.ts';

const columnsOf = (): readonly Column<OwnedLine>[] => [
  { key: 'line', title: t('Line'), kind: 'name', render: ({ label }) => label },
  priceColumn('price', t('Price'), ({ price }) => price),
  {
    key: 'moved',
    title: t('On the chart'),
    kind: 'wrap',
    render: ({ whyFixed }) => whyFixed ?? t('M chooses it, arrows move it, Enter asks.'),
  },
];

interface OwnedTableProps {
  symbol: string;
  lines: readonly OwnedLine[];
}

/** Orders and levels on a chart in rows, the highest price first. */
export const OwnedTable = ({ symbol, lines }: OwnedTableProps) => (
  <DataTable
    label={t('Orders and levels of {{symbol}}', { symbol })}
    columns={columnsOf()}
    rows={fromTheTop(lines)}
    rowKey={({ id }) => id}
  />
);
