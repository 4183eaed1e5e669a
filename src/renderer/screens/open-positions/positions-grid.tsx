import { useEffect, useMemo, useState } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { onMoving } from '../../state/moving.ts';
import { LiveGrid } from '../../ui/live-grid.tsx';
import { LiveRows } from '../../ui/live-rows.ts';
import { columnsFor, type PositionActions } from './position-columns.tsx';

interface PositionsGridProps extends PositionActions {
  label: string;
  rows: readonly Position[];
  selectedId: number | null;
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
}: PositionsGridProps) => {
  const [live] = useState(() => new LiveRows<Position>(keyOf));
  useEffect(() => live.replace(rows), [live, rows]);
  // The cells follow the market by themselves; what it changes here is the order.
  useEffect(() => onMoving(() => live.accept([])), [live]);
  const columns = useMemo(() => columnsFor({ onOpen, onExit, onStopLoss }), [onOpen, onExit, onStopLoss]);
  return (
    <LiveGrid
      label={label}
      columns={columns}
      rows={live}
      rowKey={keyOf}
      onOpen={onOpen}
      selectedKey={selectedId}
    />
  );
};
