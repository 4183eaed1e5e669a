import type { Position } from '../../../shared/contract/positions.ts';
import { hasProtection } from '../../features/trades/protection-columns.tsx';
import { t } from '../../i18n/translate.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { columnsFor, hasLevels, useFitting, type PositionRowActions } from './position-columns.tsx';
import { PositionsGrid } from './positions-grid.tsx';

interface PositionsTableProps extends PositionRowActions {
  label?: string;
  rows: readonly Position[];
  selectedId: number | null;
}

/** Of more rows than this only those in view are painted. */
export const MOST_IN_TABLE = 50;

/** Open positions; price and result move by themselves. */
export const PositionsTable = ({
  label = t('Open positions'),
  rows,
  selectedId,
  ...actions
}: PositionsTableProps) => {
  const sort = useUrlSort();
  const columns = useFitting(columnsFor(actions, hasProtection(rows), hasLevels(rows)));
  return rows.length > MOST_IN_TABLE ? (
    <PositionsGrid label={label} rows={rows} selectedId={selectedId} {...actions} {...sort} />
  ) : (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.positionId}
      selectedKey={selectedId}
      onOpen={actions.onOpen}
      {...sort}
    />
  );
};
