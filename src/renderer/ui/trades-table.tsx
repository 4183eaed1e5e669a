import type { ReactNode } from 'react';
import { formatCount, formatPrice, formatRupees } from '../../shared/money.ts';
import { istTime } from '../../shared/time.ts';
import { dateTimeText, dayText } from '../i18n/dates.ts';
import { t } from '../i18n/translate.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Facts } from './details-drawer.tsx';
import { ModeChip } from './mode-chip.tsx';
import { MoneyChange } from './money.tsx';
import { SaidByServer } from './said-by-server.tsx';

/** A closed round trip as tables show it; money in paise, times ISO. */
export interface TradeRow {
  tradeId: number;
  strategyName: string;
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

const columnsOf = (): readonly Column<TradeRow>[] => [
  { key: 'time', title: t('Time (IST)'), render: (row) => dayAndTime(row.exitAt) },
  { key: 'symbol', title: t('Symbol'), render: (row) => row.symbol },
  { key: 'side', title: t('Side'), render: (row) => t(row.side === 'long' ? 'Long' : 'Short') },
  { key: 'quantity', title: t('Qty'), align: 'end', render: (row) => formatCount(row.quantity) },
  { key: 'entry', title: t('Entry'), align: 'end', render: (row) => formatPrice(row.entryPrice) },
  { key: 'exit', title: t('Exit'), align: 'end', render: (row) => formatPrice(row.exitPrice) },
  { key: 'strategy', title: t('Strategy'), kind: 'quiet', render: (row) => row.strategyName },
  { key: 'net', title: t('P&L'), align: 'end', render: (row) => <MoneyChange paise={row.net} /> },
  {
    key: 'running',
    title: t('Cumulative P&L'),
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
    columns={columnsOf().filter((column) => hasStrategy || column.key !== 'strategy')}
    rows={rows}
    rowKey={(row) => row.tradeId}
    selectedKey={selectedId}
    onOpen={onOpen}
    footer={footer}
  />
);

const priceAt = (price: number, iso: string): string =>
  t('{{price}} at {{time}}', { price: formatPrice(price), time: dateTimeText(Date.parse(iso)) });

/** The whole story of one trade. */
export const TradeFacts = ({ trade }: { trade: TradeRow }) => (
  <Facts
    facts={[
      [t('Net P&L'), <MoneyChange paise={trade.net} />],
      [t('Mode'), <ModeChip mode={trade.mode} />],
      [t('Strategy'), trade.strategyName],
      [t('Symbol'), trade.symbol],
      [t('Side'), t(trade.side === 'long' ? 'Long (bought first)' : 'Short (sold first)')],
      [t('Quantity'), formatCount(trade.quantity)],
      [t('Entry'), priceAt(trade.entryPrice, trade.entryAt)],
      [t('Why it entered'), <SaidByServer>{trade.entryReason}</SaidByServer>],
      [t('Exit'), priceAt(trade.exitPrice, trade.exitAt)],
      [t('Why it left'), <SaidByServer>{trade.exitReason}</SaidByServer>],
      [t('Gross P&L'), <MoneyChange paise={trade.gross} />],
      [t('Charges'), formatRupees(trade.charges)],
      [t('Trade number'), String(trade.tradeId)],
    ]}
  />
);
