import { Button, Select, Switch, Tab, TabList } from '@fluentui/react-components';
import { TextBulletListSquareRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { logColumns, LogTable } from './log-table.tsx';
import { logsList, logsSearch, type Level } from './logs-list.ts';

const NO_FILTERS = { level: 'all', search: '', page: 1 } as const;

/** Activity of the person, and decisions of the strategies. */
export const LogsScreen = () => {
  const [{ tab, level, search, page }, setSearch] = useUrlSearch(logsSearch);
  const list = usePagedList(logsList, {
    filter: { tab, level, search },
    page,
    reloadOn: ['log'],
    isNews: ({ kind }) => isFollowing && kind === (tab === 'trade' ? 'trading' : 'activity'),
  });
  const [isFollowing, setIsFollowing] = useState(false);
  useCsvExport(() => csvTableOf(`log-${tab}`, logColumns(), list.all()));
  const isFiltered = level !== 'all' || search !== '';
  return (
    <Screen title={t('Logs')}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Which log')}
            selectedValue={tab}
            onTabSelect={(_, data) =>
              setSearch({ tab: data.value === 'trade' ? 'trade' : 'activity', page: 1 })
            }
          >
            <Tab value="activity">{t('Activity')}</Tab>
            <Tab value="trade">{t('Trade')}</Tab>
          </TabList>
        }
        end={
          <>
            <Switch
              label={t('Follow', { context: 'newest' })}
              checked={isFollowing}
              onChange={(_, data) => {
                setIsFollowing(data.checked);
                if (data.checked) setSearch({ page: 1 });
              }}
            />
            <Select
              size="small"
              aria-label={t('Level')}
              value={level}
              onChange={(_, data) => setSearch({ level: data.value as 'all' | Level, page: 1 })}
            >
              <option value="all">{t('Every level')}</option>
              <option value="info">{t('Info')}</option>
              <option value="warning">{t('Warnings')}</option>
              <option value="error">{t('Errors')}</option>
            </Select>
            <FilterBox
              label={t('Filter text')}
              value={search}
              onFilter={(text) => setSearch({ search: text, page: 1 }, { replace: true })}
            />
          </>
        }
      />
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        empty={{
          icon: <TextBulletListSquareRegular fontSize={32} />,
          sentence:
            tab === 'trade'
              ? t('No strategy has decided anything yet. Start one to see every signal, order and fill here.')
              : t('Nothing has been logged yet.'),
          action:
            tab === 'trade' ? (
              <Button as="a" href={routeHref('/my-strategies?tab=Test')}>
                {t('Go to my strategies')}
              </Button>
            ) : undefined,
        }}
        onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
      >
        <LogTable label={tab === 'trade' ? t('Trade log') : t('Activity log')} rows={list.rows} />
      </PagedListView>
    </Screen>
  );
};
