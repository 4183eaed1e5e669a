import { PeopleRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { formatCount } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { useStreamReload } from '../../state/stream.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { FilterSelect } from './filter-select.tsx';
import { MembersTable } from './members-table.tsx';
import { indirectList, indirectCsv, myTeam, teamSearch } from './members.ts';

const DIRECT_LEVEL = 1;

/** Members that the team has brought in, of all levels or of one. */
export const IndirectMembers = () => {
  const [{ keyword, level, page, member }, setSearch] = useUrlSearch(teamSearch);
  const list = indirectList.use();
  const levels = myTeam.use((state) => state.value)?.levels ?? [];
  useEffect(() => {
    void indirectList.load({ filter: { keyword, level }, pageNumber: page });
  }, [keyword, level, page]);
  useStreamReload([], () => void indirectList.reload());
  useCsvExport(indirectCsv);
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
      <Content
        isLoading={list.isLoading}
        hasContent={list.answer !== null}
        isEmpty={list.rows.length === 0}
        failure={list.failure}
        loadedAt={list.loadedAt}
        onRetry={() => void indirectList.load({ pageNumber: page })}
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
          hasLevel
          selectedId={member}
          onOpen={({ id }) => setSearch({ member: id })}
        />
      </Content>
      <Pager
        pageNumber={list.pageNumber}
        pageSize={list.pageSize}
        total={list.total}
        onPage={(next) => setSearch({ page: next })}
      />
    </>
  );
};
