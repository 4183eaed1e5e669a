import { Button, makeStyles, Tab, TabList } from '@fluentui/react-components';
import { TrophyRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { formatPercent } from '../../../shared/money.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { LosersNote } from '../../features/strategies/losers-note.tsx';
import { CloneFlow } from '../../features/strategies/clone-flow.tsx';
import { noRankingText, useIsReplay } from '../../features/strategies/no-ranking.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { compactRupees } from '../../i18n/amounts.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { FIXED_LABELS } from '../../i18n/fixed-labels.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { changeColumn, countColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { sortedRows } from '../../ui/sorting.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { TopTenDrawer } from './top-ten-drawer.tsx';
import { topTen, topTenSearch, type TopTenRow } from './top-ten.ts';

const useStyles = makeStyles({ line: { minWidth: '88px' } });

const LineCell = ({ row }: { row: TopTenRow }) => (
  <div className={useStyles().line}>
    <Sparkline
      values={row.equity}
      height={24}
      label={t('Result of {{name}} over 30 days', { name: row.name })}
    />
  </div>
);

const columnsFor = (onClone: (row: TopTenRow) => void): readonly Column<TopTenRow>[] => [
  {
    key: 'name',
    title: t('Strategy'),
    render: (row) => `${row.rank}. ${row.name}`,
    csv: (row) => row.name,
  },
  {
    key: 'return',
    title: t('Return'),
    align: 'end',
    render: (row) => <PercentChange percent={row.returnPercent} isTinted />,
    sortBy: (row) => row.returnPercent,
    csv: (row) => csvNumber(row.returnPercent),
  },
  changeColumn('net', t('Net P&L'), (row) => row.net, { isSortable: true }),
  {
    key: 'fall',
    title: t('Max drawdown'),
    align: 'end',
    render: (row) => formatPercent(row.worstFallPercent),
    sortBy: (row) => row.worstFallPercent,
    csv: (row) => csvNumber(row.worstFallPercent),
  },
  countColumn('trades', t('Trades'), (row) => row.trades, { isSortable: true }),
  countColumn('followers', t('Followers'), (row) => row.followers, { isSortable: true }),
  {
    key: 'capital',
    title: t('Min capital'),
    align: 'end',
    render: (row) => compactRupees(row.minimumCapital),
    sortBy: (row) => row.minimumCapital,
    csv: (row) => csvRupees(row.minimumCapital),
  },
  {
    key: 'line',
    title: t('30 days'),
    render: (row) => <LineCell row={row} />,
  },
  {
    key: 'clone',
    title: t('Actions'),
    isTitleHidden: true,
    render: (row) => (
      <OnlineButton
        size="small"
        aria-label={t('Clone {{name}}', { name: row.name })}
        onClick={() => onClone(row)}
      >
        {t('Clone')}
      </OnlineButton>
    ),
  },
];

/** The ten best strategies, in test or live. Fewer when fewer have traded. */
export const TopTenScreen = () => {
  const sort = useUrlSort();
  const [{ mode, window: period }, setSearch] = useUrlSearch(topTenSearch);
  const here = topTen.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const isReplay = useIsReplay();
  const [opened, setOpened] = useState<TopTenRow | null>(null);
  const [cloning, setCloning] = useState<TopTenRow | null>(null);
  const load = () =>
    here.load({ thirtyDay: period === '30-days' ? '1' : '0', test: mode === 'test' ? '1' : '0' });
  useEffect(() => {
    void here.load({ thirtyDay: period === '30-days' ? '1' : '0', test: mode === 'test' ? '1' : '0' });
  }, [here, mode, period]);
  useReloadOnFacts([], topTen);
  const columns = columnsFor(setCloning);
  useCsvExport(
    value && csvOfRows(`top-ten-${modeWord(mode)}`, columns, sortedRows(value, columns, sort.sorting)),
  );
  return (
    <Screen title={t('Top ten')} mode={mode}>
      <Toolbar
        start={
          <TabList
            selectedValue={mode}
            onTabSelect={(_, data) => setSearch({ mode: data.value === 'live' ? 'live' : 'test' })}
            aria-label={t('Which results')}
          >
            <Tab value="test">{t('Paper')}</Tab>
            <Tab value="live">{t('Live')}</Tab>
          </TabList>
        }
        end={
          <>
            {mode === 'test' && <span>{FIXED_LABELS.noTestAdvice}</span>}
            <TabList
              size="small"
              selectedValue={period}
              onTabSelect={(_, data) => setSearch({ window: data.value === 'all' ? 'all' : '30-days' })}
              aria-label={t('Over what time')}
            >
              <Tab value="30-days">{t('30 days')}</Tab>
              <Tab value="all">{t('Since start')}</Tab>
            </TabList>
          </>
        }
      />
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void load()}
        skeleton={<TableSkeleton rows={10} />}
        empty={{
          icon: <TrophyRegular fontSize={32} />,
          sentence:
            mode === 'live'
              ? t('No strategy has traded live yet. The paper ranking is one tab away.')
              : isReplay
                ? noRankingText()
                : t('No strategy has traded yet. The ranking fills as soon as trades close.'),
          action:
            mode === 'live' ? (
              <Button onClick={() => setSearch({ mode: 'test' })}>{t('Show paper results')}</Button>
            ) : undefined,
        }}
      >
        <LosersNote
          period={mode === 'live' ? null : period === '30-days' ? 'month' : 'all'}
          returns={(value ?? []).map((row) => row.returnPercent)}
        />
        <DataTable
          label={mode === 'test' ? t('Top ten, paper results') : t('Top ten, live results')}
          columns={columns}
          rows={value ?? []}
          rowKey={(row) => row.strategyId}
          selectedKey={opened?.strategyId ?? null}
          onOpen={setOpened}
          {...sort}
        />
      </Content>
      {opened && (
        <TopTenDrawer
          row={opened}
          mode={mode}
          period={period === '30-days' ? t('30 days') : t('Since start')}
          onClone={() => {
            setCloning(opened);
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {cloning && <CloneFlow strategy={cloning} onClose={() => setCloning(null)} />}
    </Screen>
  );
};
