import { SearchRegular } from '@fluentui/react-icons';
import { formatPercent } from '../../../shared/money.ts';
import { levelOf } from '../../../shared/result-level.ts';
import { LevelChip } from '../../features/publications/level-chip.tsx';
import { offeredStrategyColumns } from '../../features/strategies/strategy-columns.ts';
import { RISK_LABELS, SEGMENT_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { CardsSkeleton } from '../../ui/skeletons.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { CardGrid, StrategyCard } from '../../features/strategies/strategy-card.tsx';
import { feedList } from './feed-list.ts';
import { homeSearch } from './home-search.ts';

/** Every strategy on offer, searchable. */
export const Feed = () => {
  const [{ page, search }, setSearch] = useUrlSearch(homeSearch);
  const list = usePagedList(feedList, { filter: { search }, page });
  useCsvExport(() => csvTableOf('strategies', offeredStrategyColumns(), list.all()));
  return (
    <SectionCard
      title={t('Strategies')}
      aside={
        <FilterBox
          label={t('Search strategies')}
          value={search}
          onFilter={(text) => setSearch({ search: text, page: 1 }, { replace: true })}
        />
      }
    >
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<CardsSkeleton />}
        empty={{ icon: <SearchRegular fontSize={32} />, sentence: t('No strategies are on offer yet.') }}
        onClearFilters={search ? () => setSearch({ search: '', page: 1 }) : null}
      >
        <CardGrid label={t('Strategies on offer')}>
          {list.rows.map((strategy) => (
            <StrategyCard
              key={strategy.strategyId}
              level={3}
              name={strategy.name}
              href={routeHref(`/strategies/${strategy.strategyId}`)}
              chip={<LevelChip level={levelOf(strategy.mode, strategy.statistics.source)} />}
              subtitle={[
                t('by {{name}}', { name: strategy.strategyAuthor.name }),
                SEGMENT_LABELS[strategy.segment],
                TIMEFRAME_LABELS[strategy.timeframe],
                RISK_LABELS[strategy.risk],
              ].join(' · ')}
              summary={strategy.summary}
              line={
                <Sparkline
                  values={strategy.equity}
                  label={t('Result of {{name}} over 30 days', { name: strategy.name })}
                />
              }
              figures={[
                {
                  name: t('Return'),
                  value: <PercentChange percent={strategy.statistics.returnPercent} hasMark />,
                },
                { name: t('Max drawdown'), value: formatPercent(strategy.statistics.maxDrawdownPercent) },
              ]}
            />
          ))}
        </CardGrid>
      </PagedListView>
    </SectionCard>
  );
};
