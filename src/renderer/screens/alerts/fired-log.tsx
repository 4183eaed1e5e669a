import { AlertRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { FiringDrawer } from './firing-drawer.tsx';
import { firingsList } from './rules-list.ts';
import { firingColumns, FiringsTable } from './rules-table.tsx';

interface FiredLogProps {
  page: number;
  onPage: (page: number) => void;
}

/** Log of firings of a person's own alerts, with their channels. */
export const FiredLog = ({ page, onPage }: FiredLogProps) => {
  const list = usePagedList(firingsList, { filter: {}, page, reloadOn: ['alert-rule'] });
  const [openedId, setOpenedId] = useState<number | null>(null);
  useCsvExport(() => csvTableOf('fired-alerts', firingColumns(), list.all()));
  const opened = list.rowOf(openedId);
  return (
    <>
      <PagedListView
        list={list}
        onPage={onPage}
        skeleton={<TableSkeleton rows={6} />}
        empty={{ icon: <AlertRegular fontSize={32} />, sentence: t('None of your alerts has fired yet.') }}
        onClearFilters={null}
      >
        <FiringsTable rows={list.rows} selectedId={openedId} onOpen={setOpenedId} />
      </PagedListView>
      {opened && <FiringDrawer firing={opened} onClose={() => setOpenedId(null)} />}
    </>
  );
};
