import { useEffect, useMemo, useState } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { hasProtection } from '../../features/trades/protection-columns.tsx';
import { onQuotes } from '../../state/quotes.ts';
import { StreamingGrid } from '../../ui/streaming-grid.tsx';
import { StreamingRows } from '../../ui/streaming-rows.ts';
import type { Sorting } from '../../ui/sorting.ts';
import {
  columnsFor,
  hasLevels,
  useFitting,
  useHasStrategy,
  type PositionRowActions,
} from './position-columns.tsx';

interface PositionsGridProps extends PositionRowActions {
  label: string;
  rows: readonly Position[];
  selectedId: number | null;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

const keyOf = (position: Position): number => position.positionId;

/** Hundreds of positions: those in view are painted, and an order by result follows the market. */
export const PositionsGrid = ({
  label,
  rows,
  selectedId,
  onOpen,
  onExit,
  onStopLoss,
  sorting,
  onSort,
}: PositionsGridProps) => {
  const [live] = useState(() => new StreamingRows<Position>(keyOf));
  useEffect(() => live.replace(rows), [live, rows]);
  // The cells follow the market by themselves; what it changes here is the order.
  useEffect(() => onQuotes(() => live.accept([])), [live]);
  const isProtectionShown = hasProtection(rows);
  const areLevelsShown = hasLevels(rows);
  const hasStrategy = useHasStrategy();
  const columns = useMemo(
    () => columnsFor({ onOpen, onExit, onStopLoss }, isProtectionShown, { areLevelsShown, hasStrategy }),
    [onOpen, onExit, onStopLoss, isProtectionShown, areLevelsShown, hasStrategy],
  );
  const shown = useFitting(columns);
  return (
    <StreamingGrid
      label={label}
      columns={shown}
      rows={live}
      rowKey={keyOf}
      onOpen={onOpen}
      selectedKey={selectedId}
      sorting={sorting}
      onSort={onSort}
    />
  );
};
