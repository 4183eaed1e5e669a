import { useContext, useMemo, useState } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { nettedRows, rowKeyOf, type ShownPosition } from '../../features/trades/net-positions.ts';
import { hasProtection } from '../../features/trades/protection-columns.tsx';
import { t } from '../../i18n/translate.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { AllRowsShown } from '../../ui/all-rows-shown.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { GridColumn } from '../../ui/streaming-grid.tsx';
import {
  columnsFor,
  hasLevels,
  useFitting,
  useHasStrategy,
  type PositionRowActions,
} from './position-columns.tsx';
import { PositionsGrid } from './positions-grid.tsx';

interface PositionsTableProps extends PositionRowActions {
  label?: string;
  rows: readonly Position[];
  selectedId: number | null;
}

/** Of more rows than this only those in view are painted. */
export const MOST_IN_TABLE = 50;

/** Parts go with their net position, however the rows are sorted. */
const sortedWithNet = (column: GridColumn<ShownPosition>): GridColumn<ShownPosition> => {
  const { sortBy } = column;
  return sortBy ? { ...column, sortBy: (row) => sortBy(row.net ?? row) } : column;
};

/** React hook: rows with one for all by hand of a symbol, and what unfolds its parts. */
const useNetted = (rows: readonly Position[]) => {
  // Of some pages the other parts are not known, and a part of a net position is none.
  const isWhole = useContext(AllRowsShown);
  const [expanded, setExpanded] = useState<ReadonlySet<number | string>>(new Set());
  const shown = useMemo<readonly ShownPosition[]>(
    () => (isWhole ? nettedRows(rows, expanded) : rows),
    [isWhole, rows, expanded],
  );
  const unfold = (row: ShownPosition): void =>
    setExpanded((before) => {
      const key = rowKeyOf(row);
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const isExpanded = (row: ShownPosition): boolean | undefined =>
    row.parts ? expanded.has(rowKeyOf(row)) : undefined;
  return { shown, unfold, isExpanded };
};

/** Open positions; price and result move by themselves. Those by hand in a symbol and product are one row. */
export const PositionsTable = ({
  label = t('Open positions'),
  rows,
  selectedId,
  onOpen,
  ...actions
}: PositionsTableProps) => {
  const sort = useUrlSort();
  const { shown, unfold, isExpanded } = useNetted(rows);
  const hasStrategy = useHasStrategy();
  const open = (row: ShownPosition): void => (row.parts ? unfold(row) : onOpen(row));
  const columns = useFitting(
    columnsFor({ onOpen: open, ...actions }, hasProtection(rows), {
      areLevelsShown: hasLevels(rows),
      hasStrategy,
      isExpanded,
    }).map(sortedWithNet),
  );
  // Net positions unfold in the table alone. They come with a whole page, which is never long.
  const isNetted = shown.some(({ parts }) => parts);
  return shown.length > MOST_IN_TABLE && !isNetted ? (
    <PositionsGrid label={label} rows={rows} selectedId={selectedId} onOpen={onOpen} {...actions} {...sort} />
  ) : (
    <DataTable
      label={label}
      columns={columns}
      rows={shown}
      rowKey={rowKeyOf}
      isExpanded={isExpanded}
      selectedKey={selectedId}
      onOpen={open}
      {...sort}
    />
  );
};
