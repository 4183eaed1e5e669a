import { Button, Select, Tab, TabList } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import { FIRST_PAGE } from '../../../shared/page-size.ts';
import { succeed } from '../../../shared/failure.ts';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { usePrintSource } from '../../state/print.ts';
import { session } from '../../state/session.ts';
import { useFirstMode } from '../../state/first-side.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { TradeDrawer } from '../../features/trades/trade-drawer.tsx';
import { TradesTable } from '../../features/trades/trades-table.tsx';
import { StructuresView } from './structures-view.tsx';
import { tradesDocument } from './trades-document.ts';
import {
  answeredTrades,
  findTrade,
  tradesList,
  tradesSearch,
  tradesCsv,
  type SourceChoice,
} from './trades-list.ts';

const NO_FILTERS = { search: '', from: '', to: '', page: 1 } as const;

/** The trade that the address speaks of: on the page in view, or looked for when a link led here. */
const useOpenedTrade = (tradeId: number | null, rows: readonly Trade[], isLoading: boolean): Trade | null => {
  const [found, setFound] = useState<Trade | null>(null);
  const inView = rows.find((row) => row.tradeId === tradeId) ?? null;
  const isSought = tradeId !== null && inView === null && found?.tradeId !== tradeId && !isLoading;
  useEffect(() => {
    if (!isSought) return;
    let isWanted = true;
    void findTrade(tradeId).then((trade) => {
      if (!isWanted) return;
      if (trade) setFound(trade);
      else
        notify({
          tone: 'failure',
          message: t('Trade {{tradeId}} is not among your latest trades.', { tradeId }),
        });
    });
    return () => {
      isWanted = false;
    };
  }, [isSought, tradeId]);
  if (tradeId === null) return null;
  return inView ?? (found?.tradeId === tradeId ? found : null);
};

/** Closed trades of test or live, with the running total. */
export const TradeHistoryScreen = () => {
  const [query, setSearch] = useUrlSearch(tradesSearch);
  const { source, search, from, to, page, trade: tradeId, rows } = query;
  const mode = useFirstMode(query.mode, setSearch);
  const list = usePagedList(tradesList, {
    filter: { mode, source, search, from, to },
    page: rows === 'trades' ? page : FIRST_PAGE,
    reloadOn: ['trade'],
  });
  useCsvExport(rows === 'trades' ? tradesCsv : null);
  const holder = session.use((state) => state.user?.fullName ?? '');
  const print = async (madeOn: Source) => {
    const trades = await tradesList.all();
    return trades.ok
      ? succeed(tradesDocument(trades.value, { mode, source: madeOn, holder, from, to, search }))
      : trades;
  };
  const madeOn = list.answer?.source;
  usePrintSource(madeOn && rows === 'trades' ? () => print(madeOn) : null);
  const opened = useOpenedTrade(tradeId, list.rows, list.isLoading);
  const answered = list.answer && answeredTrades(list.answer);
  const isFiltered = search !== '' || from !== '' || to !== '';
  return (
    <Screen title={t('Trade history')} mode={answered?.mode ?? null}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Which trades')}
            selectedValue={mode}
            onTabSelect={(_, data) => setSearch({ mode: data.value === 'live' ? 'live' : 'test', page: 1 })}
          >
            <Tab value="live">{t('Live')}</Tab>
            <Tab value="test">{t('Paper')}</Tab>
          </TabList>
        }
        end={
          <>
            <Select
              size="small"
              aria-label={t('Rows')}
              value={rows}
              onChange={(_, data) => setSearch({ rows: data.value as typeof rows, page: 1 })}
            >
              <option value="trades">{t('Each trade')}</option>
              <option value="structures">{t('By structure')}</option>
            </Select>
            {mode === 'test' && (
              <Select
                size="small"
                aria-label={t('Source')}
                value={source}
                onChange={(_, data) => setSearch({ source: data.value as SourceChoice, page: 1 })}
              >
                <option value="in-use">{t('Current source')}</option>
                <option value="simulated">{t('Simulated market')}</option>
                <option value="replay">{t('Latest replay')}</option>
              </Select>
            )}
            <DateRange from={from} to={to} onChange={(range) => setSearch({ ...range, page: 1 })} />
            <FilterBox
              label={t('Search symbol or strategy')}
              value={search}
              onFilter={(text) => setSearch({ search: text, page: 1 }, { replace: true })}
            />
          </>
        }
      />
      {rows === 'structures' && (
        <StructuresView
          filter={{ mode, source, search, from, to }}
          page={page}
          onPage={(next) => setSearch({ page: next })}
          openedId={query.structure}
          onOpen={(structure) => setSearch({ structure })}
          onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
        />
      )}
      {rows === 'trades' && (
        <PagedListView
          list={list}
          onPage={(next) => setSearch({ page: next })}
          empty={{
            icon: <HistoryRegular fontSize={32} />,
            sentence:
              mode === 'live'
                ? t('No live trade has closed yet.')
                : t(
                    'No paper trade has closed yet. It appears here as soon as a running strategy leaves a position.',
                  ),
            action:
              mode === 'live' ? (
                <Button onClick={() => setSearch({ mode: 'test', page: 1 })}>{t('Show paper trades')}</Button>
              ) : undefined,
          }}
          onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
        >
          <TradesTable
            label={answered?.mode === 'live' ? t('Live trades') : t('Paper trades')}
            rows={list.rows}
            selectedId={tradeId}
            onOpen={(trade) => setSearch({ trade: trade.tradeId })}
            footer={
              list.answer && (
                <Sentence
                  text="Total of all {{count}} trades {{where}} <amount/>"
                  values={{ count: list.total, where: TRADED_AT[list.answer.source] }}
                  parts={{ amount: <MoneyChange paise={list.answer.tradetotalProfit} /> }}
                />
              )
            }
          />
        </PagedListView>
      )}
      {opened && <TradeDrawer trade={opened} onClose={() => setSearch({ trade: null })} />}
    </Screen>
  );
};
