import { PeopleRegular } from '@fluentui/react-icons';
import { formatCount } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { FilterSelect } from './filter-select.tsx';
import { MembersTable } from './members-table.tsx';
import { indirectList, indirectCsv, myTeam, teamSearch } from './members.ts';

const DIRECT_LEVEL = 1;

/** Members whom the team has brought in, of all levels or one. */
export const IndirectMembers = () => {
  const [{ keyword, level, page, member }, setSearch] = useUrlSearch(teamSearch);
  const list = usePagedList(indirectList, { filter: { keyword, level }, page });
  const levels = myTeam.use((state) => state.value)?.levels ?? [];
  useCsvExport(() => indirectCsv(list));
  const options: (readonly [string, string])[] = [
    ['all', t('All levels')],
    ...levels
      .filter((row) => row.level > DIRECT_LEVEL)
      .map(
        (row) =>
          [
            String(row.level),
            t('Level {{level}} ({{members}})', { level: row.level, members: formatCount(row.members) }),
          ] as const,
      ),
  ];
  return (
    <>
      <Toolbar
        start={
          <FilterSelect
            label={t('Level')}
            value={level === null ? 'all' : String(level)}
            options={options}
            onChoose={(next) => setSearch({ level: next === 'all' ? null : Number(next), page: 1 })}
          />
        }
        end={
          <FilterBox
            label={t('Search name')}
            value={keyword}
            onFilter={(text) => setSearch({ keyword: text, page: 1 }, { replace: true })}
          />
        }
      />
      <PagedListView
        list={list}
        isEmpty={list.rows.length === 0}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<TableSkeleton rows={8} />}
        empty={{
          icon: <PeopleRegular fontSize={32} />,
          sentence: t('Your members have brought in nobody yet.'),
        }}
        onClearFilters={
          keyword !== '' || level !== null ? () => setSearch({ keyword: '', level: null, page: 1 }) : null
        }
      >
        <MembersTable
          label={t('Indirect members')}
          rows={list.rows}
          levels={levels}
          selectedId={member}
          onOpen={({ id }) => setSearch({ member: id })}
        />
      </PagedListView>
    </>
  );
};
