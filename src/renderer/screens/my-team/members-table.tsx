import type { TeamMember } from '../../../shared/contract/team.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { dayText } from '../../i18n/dates.ts';
import { designationName } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const columns = (): readonly Column<TeamMember>[] => [
  { key: 'name', title: t('Name'), render: (row) => row.fullName },
  { key: 'level', title: t('Level'), align: 'end', render: (row) => formatCount(row.level) },
  { key: 'joined', title: t('Joined'), render: (row) => dayText(Date.parse(row.joinedAt)) },
  { key: 'phone', title: t('Mobile'), kind: 'quiet', render: (row) => row.phone },
  {
    key: 'active',
    title: t('Account'),
    render: (row) => (
      <StatusText tone={row.isActive ? 'good' : 'neutral'}>
        {row.isActive ? t('Active', { context: 'account' }) : t('Not active')}
      </StatusText>
    ),
  },
  { key: 'trade', title: t('Trades live'), render: (row) => (row.isTradeactive ? t('Yes') : t('No')) },
  { key: 'robo', title: t('Advisor plan'), render: (row) => (row.isRoboactive ? t('Yes') : t('No')) },
  { key: 'designation', title: t('Designation'), render: (row) => designationName(row.designation_level) },
  { key: 'volume', title: t('Paid net of GST'), align: 'end', render: (row) => formatRupees(row.volume) },
  { key: 'members', title: t('Members'), align: 'end', render: (row) => formatCount(row.members) },
];

interface MembersTableProps {
  label: string;
  rows: readonly TeamMember[];
  /** Among direct members the level says nothing. */
  hasLevel: boolean;
  selectedId: number | null;
  onOpen: (row: TeamMember) => void;
}

/** Members of the team; phone and e-mail come masked. */
export const MembersTable = ({ label, rows, hasLevel, selectedId, onOpen }: MembersTableProps) => (
  <DataTable
    label={label}
    columns={hasLevel ? columns() : columns().filter(({ key }) => key !== 'level')}
    rows={rows}
    rowKey={(row) => row.id}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
