import { DocumentBulletListRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { orderFileColumns } from '../../features/trades/order-columns.tsx';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { historyRows } from '../../state/history-rows.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { OrderFacts, OrdersTable } from '../../features/trades/orders-table.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';

interface Filter {
  strategyId: number;
  mode: Mode;
}

const ordersList = createPagedList({
  call: ({ strategyId, mode, ...page }: Filter & PageRequest) =>
    api.positions.orders({ strategyId, isTest: tradeHistoryFlag(mode), ...page }),
  page: (answer) => ({
    rows: historyRows({ test: answer.test_orderhistory, live: answer.live_orderhistory })?.rows ?? [],
    total: answer.total,
  }),
  idOf: (order) => order.orderId,
  filter: { strategyId: 0, mode: 'test' },
});

/** Orders of the strategy, in the mode it is in. */
export const OrdersTab = ({ strategy: { strategyId, mode } }: { strategy: StrategySummary }) => {
  const [openedId, setOpenedId] = useState<number | null>(null);
  const [{ page }, setSearch] = useUrlSearch(detailSearch);
  const list = usePagedList(ordersList, {
    filter: { strategyId, mode },
    page,
    reloadOn: ['order'],
    isNews: ({ order }) => order.strategyId === strategyId,
  });
  useCsvExport(() =>
    csvTableOf(`strategy-${strategyId}-orders-${modeWord(mode)}`, orderFileColumns(), list.all()),
  );
  const opened = list.rowOf(openedId);
  return (
    <>
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<TableSkeleton />}
        empty={{
          icon: <DocumentBulletListRegular fontSize={32} />,
          sentence: t('This strategy has sent no order yet.'),
        }}
      >
        <OrdersTable
          label={t('Orders of the strategy')}
          rows={list.rows}
          selectedId={openedId}
          onOpen={(order) => setOpenedId(order.orderId)}
          hasStrategy={false}
        />
      </PagedListView>
      {opened && (
        <DetailsDrawer
          title={t('Order {{orderId}}', { orderId: opened.orderId })}
          onClose={() => setOpenedId(null)}
        >
          <OrderFacts order={opened} />
        </DetailsDrawer>
      )}
    </>
  );
};
