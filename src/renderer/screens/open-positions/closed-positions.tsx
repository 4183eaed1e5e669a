import type { Position } from '../../../shared/contract/positions.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { contractName } from '../../i18n/contract-name.ts';
import { t } from '../../i18n/translate.ts';
import { csvNumber } from '../../i18n/csv-cells.ts';
import { moreColumn } from '../../features/symbols/symbol-columns.tsx';
import { StrategyLink } from '../../features/strategies/strategy-link.tsx';
import { changeColumn, priceColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { PercentChange } from '../../ui/money.tsx';

/** Columns of closed positions: nothing of them moves. */
export const closedColumns = (): readonly Column<Position>[] => [
  { key: 'symbol', title: t('Symbol'), render: contractName, csv: contractName },
  {
    key: 'strategy',
    title: t('Strategy'),
    kind: 'quiet',
    render: (row) => (
      <StrategyLink strategyId={row.strategyId} isManual={row.isManual}>
        {row.strategyName}
      </StrategyLink>
    ),
    csv: (row) => row.strategyName,
  },
  {
    key: 'mode',
    title: t('Mode'),
    render: (row) => <ModeChip mode={row.mode} />,
    csv: (row) => modeWord(row.mode),
  },
  {
    key: 'side',
    title: t('Side'),
    render: (row) => (row.side === 'long' ? t('Long') : t('Short')),
    csv: (row) => row.side,
  },
  timeColumn('opened', t('Opened (IST)'), (row) => row.openedAt),
  timeColumn('closed', t('Closed (IST)'), (row) => row.closedAt),
  priceColumn('average', t('Avg'), (row) => row.averagePrice),
  changeColumn('pnl', 'P&L', (row) => row.pnl),
  {
    key: 'percent',
    title: 'P&L %',
    align: 'end',
    render: (row) => <PercentChange percent={row.pnlPercent} isTinted />,
    csv: (row) => csvNumber(row.pnlPercent),
  },
  moreColumn(),
];

/** Positions that were left, the newest first. */
export const ClosedPositions = ({
  rows,
  selectedId,
  onOpen,
}: {
  rows: readonly Position[];
  selectedId: number | null;
  onOpen: (position: Position) => void;
}) => (
  <DataTable
    label={t('Closed positions')}
    columns={closedColumns()}
    rows={rows}
    rowKey={(row) => row.positionId}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
