import { Select, Tab, TabList } from '@fluentui/react-components';
import { useEffect } from 'react';
import { journalLabels } from '../../features/trades/journal.ts';
import { t } from '../../i18n/translate.ts';
import { useFirstMode } from '../../state/first-side.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CalendarView } from './calendar-view.tsx';
import { MistakesView } from './mistakes-view.tsx';
import { structuresList } from './structures-list.ts';
import { StructuresView } from './structures-view.tsx';
import { answeredTrades, type SourceChoice, tradesList, tradesSearch } from './trades-list.ts';
import { TradesView } from './trades-view.tsx';

const NO_FILTERS = { search: '', from: '', to: '', label: null, page: 1 } as const;

/** Closed trades of test or live, each by itself or by structure. */
export const TradeHistoryScreen = () => {
  const [query, setSearch] = useUrlSearch(tradesSearch);
  const { source, search, from, to, label, page, rows } = query;
  const labels = journalLabels.use().value?.labels ?? [];
  useEffect(() => void journalLabels.load(undefined), []);
  const mode = useFirstMode(query.mode, setSearch);
  const trades = tradesList.use().answer;
  const structures = structuresList.use().answer;
  const shownMode = rows === 'trades' ? trades && answeredTrades(trades)?.mode : structures && mode;
  const isFiltered = search !== '' || from !== '' || to !== '' || label !== null;
  const view = {
    filter: { mode, source, search, from, to, label },
    page,
    onPage: (next: number) => setSearch({ page: next }),
    onClearFilters: isFiltered ? () => setSearch(NO_FILTERS) : null,
  };
  return (
    <Screen title={t('Trade history')} mode={shownMode ?? null}>
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
              <option value="mistakes">{t('By mistake')}</option>
              <option value="calendar">{t('Calendar')}</option>
            </Select>
            {rows === 'trades' && labels.length > 0 && (
              <Select
                size="small"
                aria-label={t('Tag or mistake')}
                value={label === null ? '' : String(label)}
                onChange={(_, data) =>
                  setSearch({ label: data.value === '' ? null : Number(data.value), page: 1 })
                }
              >
                <option value="">{t('All tags and mistakes')}</option>
                {labels.map(({ labelId, name }) => (
                  <option key={labelId} value={labelId}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
            {mode === 'test' && rows !== 'calendar' && (
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
      {rows === 'mistakes' && (
        <MistakesView
          filter={view.filter}
          onLabel={(labelId) => setSearch({ rows: 'trades', label: labelId, page: 1 })}
        />
      )}
      {rows === 'calendar' && <CalendarView mode={mode} from={from} to={to} />}
      {rows === 'structures' && (
        <StructuresView
          {...view}
          openedId={query.structure}
          onOpen={(structure) => setSearch({ structure })}
        />
      )}
      {rows === 'trades' && (
        <TradesView
          {...view}
          openedId={query.trade}
          onOpen={(trade) => setSearch({ trade })}
          onPaper={() => setSearch({ mode: 'test', page: 1 })}
        />
      )}
    </Screen>
  );
};
