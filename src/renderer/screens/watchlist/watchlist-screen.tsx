import { Button, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { Add16Regular, StarRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import { WATCHLIST_LIMITS } from '../../../shared/watchlist-limits.ts';
import { InstrumentPicker } from '../../features/symbols/instrument-picker.tsx';
import { SourceSelect, usePriceSource } from '../../features/symbols/price-source.tsx';
import { chartOf } from '../../features/trades/chart-of.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { useGoFromHere } from '../../state/go-from-here.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { watchlistColumns } from '../../state/watchlist-columns.ts';
import { changeWatchlists, watchlists } from '../../state/watchlists.ts';
import { Content } from '../../ui/content.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { ColumnsMenu, ListMenu } from './list-menus.tsx';
import { ListQuestion, type Question } from './list-question.tsx';
import { watchlistGridColumns } from './quote-columns.tsx';
import { useFocusRows } from './use-focus-rows.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useRowActions } from './use-row-actions.ts';
import { useRowChanges } from './use-row-changes.ts';
import { WatchlistGrid } from './watchlist-grid.tsx';
import { watchlistSearch } from './watchlist-search.ts';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  count: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** Lists of instruments that somebody looks at, with prices that move. */
export const WatchlistScreen = () => {
  const styles = useStyles();
  const [{ list: wanted, source: chosen }, setSearch] = useUrlSearch(watchlistSearch);
  const { value, isLoading, failure, loadedAt } = watchlists.use();
  const { sorting, onSort } = useUrlSort();
  const { source, sources } = usePriceSource(chosen);
  const shownColumns = watchlistColumns.use().join(' ');
  const goTo = useGoFromHere();
  const [activeId, setActive] = useState<number | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => void watchlists.load(undefined), []);
  useReloadOnFacts(['watchlist'], watchlists);

  const lists = value?.lists ?? [];
  const list = lists.find(({ listId }) => listId === wanted) ?? lists[0] ?? null;
  const { add, remove, move, undo } = useRowChanges({ list, activeId, setActive });
  const { root, focusRows } = useFocusRows(list?.listId ?? null, adding !== null);
  const columns = useMemo(
    () => watchlistGridColumns(source, shownColumns.split(' ') as ReturnType<typeof watchlistColumns.use>),
    [source, shownColumns],
  );
  useCsvExport(list && csvOfRows(`watchlist-${list.name}`, columns, list.entries));

  const show = (listId: number): void => {
    setSearch({ list: listId });
    setActive(null);
  };
  const moveRow = (entry: WatchlistEntry, step: 1 | -1): void => {
    if (sorting === null) move(entry, step);
    else notify({ tone: 'news', message: t('Rows move in your own order. Take the sorting off first.') });
  };
  const open = (entry: WatchlistEntry): void =>
    entry.kind === 'heading'
      ? setQuestion({ kind: 'rename-heading', entry })
      : goTo(chartOf({ symbol: entry.text, source }));
  const onKey = (event: KeyboardEvent<HTMLElement>, active: WatchlistEntry | null): boolean => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'z') void undo();
    else if (!active || ctrlKey || metaKey) return false;
    else if (altKey && key === 'ArrowUp') moveRow(active, -1);
    else if (altKey && key === 'ArrowDown') moveRow(active, 1);
    else if (!altKey && (key === 'Delete' || key === 'Backspace')) void remove(active);
    else if (key === 'F2' && active.kind === 'heading') open(active);
    else return false;
    return true;
  };

  const startAdding = (letter: string): void => {
    if (list) setAdding(letter);
    else if (value) setQuestion({ kind: 'create' });
  };
  usePageKeys({
    onLetter: startAdding,
    onNumber: (index) => {
      const next = lists[index];
      if (!next) return;
      setAdding(null);
      focusRows(next.listId);
      show(next.listId);
    },
  });

  useRowActions(list, {
    rename: open,
    up: (entry) => moveRow(entry, -1),
    down: (entry) => moveRow(entry, 1),
    remove: (entry) => void remove(entry),
  });

  const symbols = list?.entries.filter(({ kind }) => kind === 'symbol') ?? [];
  const isFull = lists.length >= WATCHLIST_LIMITS.lists;
  const close = (): void => setQuestion(null);
  return (
    <Screen title={t('Watchlists')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={lists.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void watchlists.load(undefined)}
        skeleton={<TableSkeleton />}
        empty={{
          icon: <StarRegular fontSize={32} />,
          sentence: t('No watchlist yet. A list shows prices of what you look at; it trades nothing.'),
          action: (
            <Button appearance="primary" onClick={() => setQuestion({ kind: 'create' })}>
              {t('Create a watchlist')}
            </Button>
          ),
        }}
      >
        {list && (
          <div ref={root} className={styles.stack}>
            <Toolbar
              start={
                <>
                  <TabList
                    aria-label={t('Watchlists')}
                    selectedValue={list.listId}
                    onTabSelect={(_, data) => show(Number(data.value))}
                  >
                    {lists.map(({ listId, name }, index) => (
                      <Tab key={listId} value={listId} title={`Alt+${(index + 1) % 10}`}>
                        {name}
                      </Tab>
                    ))}
                  </TabList>
                  {!isFull && (
                    <Button
                      size="small"
                      appearance="subtle"
                      icon={<Add16Regular />}
                      aria-label={t('New watchlist')}
                      title={t('New watchlist')}
                      onClick={() => setQuestion({ kind: 'create' })}
                    />
                  )}
                </>
              }
              end={
                <>
                  <span className={styles.count}>
                    {t('{{number}} of {{most}} symbols', {
                      number: symbols.length,
                      most: WATCHLIST_LIMITS.symbols,
                    })}
                  </span>
                  <SourceSelect
                    sources={sources}
                    source={source}
                    onChange={(next) => setSearch({ source: next })}
                  />
                  <ColumnsMenu />
                  <Button size="small" appearance="primary" onClick={() => startAdding('')}>
                    {t('Add an instrument')}
                  </Button>
                  <ListMenu
                    lists={lists}
                    list={list}
                    onRename={() => setQuestion({ kind: 'rename' })}
                    onRemove={() => setQuestion({ kind: 'remove' })}
                    onHeading={() => setQuestion({ kind: 'heading' })}
                  />
                </>
              }
            />
            {adding !== null && (
              <InstrumentPicker
                label={t('Instrument to add')}
                start={adding}
                taken={new Set(symbols.map(({ text }) => text))}
                onPick={({ symbol }) => void add('symbol', symbol)}
                onClose={() => {
                  focusRows(list.listId);
                  setAdding(null);
                }}
              />
            )}
            {list.entries.length === 0 ? (
              <EmptyPanel
                icon={<StarRegular fontSize={32} />}
                sentence={t(
                  'Nothing is in {{list}} yet. Type the beginning of a name, such as rel or nifty.',
                  {
                    list: list.name,
                  },
                )}
              />
            ) : (
              <WatchlistGrid
                key={list.listId}
                label={list.name}
                entries={list.entries}
                source={source}
                columns={columns}
                sorting={sorting}
                onSort={onSort}
                activeId={activeId}
                onActive={setActive}
                onOpen={open}
                onKey={onKey}
              />
            )}
          </div>
        )}
      </Content>
      {question && (
        <ListQuestion
          question={question}
          lists={lists}
          list={list}
          onCreated={(created) => {
            changeWatchlists.keep(created);
            show(created.listId);
            close();
            setAdding('');
          }}
          onHeading={(name) => {
            close();
            void add('heading', name);
          }}
          onClose={close}
        />
      )}
    </Screen>
  );
};
