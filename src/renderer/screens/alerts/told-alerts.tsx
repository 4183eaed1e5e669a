import { Button, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ALL_ALERTS } from '../../../shared/alert-category.ts';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { CATEGORY_LABELS } from '../../i18n/alert-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { unreadAlerts } from '../../state/header.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { AlertDrawer } from './alert-drawer.tsx';
import { AlertRows } from './alert-rows.tsx';
import {
  alertsCsv,
  alertsList,
  alertsSearch,
  CATEGORY_CHOICES,
  categoryId,
  readAlert,
  type CategoryChoice,
} from './alerts-list.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: '160px minmax(0, 1fr)', gap: tokens.spacingHorizontalL },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

const nameOf = (category: CategoryChoice): string =>
  category === 'all' ? t('All') : CATEGORY_LABELS[category];

/** Alerts that were told. The opened alert stays in its drawer while the list behind it starts again at page 1. */
export const ToldAlerts = () => {
  const styles = useStyles();
  const [{ category, page }, setSearch] = useUrlSearch(alertsSearch);
  const list = usePagedList(alertsList, {
    filter: { categoryId: categoryId(category) },
    page,
    reloadOn: ['alert'],
  });
  const unread = unreadAlerts.use((state) => state.value) ?? 0;
  const [opened, setOpened] = useState<Alert | null>(null);
  const { isRunning: isReadingAll } = readAlert.use();
  useCsvExport(() => alertsCsv(list.filter.categoryId));
  const backToFirstPage = () => setSearch({ page: 1 }, { replace: true });
  const open = async (alert: Alert) => {
    setOpened(alert);
    if (alert.read) return;
    await readAlert.run({ notification_id: alert.notification_id });
    backToFirstPage();
  };
  const readAll = async () => {
    await readAlert.run({ notification_id: ALL_ALERTS });
    backToFirstPage();
  };
  return (
    <>
      <div className={styles.root}>
        <TabList
          vertical
          aria-label={t('Category')}
          selectedValue={category}
          onTabSelect={(_, data) => setSearch({ category: data.value as CategoryChoice, page: 1 })}
        >
          {CATEGORY_CHOICES.map((choice) => (
            <Tab key={choice} value={choice}>
              {nameOf(choice)}
            </Tab>
          ))}
        </TabList>
        <div className={styles.list}>
          <Toolbar
            start={
              <span>
                {unread === 0 ? t('Everything is read') : t('{{number}} unread', { number: unread })}
              </span>
            }
            end={
              <Button
                size="small"
                disabledFocusable={unread === 0 || isReadingAll}
                onClick={() => void readAll()}
              >
                {t('Mark all read')}
              </Button>
            }
          />
          <PagedListView
            list={list}
            onPage={(next) => setSearch({ page: next })}
            skeleton={<TableSkeleton rows={8} />}
            empty={{
              icon: <AlertRegular fontSize={32} />,
              sentence: t('All quiet.'),
              action: (
                <LinkButton to="/settings?section=notifications">{t('Choose what you are told')}</LinkButton>
              ),
            }}
            onClearFilters={category === 'all' ? null : () => setSearch({ category: 'all', page: 1 })}
          >
            <AlertRows
              alerts={list.rows}
              openedId={opened?.notification_id ?? null}
              onOpen={(alert) => void open(alert)}
            />
          </PagedListView>
        </div>
      </div>
      {opened && <AlertDrawer alert={opened} onClose={() => setOpened(null)} />}
    </>
  );
};
