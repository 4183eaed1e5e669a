import { Button, Tab, TabList } from '@fluentui/react-components';
import { DataUsageRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import { BROKER_ID } from '../../../shared/strategy-status.ts';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { BrokerSelect } from '../../features/strategies/broker-select.tsx';
import { usePositionActions } from '../../features/trades/position-actions.tsx';
import { t, labels } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { useOffline } from '../../state/offline.ts';
import { onStreamEvent } from '../../state/stream.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { isWholeList } from '../../ui/all-rows-shown.ts';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { sortedRows } from '../../ui/sorting.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { AnalystCalls } from './analyst-calls.tsx';
import { PositionsByStrategy, reloadPortfolio, usePortfolioPosition } from './by-strategy.tsx';
import { closedColumns, ClosedPositions } from './closed-positions.tsx';
import { ExitAllDialog } from './exit-all-dialog.tsx';
import { NetResult } from './net-result.tsx';
import { fileColumnsFor } from './position-columns.tsx';
import { PositionDrawer } from './position-drawer.tsx';
import {
  acceptPosition,
  filterOf,
  positionsList,
  positionsSearch,
  TABS,
  type Tab as TabName,
  type View,
} from './positions-list.ts';
import { PositionsTable } from './positions-table.tsx';

const tabNames: Readonly<Record<TabName, string>> = labels({ all: 'All', live: 'Live', test: 'Paper' });

/** Positions that stand apart where there are some. Those of baskets and other markets are in no sum with the rest. */
const APART = ['by-hand', 'baskets', 'elsewhere'] as const;
const apartNames: Readonly<Record<(typeof APART)[number], string>> = labels({
  'by-hand': 'By hand',
  baskets: 'Baskets',
  elsewhere: 'Other markets',
});

/** Filter for the counts and totals of all views together. */
const OF_ALL = filterOf('all', 'any') as NonNullable<ReturnType<typeof filterOf>>;

/** Whose page it is: real orders can be sent from the list of all while something live is on it. */
const modeOf = (type: TabName, live: number): Mode | null => {
  if (type === 'all') return live > 0 ? 'live' : null;
  return type;
};

/** Open positions; results move with the market. */
export const OpenPositionsScreen = () => {
  const [{ type: view, broker, calls, page, position: openedId }, setSearch] = useUrlSearch(positionsSearch);
  const filter = filterOf(view, broker);
  const asked = filter ?? OF_ALL;
  const { type } = asked;
  // Totals and the exit of all are of every broker.
  const isWhole = asked.place === 'strategies' && asked.brokerId === BROKER_ID.any && view !== 'calls';
  const grouped = usePortfolioPosition(openedId);
  const list = usePagedList(positionsList, {
    filter: asked,
    page: filter ? page : 1,
    // A net position is of all its parts: those by hand are on one page as far as a page goes.
    ...(view === 'by-hand' && { pageSize: MAX_PAGE_SIZE }),
    reloadOn: ['trade'],
  });
  const { isOffline } = useOffline();
  const counts = useLastKnown(list.answer?.counts);
  const [isLeavingAll, setIsLeavingAll] = useState(false);
  const positions = positionsList.useHere();
  useEffect(
    () => onStreamEvent(['position'], ({ position }) => acceptPosition(positions, position)),
    [positions],
  );
  const opened = list.rowOf(openedId) ?? (view === 'strategies' ? grouped : null);
  const reload = () => {
    void positionsList.reload();
    reloadPortfolio();
  };
  const { question, ...rowActions } = usePositionActions(reload);
  const actions = {
    ...rowActions,
    onOpen: (position: Position) => setSearch({ position: position.positionId }),
  };
  const { sorting } = useUrlSort();
  const columns = view === 'closed' ? closedColumns() : fileColumnsFor(actions);
  const collect = () =>
    csvTableOf(`positions-${filter ? view : 'all'}`, columns, list.all(), (rows) =>
      isWholeList(list) ? sortedRows(rows, columns, sorting) : rows,
    );
  useCsvExport(filter ? collect : null);
  return (
    <Screen title={t('Open positions')} mode={modeOf(type, counts?.live ?? 0)}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Which positions')}
            selectedValue={view}
            onTabSelect={(_, data) => setSearch({ type: data.value as View, page: 1 })}
          >
            {TABS.map((name) => (
              <Tab key={name} value={name}>
                {counts ? `${tabNames[name]} (${counts[name]})` : tabNames[name]}
              </Tab>
            ))}
            {APART.map((name) => {
              const count = counts && (name === 'by-hand' ? counts.byHand : counts[name]);
              return view === name || (count !== null && count > 0) ? (
                <Tab key={name} value={name}>
                  {count === null ? apartNames[name] : `${apartNames[name]} (${count})`}
                </Tab>
              ) : null;
            })}
            <Tab value="strategies">{t('By strategy')}</Tab>
            <Tab value="closed">{t('Closed')}</Tab>
            <Tab value="calls">{t('Research calls')}</Tab>
          </TabList>
        }
        end={
          <>
            {view !== 'calls' && view !== 'closed' && <ValuesAsOf loadedAt={list.loadedAt} />}
            {filter && (
              <BrokerSelect broker={broker} onChange={(next) => setSearch({ broker: next, page: 1 })} />
            )}
            {list.answer && isWhole && (
              <NetResult tab={type} net={list.answer.net} source={list.answer.source} />
            )}
            {isWhole && (
              <Button size="small" disabledFocusable={list.total === 0} onClick={() => setIsLeavingAll(true)}>
                {t('Exit all')}
              </Button>
            )}
          </>
        }
      />
      {view === 'calls' && (
        <AnalystCalls
          filter={calls}
          page={page}
          onFilter={(filter) => setSearch({ calls: filter, page: 1 })}
          onPage={(next) => setSearch({ page: next })}
        />
      )}
      {view === 'strategies' && <PositionsByStrategy selectedId={openedId} {...actions} />}
      {filter && (
        <PagedListView
          list={list}
          onPage={(next) => setSearch({ page: next })}
          skeleton={<TableSkeleton />}
          onClearFilters={broker === 'any' ? null : () => setSearch({ broker: 'any', page: 1 })}
          empty={{
            icon: <DataUsageRegular fontSize={32} />,
            sentence: isOffline
              ? t('Whether a position is open is not known until the backend is back.')
              : view === 'closed'
                ? t('No position has been closed yet.')
                : t('No position is open. What you or your strategies buy and sell appears here.'),
            action: !isOffline && (
              <>
                <Button onClick={() => askManualOrder()}>{t('Order by hand…')}</Button>{' '}
                <Button as="a" href={routeHref('/my-strategies?tab=Test')}>
                  {t('Go to my strategies')}
                </Button>
              </>
            ),
          }}
        >
          {view === 'closed' ? (
            <ClosedPositions rows={list.rows} selectedId={openedId} onOpen={actions.onOpen} />
          ) : (
            <PositionsTable rows={list.rows} selectedId={openedId} {...actions} />
          )}
        </PagedListView>
      )}
      {opened && <PositionDrawer position={opened} onClose={() => setSearch({ position: null })} />}
      {question}
      {isLeavingAll && (
        <ExitAllDialog
          type={type}
          rows={list.rows}
          total={list.total}
          onDone={() => {
            setIsLeavingAll(false);
            reload();
          }}
          onClose={() => setIsLeavingAll(false)}
        />
      )}
    </Screen>
  );
};
