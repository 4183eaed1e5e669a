import { Attach16Regular } from '@fluentui/react-icons';
import type { Ticket } from '../../../shared/contract/tickets.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { categoryNames, stateTones, stateText } from './ticket-labels.ts';

const columns = (): readonly Column<Ticket>[] => [
  { key: 'subject', title: t('Subject'), kind: 'wrap', render: (row) => `#${row.ticketId} ${row.subject}` },
  { key: 'category', title: t('Category'), kind: 'quiet', render: (row) => categoryNames[row.category] },
  {
    key: 'state',
    title: t('State'),
    render: (row) => <StatusText tone={stateTones[row.state]}>{stateText(row.state)}</StatusText>,
  },
  { key: 'replies', title: t('Replies'), align: 'end', render: (row) => row.replies },
  {
    key: 'attachment',
    title: t('File'),
    render: (row) => (row.hasAttachment ? <Attach16Regular aria-label={t('Has an attachment')} /> : '–'),
  },
  { key: 'updated', title: t('Last change (IST)'), render: (row) => dateTimeText(Date.parse(row.updatedAt)) },
];

interface TicketsTableProps {
  rows: readonly Ticket[];
  /** The opened or newly raised one. */
  selectedId: number | null;
  onOpen: (ticketId: number) => void;
}

/** Tickets, the newest first. */
export const TicketsTable = ({ rows, selectedId, onOpen }: TicketsTableProps) => (
  <DataTable
    label={t('Support tickets')}
    columns={columns()}
    rows={rows}
    rowKey={(row) => row.ticketId}
    selectedKey={selectedId}
    onOpen={(row) => onOpen(row.ticketId)}
  />
);
