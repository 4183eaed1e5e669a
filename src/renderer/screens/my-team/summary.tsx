import { makeStyles } from '@fluentui/react-components';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { team } from '../../../shared/contract/team.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { csvNumber } from '../../i18n/csv-cells.ts';
import { designationName } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, rupeesColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';

const useStyles = makeStyles({
  /** Five side by side in a narrow window, too. */
  five: { gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))' },
});

type Team = OutputOf<(typeof team)['mine']>;
type LevelRow = Team['levels'][number];

/** Missing conditions of the next designation, as a sentence. */
export const nextSentence = (next: Team['next']): string => {
  if (!next) return t('The highest there is');
  const { level, missingDirect, missingMembers } = next;
  const name = designationName(level);
  const direct = t('{{number}} more active direct members', {
    count: missingDirect,
    number: formatCount(missingDirect),
  });
  const members = t('{{number}} more active members', {
    count: missingMembers,
    number: formatCount(missingMembers),
  });
  if (missingDirect > 0 && missingMembers > 0)
    return t('{{name}} needs {{direct}} and {{members}}', { name, direct, members });
  if (missingDirect > 0) return t('{{name}} needs {{missing}}', { name, missing: direct });
  if (missingMembers > 0) return t('{{name}} needs {{missing}}', { name, missing: members });
  return t('{{name}} comes next', { name });
};

/** The team in figures, and what the next designation needs. */
export const Summary = ({ value }: { value: Team }) => (
  <StatRow label={t('Team in figures')} className={useStyles().five}>
    <StatTile label={t('Direct')} value={formatCount(value.direct)} hint={t('Brought in by you')} />
    <StatTile label={t('Indirect')} value={formatCount(value.indirect)} hint={t('Brought in by your team')} />
    <StatTile
      label={t('Active', { context: 'account' })}
      value={formatCount(value.active)}
      hint={t('With an activated account')}
    />
    <StatTile label={t('Rewards')} value={formatRupees(value.rewards)} hint={t('Earned so far')} />
    <StatTile
      label={t('Designation')}
      value={designationName(value.designation.level)}
      hint={nextSentence(value.next)}
    />
  </StatRow>
);

const columns = (): readonly Column<LevelRow>[] => [
  {
    key: 'level',
    title: t('Level'),
    render: (row) => (row.level === 1 ? t('1, direct') : formatCount(row.level)),
    csv: (row) => String(row.level),
  },
  countColumn('members', t('Members'), (row) => row.members),
  countColumn('active', t('Active', { context: 'account' }), (row) => row.active),
  rupeesColumn('volume', t('Paid net of GST'), (row) => row.volume),
  {
    key: 'percent',
    title: t('Your reward'),
    align: 'end',
    render: (row) => (row.percent === 0 ? '–' : formatPercent(row.percent)),
    csv: (row) => csvNumber(row.percent),
  },
];

/** The team by level, with the share of real payments from each. */
export const Levels = ({ levels }: { levels: readonly LevelRow[] }) => (
  <SectionCard title={t('By level')}>
    <span>{t('Rewards come from what members really pay, never from results of trading.')}</span>
    <DataTable
      label={t('Team by level')}
      columns={columns()}
      rows={levels}
      rowKey={(row) => row.level}
      csv={{ name: 'team-by-level' }}
    />
  </SectionCard>
);
