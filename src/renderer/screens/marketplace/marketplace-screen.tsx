import { Button } from '@fluentui/react-components';
import { BuildingShopRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { CloneFlow } from '../../features/strategies/clone-flow.tsx';
import { OfferCard } from '../../features/strategies/offer-card.tsx';
import { offeredStrategyColumns } from '../../features/strategies/strategy-columns.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CardsSkeleton } from '../../ui/skeletons.tsx';
import { CardGrid } from '../../features/strategies/strategy-card.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { Compare } from './compare.tsx';
import { MarketFilters } from './market-filters.tsx';
import { filterFor, isFiltered, marketList, marketSearch, NO_FILTERS } from './market-list.ts';

/** Strategies side by side: more would not fit. */
const COMPARE_LIMIT = 3;

/** Every strategy on offer: filter, sort, compare, follow, clone in test. */
export const MarketplaceScreen = () => {
  const [query, setSearch] = useUrlSearch(marketSearch);
  const list = usePagedList(marketList, { filter: filterFor(query), page: query.page });
  const [cloning, setCloning] = useState<StrategySummary | null>(null);
  const [compared, setCompared] = useState<readonly StrategySummary[]>([]);
  useCsvExport(() => csvTableOf('marketplace', offeredStrategyColumns(), list.all()));
  const toggleCompared = (strategy: StrategySummary) =>
    setCompared((before) =>
      before.some((other) => other.strategyId === strategy.strategyId)
        ? before.filter((other) => other.strategyId !== strategy.strategyId)
        : [...before, strategy].slice(-COMPARE_LIMIT),
    );
  return (
    <Screen title={t('Marketplace')}>
      <Toolbar
        start={
          <>
            <MarketFilters query={query} onChange={setSearch} />
            {isFiltered(query) && (
              <Button size="small" appearance="subtle" onClick={() => setSearch(NO_FILTERS)}>
                {t('Clear filters')}
              </Button>
            )}
          </>
        }
        end={
          <Button as="a" size="small" href={routeHref('/builder')}>
            {t('New strategy')}
          </Button>
        }
      />
      {compared.length > 1 && <Compare strategies={compared} onClose={() => setCompared([])} />}
      <PagedListView
        list={list}
        onPage={(page) => setSearch({ page })}
        skeleton={<CardsSkeleton count={9} />}
        empty={{
          icon: <BuildingShopRegular fontSize={32} />,
          sentence: t('No strategies are on offer yet.'),
        }}
        onClearFilters={isFiltered(query) ? () => setSearch(NO_FILTERS) : null}
      >
        <CardGrid label={t('Strategies on offer')}>
          {list.rows.map((strategy) => (
            <OfferCard
              key={strategy.strategyId}
              strategy={strategy}
              compare={{
                isCompared: compared.some((other) => other.strategyId === strategy.strategyId),
                onCompare: () => toggleCompared(strategy),
              }}
              onClone={() => setCloning(strategy)}
              onChanged={() => void marketList.reload()}
            />
          ))}
        </CardGrid>
      </PagedListView>
      {cloning && (
        <CloneFlow
          strategy={cloning}
          onPaid={() => void marketList.reload()}
          onClose={() => setCloning(null)}
        />
      )}
    </Screen>
  );
};
