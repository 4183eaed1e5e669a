import { Attach16Regular } from '@fluentui/react-icons';
import { dateTimeText } from '../../i18n/dates.ts';
import type { Ticket } from '../../../shared/contract/tickets.ts';

import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { categoryNames, stateWords } from './ticket-words.ts';

const columns: readonly Column<Ticket>[] = [
  { key: 'subject', title: 'Subject', kind: 'wrap', render: (row) => `#${row.ticketId} ${row.subject}` },
  { key: 'category', title: 'Category', kind: 'quiet', render: (row) => categoryNames[row.category] },
  {
    key: 'state',
    title: 'State',
    render: (row) => <StatusText tone={stateWords[row.state].tone}>{stateWords[row.state].text}</StatusText>,
  },
  { key: 'replies', title: 'Replies', align: 'end', render: (row) => row.replies },
  {
    key: 'attachment',
    title: 'File',
    render: (row) => (row.hasAttachment ? <Attach16Regular aria-label="Has an attachment" /> : '–'),
  },
  { key: 'updated', title: 'Last change (IST)', render: (row) => dateTimeText(Date.parse(row.updatedAt)) },
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
    label="Support tickets"
    columns={columns}
    rows={rows}
    rowKey={(row) => row.ticketId}
    selectedKey={selectedId}
    onOpen={(row) => onOpen(row.ticketId)}
  />
);
