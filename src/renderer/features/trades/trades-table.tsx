import type { ReactNode } from 'react';
import type { Trade } from '../../../shared/contract/positions.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { tradeColumns } from './trade-columns.ts';

interface TradesTableProps {
  label: string;
  rows: readonly Trade[];
  selectedId: number | null;
  onOpen: (row: Trade) => void;
  footer?: ReactNode;
  /** Left out inside one strategy. */
  hasStrategy?: boolean;
}

/** Closed trades, newest first. */
export const TradesTable = ({
  label,
  rows,
  selectedId,
  onOpen,
  footer,
  hasStrategy = true,
}: TradesTableProps) => (
  <DataTable
    label={label}
    columns={tradeColumns({ hasStrategy })}
    rows={rows}
    rowKey={(row) => row.tradeId}
    selectedKey={selectedId}
    onOpen={onOpen}
    footer={footer}
  />
);
