import { LayerRegular } from '@fluentui/react-icons';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { StructureDrawer } from './structure-drawer.tsx';
import { structureColumns, structuresCsv, structuresList } from './structures-list.ts';
import type { TradeFilter } from './trades-list.ts';

interface StructuresViewProps {
  filter: TradeFilter;
  page: number;
  onPage: (page: number) => void;
  openedId: number | null;
  onOpen: (structureId: number | null) => void;
  onClearFilters: (() => void) | null;
}

/** Results of structures: all legs of a day of entry in one row. */
export const StructuresView = ({
  filter,
  page,
  onPage,
  openedId,
  onOpen,
  onClearFilters,
}: StructuresViewProps) => {
  const list = usePagedList(structuresList, { filter, page, reloadOn: ['trade'] });
  useCsvExport(() => structuresCsv(list));
  const opened = list.rowOf(openedId);
  return (
    <>
      <PagedListView
        list={list}
        onPage={onPage}
        skeleton={<TableSkeleton />}
        empty={{
          icon: <LayerRegular fontSize={32} />,
          sentence: t('No leg of a structure has been closed yet.'),
        }}
        onClearFilters={onClearFilters}
      >
        <DataTable
          label={t('Structures')}
          columns={structureColumns()}
          rows={list.rows}
          rowKey={(row) => row.structureId}
          selectedKey={openedId}
          onOpen={(row) => onOpen(row.structureId)}
          footer={
            list.answer && (
              <Sentence
                text="Total of all {{count}} structures {{where}} <amount/>"
                values={{ count: list.total, where: TRADED_AT[list.answer.source] }}
                parts={{ amount: <MoneyChange paise={list.answer.net} /> }}
              />
            )
          }
        />
      </PagedListView>
      {opened && <StructureDrawer structure={opened} onClose={() => onOpen(null)} />}
    </>
  );
};
