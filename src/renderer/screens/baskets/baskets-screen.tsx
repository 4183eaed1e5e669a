import { Button, makeStyles, Select, Tab, TabList, tokens } from '@fluentui/react-components';
import { CartRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { basketNow, basketTotalsNow } from '../../state/held-now.ts';
import { useQuotes } from '../../state/quotes.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { myBaskets } from '../../state/my-baskets.ts';
import { routeHref, useGoTo } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { Content } from '../../ui/content.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CardsSkeleton } from '../../ui/skeletons.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { CardGrid } from '../../features/strategies/strategy-card.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { heldColumns, offerColumns } from './baskets-csv.ts';
import { BuilderDialog } from './builder-dialog.tsx';
import { HeldCard } from './held-card.tsx';
import { OfferCard } from './offer-card.tsx';
import { basketsSearch, offersList } from './offers-list.ts';

const useStyles = makeStyles({
  mine: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
});

const REFRESH_MS = 5_000;

interface TotalsProps {
  label: string;
  valueLabel: string;
  hint: string;
  /** Paise. */
  totals: { value: number; invested: number; pnl: number };
  /** Epoch ms of the answer; prices came later. */
  loadedAt: number | null;
}

/** Sums over the baskets of one mode; two are never added. */
const Totals = ({ label, valueLabel, hint, totals: { value, invested, pnl }, loadedAt }: TotalsProps) => (
  <StatRow label={label}>
    <StatTile
      label={valueLabel}
      value={formatRupees(value)}
      hint={
        <>
          {t('Shares at last prices, and cash')} · <ValuesAsOf loadedAt={loadedAt} />
        </>
      }
    />
    <StatTile label={t('Invested')} value={formatRupees(invested)} hint={hint} />
    <StatTile label={t('P&L')} value={<MoneyChange paise={pnl} />} hint={t('After all charges')} />
  </StatRow>
);

/** The baskets somebody holds. */
const MineTab = ({ onExplore }: { onExplore: () => void }) => {
  const styles = useStyles();
  const { value, isLoading, failure, loadedAt } = myBaskets.use();
  useEffect(() => {
    void myBaskets.load(undefined);
    const timer = setInterval(() => void myBaskets.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  useReloadOnFacts(['order', 'trade', 'alert'], myBaskets);
  const quotes = useQuotes((all) => all);
  const loaded = value?.myBaskets ?? [];
  const rows = loaded.map((basket) => basketNow(basket, quotes));
  useCsvExport(value && csvOfRows('my-baskets', heldColumns(), rows));
  const live = loaded.filter((basket) => basket.mode === 'live');
  const paper = loaded.filter((basket) => basket.mode === 'test' && basket.source === value?.source);
  return (
    <Content
      isLoading={isLoading}
      hasContent={value !== null}
      isEmpty={value?.myBaskets.length === 0}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void myBaskets.load(undefined)}
      skeleton={<CardsSkeleton count={3} />}
      empty={{
        icon: <CartRegular fontSize={32} />,
        sentence: t(
          'No baskets yet. A basket buys several shares at once, with paper money or with real money at your broker.',
        ),
        action: (
          <OnlineButton appearance="primary" onClick={onExplore}>
            {t('Explore baskets')}
          </OnlineButton>
        ),
      }}
    >
      {value && (
        <div className={styles.mine}>
          {value.live && (
            <Totals
              label={t('With real money')}
              valueLabel={t('Value · with real money')}
              totals={basketTotalsNow(value.live, live, quotes)}
              loadedAt={loadedAt}
              hint={t('At Angel One')}
            />
          )}
          {rows.some((basket) => basket.mode === 'test') && (
            <Totals
              label={t('On paper')}
              valueLabel={t('Value · on paper')}
              totals={basketTotalsNow(value, paper, quotes)}
              loadedAt={loadedAt}
              hint={t('Paper money, not your wallet')}
            />
          )}
          <CardGrid label={t('My baskets')}>
            {rows.map((basket) => (
              <HeldCard key={basket.strategyId} basket={basket} />
            ))}
          </CardGrid>
        </div>
      )}
    </Content>
  );
};

/** Baskets on offer, one's own among them. */
const ExploreTab = () => {
  const [{ search, whose, page }, setSearch] = useUrlSearch(basketsSearch);
  const list = usePagedList(offersList, { filter: { search, whose }, page });
  useCsvExport(() => csvTableOf('baskets', offerColumns(), list.all()));
  const isFiltered = search !== '' || whose !== 'all';
  return (
    <>
      <Toolbar
        start={
          <>
            <FilterBox
              label={t('Search baskets')}
              value={search}
              onFilter={(text) => setSearch({ search: text, page: 1 }, { replace: true })}
            />
            <Select
              size="small"
              aria-label={t('Whose baskets')}
              value={whose}
              onChange={(_, data) => setSearch({ whose: data.value === 'mine' ? 'mine' : 'all', page: 1 })}
            >
              <option value="all">{t('All baskets')}</option>
              <option value="mine">{t('My own')}</option>
            </Select>
          </>
        }
      />
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<CardsSkeleton count={6} />}
        empty={{ icon: <CartRegular fontSize={32} />, sentence: t('No baskets are on offer yet.') }}
        onClearFilters={isFiltered ? () => setSearch({ search: '', whose: 'all', page: 1 }) : null}
      >
        <CardGrid label={t('Baskets on offer')}>
          {list.rows.map((offer) => (
            <OfferCard key={offer.basketId} offer={offer} />
          ))}
        </CardGrid>
      </PagedListView>
    </>
  );
};

/** Baskets: those one holds, and those one could. */
export const BasketsScreen = () => {
  const [{ tab }, setSearch] = useUrlSearch(basketsSearch);
  const [isBuilding, setIsBuilding] = useState(false);
  const goTo = useGoTo();
  return (
    <Screen title={t('Baskets')}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Baskets')}
            selectedValue={tab}
            onTabSelect={(_, data) =>
              setSearch({ tab: data.value === 'explore' ? 'explore' : 'mine', page: 1 })
            }
          >
            <Tab value="mine">{t('My baskets')}</Tab>
            <Tab value="explore">{t('Explore')}</Tab>
          </TabList>
        }
        end={
          <>
            <Button size="small" as="a" href={routeHref('/holdings')}>
              {t('All holdings')}
            </Button>
            <OnlineButton size="small" call="baskets.add" onClick={() => setIsBuilding(true)}>
              {t('New basket')}
            </OnlineButton>
          </>
        }
      />
      {tab === 'mine' ? <MineTab onExplore={() => setSearch({ tab: 'explore' })} /> : <ExploreTab />}
      {isBuilding && (
        <BuilderDialog
          onDone={(basketId) => goTo(`/baskets/${basketId}`)}
          onClose={() => setIsBuilding(false)}
        />
      )}
    </Screen>
  );
};
