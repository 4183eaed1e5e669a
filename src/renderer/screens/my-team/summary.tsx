import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { team } from '../../../shared/contract/team.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';

type Team = OutputOf<(typeof team)['mine']>;
type LevelRow = Team['levels'][number];

const people = (count: number, what: string): string =>
  `${formatCount(count)} more ${what}${count === 1 ? '' : 's'}`;

/** What is still missing for the next designation, as a sentence. */
export const nextSentence = (next: Team['next']): string => {
  if (!next) return 'The highest there is';
  const { name, missingDirect, missingMembers } = next;
  const missing = [
    ...(missingDirect > 0 ? [people(missingDirect, 'active direct member')] : []),
    ...(missingMembers > 0 ? [people(missingMembers, 'active member')] : []),
  ];
  return missing.length === 0 ? `${name} comes next` : `${name} needs ${missing.join(' and ')}`;
};

/** The team in figures, and what the next designation needs. */
export const Summary = ({ value }: { value: Team }) => (
  <StatRow label="Team in figures">
    <StatTile label="Direct" value={formatCount(value.direct)} hint="Brought in by you" />
    <StatTile label="Indirect" value={formatCount(value.indirect)} hint="Brought in by your team" />
    <StatTile label="Active" value={formatCount(value.active)} hint="With an activated account" />
    <StatTile label="Rewards" value={formatRupees(value.rewards)} hint="Earned so far" />
    <StatTile label="Designation" value={value.designation.name} hint={nextSentence(value.next)} />
  </StatRow>
);

const columns: readonly Column<LevelRow>[] = [
  { key: 'level', title: 'Level', render: (row) => (row.level === 1 ? '1, direct' : formatCount(row.level)) },
  { key: 'members', title: 'Members', align: 'end', render: (row) => formatCount(row.members) },
  { key: 'active', title: 'Active', align: 'end', render: (row) => formatCount(row.active) },
  { key: 'volume', title: 'Paid net of GST', align: 'end', render: (row) => formatRupees(row.volume) },
  {
    key: 'percent',
    title: 'Your reward',
    align: 'end',
    render: (row) => (row.percent === 0 ? '–' : formatPercent(row.percent)),
  },
];

/** The team level by level, with the share of real payments that each brings. */
export const Levels = ({ levels }: { levels: readonly LevelRow[] }) => (
  <SectionCard title="By level">
    <span>Rewards come from what members really pay, never from results of trading.</span>
    <DataTable label="Team by level" columns={columns} rows={levels} rowKey={(row) => row.level} />
  </SectionCard>
);
