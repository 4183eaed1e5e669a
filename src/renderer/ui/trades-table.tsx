import { dateTimeText, dayText } from '../i18n/dates.ts';
import { formatCount, formatPrice, formatRupees } from '../../shared/money.ts';
import { istTime } from '../../shared/time.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Facts } from './details-drawer.tsx';
import { MoneyChange } from './money.tsx';
import { ModeChip } from './mode-chip.tsx';
import type { ReactNode } from 'react';

/** A closed round trip as tables show it; money in paise, times ISO. */
export interface TradeRow {
  tradeId: number;
  trickName: string;
  symbol: string;
  mode: 'test' | 'live';
  side: 'long' | 'short';
  quantity: number;
  entryAt: string;
  entryPrice: number;
  entryReason: string;
  exitAt: string;
  exitPrice: number;
  exitReason: string;
  gross: number;
  charges: number;
  net: number;
  runningTotal: number;
}

const dayAndTime = (iso: string): string => {
  const at = Date.parse(iso);
  return `${dayText(at)}, ${istTime(at)}`;
};

const columns: readonly Column<TradeRow>[] = [
  { key: 'time', title: 'Time (IST)', render: (row) => dayAndTime(row.exitAt) },
  { key: 'symbol', title: 'Symbol', render: (row) => row.symbol },
  { key: 'side', title: 'Side', render: (row) => (row.side === 'long' ? 'Long' : 'Short') },
  { key: 'quantity', title: 'Qty', align: 'end', render: (row) => formatCount(row.quantity) },
  { key: 'entry', title: 'Entry', align: 'end', render: (row) => formatPrice(row.entryPrice) },
  { key: 'exit', title: 'Exit', align: 'end', render: (row) => formatPrice(row.exitPrice) },
  { key: 'trick', title: 'Strategy', kind: 'quiet', render: (row) => row.trickName },
  { key: 'net', title: 'P&L', align: 'end', render: (row) => <MoneyChange paise={row.net} /> },
  {
    key: 'running',
    title: 'Running total',
    align: 'end',
    render: (row) => <MoneyChange paise={row.runningTotal} />,
  },
];

interface TradesTableProps {
  label: string;
  rows: readonly TradeRow[];
  selectedId: number | null;
  onOpen: (row: TradeRow) => void;
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
    columns={hasStrategy ? columns : columns.filter((column) => column.key !== 'trick')}
    rows={rows}
    rowKey={(row) => row.tradeId}
    selectedKey={selectedId}
    onOpen={onOpen}
    footer={footer}
  />
);

/** The whole story of one trade. */
export const TradeFacts = ({ trade }: { trade: TradeRow }) => (
  <Facts
    facts={[
      ['Net result', <MoneyChange paise={trade.net} />],
      ['Mode', <ModeChip mode={trade.mode} />],
      ['Strategy', trade.trickName],
      ['Symbol', trade.symbol],
      ['Side', trade.side === 'long' ? 'Long (bought first)' : 'Short (sold first)'],
      ['Quantity', formatCount(trade.quantity)],
      ['Entry', `${formatPrice(trade.entryPrice)} at ${dateTimeText(Date.parse(trade.entryAt))}`],
      ['Why it entered', trade.entryReason],
      ['Exit', `${formatPrice(trade.exitPrice)} at ${dateTimeText(Date.parse(trade.exitAt))}`],
      ['Why it left', trade.exitReason],
      ['Before charges', <MoneyChange paise={trade.gross} />],
      ['Charges', formatRupees(trade.charges)],
      ['Trade number', String(trade.tradeId)],
    ]}
  />
);
