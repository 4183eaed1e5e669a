import { Button, Select } from '@fluentui/react-components';
import { GiftRegular } from '@fluentui/react-icons';
import { formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { rewardTableColumns } from './reward-columns.ts';
import { RewardDrawer } from './reward-drawer.tsx';
import { REWARD_LEVELS, rewardsList, rewardsSearch, rewardsCsv, type RewardLevel } from './rewards-list.ts';

const NO_FILTERS = { level: 'all', from: '', to: '', page: 1 } as const;

/** Rewards from the team's payments. */
export const RewardHistoryScreen = () => {
  const [{ level, from, to, page, reward }, setSearch] = useUrlSearch(rewardsSearch);
  const list = usePagedList(rewardsList, { filter: { level, from, to }, page, reloadOn: ['wallet'] });
  const earned = useLastKnown(list.answer?.earned);
  useCsvExport(() => rewardsCsv(list));
  const opened = list.rowOf(reward);
  const isFiltered = level !== 'all' || from !== '' || to !== '';
  return (
    <Screen title={t('Reward history')}>
      <Toolbar
        start={earned !== null && <span>{t('{{amount}} earned', { amount: formatRupees(earned) })}</span>}
        end={
          <>
            <Select
              size="small"
              aria-label={t('Level')}
              value={level}
              onChange={(_, data) => setSearch({ level: data.value as RewardLevel, page: 1 })}
            >
              <option value="all">{t('All levels')}</option>
              {REWARD_LEVELS.map((choice, index) => (
                <option key={choice} value={choice}>
                  {t('Level {{level}}', { level: index + 1 })}
                </option>
              ))}
            </Select>
            <DateRange from={from} to={to} onChange={(range) => setSearch({ ...range, page: 1 })} />
          </>
        }
      />
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        empty={{
          icon: <GiftRegular fontSize={32} />,
          sentence: t('No reward yet. Real payments of your team earn them once your account is active.'),
          action: (
            <Button as="a" href={routeHref('/my-team')}>
              {t('My team')}
            </Button>
          ),
        }}
        onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
      >
        <DataTable
          label={t('Rewards')}
          columns={rewardTableColumns()}
          rows={list.rows}
          rowKey={(row) => row.entryId}
          selectedKey={reward}
          onOpen={({ entryId }) => setSearch({ reward: entryId })}
        />
      </PagedListView>
      {opened && <RewardDrawer reward={opened} onClose={() => setSearch({ reward: null })} />}
    </Screen>
  );
};
