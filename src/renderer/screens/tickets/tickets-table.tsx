import { Attach16Regular } from '@fluentui/react-icons';
import type { Ticket } from '../../../shared/contract/tickets.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, inOrder, statusColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { categoryNames, stateTones, stateText } from './ticket-labels.ts';

/** All columns of a ticket, in the order of a file. Tables and files choose from them. */
export const ticketColumns = (): readonly Column<Ticket>[] => [
  textColumn('number', t('Number'), (row) => String(row.ticketId)),
  {
    key: 'subject',
    title: t('Subject'),
    kind: 'wrap',
    render: (row) => `#${row.ticketId} ${row.subject}`,
    csv: (row) => row.subject,
  },
  textColumn('category', t('Category'), (row) => categoryNames[row.category], { kind: 'quiet' }),
  statusColumn(
    'state',
    t('Status'),
    (row) => stateText(row.state),
    (row) => stateTones[row.state],
  ),
  countColumn('replies', t('Replies'), (row) => row.replies),
  {
    key: 'attachment',
    title: t('File'),
    render: (row) => (row.hasAttachment ? <Attach16Regular aria-label={t('Has an attachment')} /> : '–'),
  },
  timeColumn('raised', t('Raised (IST)'), (row) => row.openedAt),
  timeColumn('updated', t('Last change (IST)'), (row) => row.updatedAt),
];

const IN_TABLE = ['subject', 'category', 'state', 'replies', 'attachment', 'updated'];

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
    columns={inOrder(ticketColumns(), IN_TABLE)}
    rows={rows}
    rowKey={(row) => row.ticketId}
    selectedKey={selectedId}
    onOpen={(row) => onOpen(row.ticketId)}
  />
);
