import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { TrickLink } from '../../flows/trick-link.tsx';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { movingNow } from '../../state/moving.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { LtpCell, PnlCell, PnlPercentCell } from './live-cells.tsx';
import { liveResult } from './live-result.ts';

const useStyles = makeStyles({
  actions: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalXS },
});

interface Actions {
  onOpen: (position: Position) => void;
  onExit: (position: Position) => void;
  onStopLoss: (position: Position) => void;
}

const RowActions = ({ position, onExit, onStopLoss }: { position: Position } & Omit<Actions, 'onOpen'>) => (
  <span className={useStyles().actions}>
    <Button
      size="small"
      data-act="exit"
      aria-label={t('Exit {{symbol}}', { symbol: position.symbol })}
      onClick={() => onExit(position)}
    >
      {t('Exit…')}
    </Button>
    <Button
      size="small"
      appearance="subtle"
      aria-label={t('SL… (stop-loss) of {{symbol}}', { symbol: position.symbol })}
      onClick={() => onStopLoss(position)}
    >
      {t('SL…')}
    </Button>
  </span>
);

const columnsFor = (actions: Actions): readonly Column<Position>[] => [
  { key: 'symbol', title: t('Symbol'), render: (row) => row.symbol, sortBy: (row) => row.symbol },
  {
    key: 'trick',
    title: t('Strategy'),
    kind: 'quiet',
    render: (row) => <TrickLink TricksId={row.TricksId}>{row.trickName}</TrickLink>,
    sortBy: (row) => row.trickName,
  },
  { key: 'mode', title: t('Mode'), render: (row) => <ModeChip mode={row.mode} /> },
  { key: 'quantity', title: t('Qty'), align: 'end', render: (row) => formatCount(row.quantity) },
  { key: 'average', title: t('Avg'), align: 'end', render: (row) => formatPrice(row.averagePrice) },
  { key: 'ltp', title: 'LTP', align: 'end', render: (row) => <LtpCell position={row} /> },
  {
    key: 'pnl',
    title: 'P&L',
    align: 'end',
    render: (row) => <PnlCell position={row} />,
    sortBy: (row) => liveResult(row, movingNow()).pnl,
  },
  {
    key: 'percent',
    title: 'P&L %',
    align: 'end',
    render: (row) => <PnlPercentCell position={row} />,
    sortBy: (row) => liveResult(row, movingNow()).pnlPercent,
  },
  {
    key: 'actions',
    title: t('Actions'),
    isTitleHidden: true,
    render: (row) => <RowActions position={row} onExit={actions.onExit} onStopLoss={actions.onStopLoss} />,
  },
];

/** Open positions; price and result move by themselves. */
export const PositionsTable = ({
  label = t('Open positions'),
  rows,
  selectedId,
  ...actions
}: { label?: string; rows: readonly Position[]; selectedId: number | null } & Actions) => (
  <DataTable
    label={label}
    columns={columnsFor(actions)}
    rows={rows}
    rowKey={(row) => row.positionId}
    selectedKey={selectedId}
    onOpen={actions.onOpen}
    {...useUrlSort()}
  />
);
