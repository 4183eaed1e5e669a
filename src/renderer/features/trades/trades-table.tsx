import type { ReactNode } from 'react';
import type { Trade } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
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

const priceAt = (price: number, iso: string): string =>
  t('{{price}} at {{time}}', { price: formatPrice(price), time: dateTimeText(Date.parse(iso)) });

/** The whole story of one trade. */
export const TradeFacts = ({ trade }: { trade: Trade }) => (
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
