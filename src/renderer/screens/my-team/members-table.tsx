import type { TeamMember } from '../../../shared/contract/team.ts';
import { formatCount } from '../../../shared/money.ts';
import { csvDay, csvYesNo } from '../../i18n/csv-cells.ts';
import { dayText } from '../../i18n/dates.ts';
import { designationName } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, inOrder, rupeesColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column, type RowGroups } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const yesNoColumn = (key: string, title: string, of: (row: TeamMember) => boolean): Column<TeamMember> => ({
  key,
  title,
  render: (row) => (of(row) ? t('Yes') : t('No')),
  csv: (row) => csvYesNo(of(row)),
});

/** All columns of a member, in the order of a file. Tables and files choose from them. */
export const memberColumns = (): readonly Column<TeamMember>[] => [
  textColumn('name', t('Name'), (row) => row.fullName),
  countColumn('level', t('Level'), (row) => row.level),
  {
    key: 'joined',
    title: t('Joined'),
    render: (row) => dayText(Date.parse(row.joinedAt)),
    csv: (row) => csvDay(row.joinedAt),
  },
  // Phone numbers come masked, and stay out of files.
  { key: 'phone', title: t('Mobile'), kind: 'quiet', render: (row) => row.phone },
  textColumn('designation', t('Designation'), (row) => designationName(row.designation_level)),
  {
    key: 'active',
    title: t('Account'),
    fullTitle: t('Active'),
    render: (row) => (
      <StatusText tone={row.isActive ? 'good' : 'neutral'}>
        {row.isActive ? t('Active', { context: 'account' }) : t('Not active')}
      </StatusText>
    ),
    csv: (row) => csvYesNo(row.isActive),
  },
  yesNoColumn('trade', t('Trades live'), (row) => row.isTradeactive),
  yesNoColumn('robo', t('Advisor plan'), (row) => row.isRoboactive),
  rupeesColumn('volume', t('Paid net of GST'), (row) => row.volume),
  countColumn('members', t('Members'), (row) => row.members),
  textColumn('sponsor', t('Sponsor'), (row) => row.sponsor ?? ''),
];

const IN_TABLE = ['name', 'joined', 'phone', 'active', 'trade', 'robo', 'designation', 'volume', 'members'];

interface MembersTableProps {
  label: string;
  rows: readonly TeamMember[];
  /** Number of members in each level; members are grouped by it, with who brought them in. Null among direct ones. */
  levels: readonly { readonly level: number; readonly members: number }[] | null;
  selectedId: number | null;
  onOpen: (row: TeamMember) => void;
}

/** The members that the direct ones brought in stand under their level. */
const byLevel = (levels: NonNullable<MembersTableProps['levels']>): RowGroups<TeamMember> => ({
  of: ({ level }) => String(level),
  head: ({ level }) => {
    const members = levels.find((row) => row.level === level)?.members ?? 0;
    return <strong>{t('Level {{level}} ({{members}})', { level, members: formatCount(members) })}</strong>;
  },
});

/** Members of the team; phone and e-mail come masked. */
export const MembersTable = ({ label, rows, levels, selectedId, onOpen }: MembersTableProps) => (
  <DataTable
    label={label}
    columns={inOrder(memberColumns(), levels === null ? IN_TABLE : ['name', 'sponsor', ...IN_TABLE.slice(1)])}
    rows={rows}
    rowKey={(row) => row.id}
    groups={levels === null ? undefined : byLevel(levels)}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
