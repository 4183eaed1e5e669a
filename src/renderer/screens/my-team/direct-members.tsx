import { PeopleRegular } from '@fluentui/react-icons';
import { DESIGNATION_NAMES, DESIGNATION_LABELS } from '../../i18n/money-labels.ts';
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
import { directList, directCsv, NO_DIRECT_FILTER, teamSearch, type DesignationChoice } from './members.ts';

const types = () =>
  [
    ['all', t('All accounts')],
    ['active', t('Active accounts')],
    ['inactive', t('Not active accounts')],
  ] as const;
const trades = () =>
  [
    ['any', t('Live trading: any')],
    ['yes', t('Trades live')],
    ['no', t('Does not trade live')],
  ] as const;
const robos = () =>
  [
    ['any', t('Advisor plan: any')],
    ['yes', t('Has an advisor plan')],
    ['no', t('Has no advisor plan')],
  ] as const;
const orders = () =>
  [
    ['newest', t('Newest first')],
    ['oldest', t('Oldest first')],
    ['volume', t('Highest paid first')],
  ] as const;
const designations = (): readonly (readonly [DesignationChoice, string])[] => [
  ['any', t('Any designation')],
  ...DESIGNATION_NAMES.map((name) => [name, DESIGNATION_LABELS[name]] as const),
];

/** Members brought in directly, with every filter there is. */
export const DirectMembers = () => {
  const [query, setSearch] = useUrlSearch(teamSearch);
  const { keyword, robo, trade, designation, type, order, page, member } = query;
  const list = usePagedList(directList, { filter: { keyword, robo, trade, designation, type, order }, page });
  useCsvExport(() => directCsv(list));
  const isFiltered =
    keyword !== '' || robo !== 'any' || trade !== 'any' || designation !== 'any' || type !== 'all';
  return (
    <>
      <Toolbar
        start={
          <>
            <FilterSelect
              label={t('Account')}
              value={type}
              options={types()}
              onChoose={(next) => setSearch({ type: next, page: 1 })}
            />
            <FilterSelect
              label={t('Live trading')}
              value={trade}
              options={trades()}
              onChoose={(next) => setSearch({ trade: next, page: 1 })}
            />
            <FilterSelect
              label={t('Advisor plan')}
              value={robo}
              options={robos()}
              onChoose={(next) => setSearch({ robo: next, page: 1 })}
            />
            <FilterSelect
              label={t('Designation')}
              value={designation}
              options={designations()}
              onChoose={(next) => setSearch({ designation: next, page: 1 })}
            />
            <FilterSelect
              label={t('Order', { context: 'sorting' })}
              value={order}
              options={orders()}
              onChoose={(next) => setSearch({ order: next, page: 1 })}
            />
          </>
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
        onPage={(next) => setSearch({ page: next })}
        skeleton={<TableSkeleton rows={8} />}
        empty={{
          icon: <PeopleRegular fontSize={32} />,
          sentence: t('Nobody has registered with your code yet. Send somebody the invite link.'),
        }}
        onClearFilters={isFiltered ? () => setSearch({ ...NO_DIRECT_FILTER, page: 1 }) : null}
      >
        <MembersTable
          label={t('Direct members')}
          rows={list.rows}
          levels={null}
          selectedId={member}
          onOpen={({ id }) => setSearch({ member: id })}
        />
      </PagedListView>
    </>
  );
};
