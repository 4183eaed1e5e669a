import { Button, makeStyles, Tab, TabList, ToggleButton } from '@fluentui/react-components';
import { BotRegular, TextBulletListLtr16Regular } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { isAtWork } from '../../../shared/at-work.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { MY_STRATEGIES_PAGE_SIZE } from '../../../shared/page-size.ts';
import { ownStrategyColumns } from '../../features/strategies/strategy-columns.ts';
import { BrokerSelect } from '../../features/strategies/broker-select.tsx';
import { t, labels } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { useFirstSide } from '../../state/first-side.ts';
import { myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { shortcutText } from '../../state/shortcut-text.ts';
import { askStopAllLive } from '../../state/stop-all-live.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CardsSkeleton } from '../../ui/skeletons.tsx';
import { CardGrid } from '../../features/strategies/strategy-card.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { IN_LOW_PANE, useIsPageWide } from '../../ui/page-width.ts';
import { KeyFigures } from './key-figures.tsx';
import { MyCard } from './my-card.tsx';
import { filterFor, FIRST_TABS, myList, mySearch, TABS, type Tab as TabName } from './my-list.ts';
import { MyRows } from './my-rows.tsx';
import { NeedsAttention } from './needs-attention.tsx';

// The one line over a low pane has no room for the ways to other pages, which the menu has too.
const useStyles = makeStyles({ link: { [IN_LOW_PANE]: { display: 'none' } } });

const tabNames: Readonly<Record<TabName, string>> = labels({
  Live: 'Live',
  Test: 'Paper',
  Stopped: 'Stopped',
  Disabled: 'Disabled',
});
const gridLabels: Readonly<Record<TabName, string>> = labels({
  Live: 'Live strategies',
  Test: 'Paper strategies',
  Stopped: 'Stopped strategies',
  Disabled: 'Disabled strategies',
});
const emptySentences: Readonly<Record<TabName, string>> = labels({
  Live: 'Nothing is live. Your paper strategies are one tab away.',
  Test: 'No strategies yet. Clone one from the top ten; on paper no money is needed.',
  Stopped: 'No strategy is stopped.',
  Disabled: 'No strategy is disabled.',
});

/** Width of pages with room for twelve cards, px: rows of six, or three rows of four. */
const TWELVE_CARDS = 1_540;

/** The user's own strategies, live first. Six cards a page, twelve in a wide window. */
export const MyStrategiesScreen = () => {
  const styles = useStyles();
  const [query, setSearch] = useUrlSearch(mySearch);
  const { broker, page, search, view } = query;
  const live = myHome.use(({ value }) => value?.live);
  const decide = useCallback((name: TabName) => setSearch({ tab: name }, { replace: true }), [setSearch]);
  const tab = useFirstSide(query.tab, FIRST_TABS, decide);
  const cards = useIsPageWide(TWELVE_CARDS) ? 2 * MY_STRATEGIES_PAGE_SIZE : MY_STRATEGIES_PAGE_SIZE;
  const list = usePagedList(myList, {
    filter: filterFor({ tab, broker, search }),
    page,
    pageSize: view === 'list' ? undefined : cards,
    reloadOn: ['strategy', 'trade', 'position', 'positions'],
  });
  const counts = useLastKnown(list.answer?.counts);
  useCsvExport(() =>
    csvTableOf(
      `my-strategies-${tab === 'Test' ? modeWord('test') : tab.toLowerCase()}`,
      ownStrategyColumns(),
      list.all(),
    ),
  );
  const hasOthers = counts ? counts.live + counts.stopped > 0 : false;
  const isHolding = (live?.openPositions ?? 0) > 0;
  // The server does not say how many are disabled.
  const tabCounts: Partial<Record<TabName, number>> = counts
    ? { Live: counts.live, Test: counts.test, Stopped: counts.stopped }
    : {};
  return (
    <Screen title={t('My strategies')} mode={tab === 'Live' ? 'live' : tab === 'Test' ? 'test' : null}>
      <KeyFigures mode={tab === 'Live' ? 'live' : 'test'} />
      <NeedsAttention strategies={list.answer?.needsAttention ?? []} />
      <Toolbar
        start={
          <TabList
            aria-label={t('Which strategies')}
            selectedValue={tab}
            onTabSelect={(_, data) => setSearch({ tab: data.value as TabName, page: 1 })}
          >
            {TABS.map((name) => (
              <Tab key={name} value={name}>
                {tabCounts[name] === undefined ? tabNames[name] : `${tabNames[name]} (${tabCounts[name]})`}
              </Tab>
            ))}
          </TabList>
        }
        end={
          <>
            {tab === 'Live' && (list.total > 0 || (live && isAtWork(live))) && (
              <Button size="small" title={shortcutText('stop-all-live')} onClick={() => askStopAllLive()}>
                {t('Stop all live…')}
              </Button>
            )}
            <BrokerSelect broker={broker} onChange={(next) => setSearch({ broker: next, page: 1 })} />
            <FilterBox
              label={t('Filter strategies')}
              value={search}
              onFilter={(text) => setSearch({ search: text, page: 1 }, { replace: true })}
            />
            <ToggleButton
              size="small"
              appearance="subtle"
              icon={<TextBulletListLtr16Regular />}
              aria-label={t('List view')}
              title={t('List view')}
              checked={view === 'list'}
              onClick={() => setSearch({ view: view === 'list' ? 'cards' : 'list', page: 1 })}
            />
            <Button as="a" size="small" className={styles.link} href={routeHref('/builder')}>
              {t('New strategy')}
            </Button>
            <Button
              as="a"
              appearance="primary"
              size="small"
              className={styles.link}
              href={routeHref('/marketplace')}
            >
              {t('Explore marketplace')}
            </Button>
          </>
        }
      />
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<CardsSkeleton />}
        empty={{
          icon: <BotRegular fontSize={32} />,
          sentence:
            tab === 'Live' && isHolding
              ? t('No strategy runs live. What is still held stands under Open positions.')
              : tab === 'Test' && hasOthers
                ? t('No strategy trades on paper.')
                : emptySentences[tab],
          action:
            tab === 'Live' ? (
              <Button onClick={() => setSearch({ tab: 'Test', page: 1 })}>
                {t('Show paper strategies')}
              </Button>
            ) : (
              <Button as="a" href={routeHref('/top-ten')}>
                {t('Explore top ten')}
              </Button>
            ),
        }}
        onClearFilters={
          search || broker !== 'any' ? () => setSearch({ search: '', broker: 'any', page: 1 }) : null
        }
      >
        {view === 'list' ? (
          <MyRows label={gridLabels[tab]} strategies={list.rows} onChanged={() => void myList.reload()} />
        ) : (
          <CardGrid label={gridLabels[tab]}>
            {list.rows.map((strategy) => (
              <MyCard key={strategy.strategyId} strategy={strategy} onChanged={() => void myList.reload()} />
            ))}
          </CardGrid>
        )}
      </PagedListView>
    </Screen>
  );
};
