import { Button, Tab, TabList } from '@fluentui/react-components';
import { DocumentBulletListRegular } from '@fluentui/react-icons';
import { formatCount } from '../../../shared/money.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { useFirstMode } from '../../state/first-side.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { OrdersTable } from '../../features/trades/orders-table.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import {
  answeredOrders,
  ORDER_FILTERS,
  ordersList,
  ordersSearch,
  ordersCsv,
  type OrderFilter,
} from './orders-list.ts';

const filterNames: Readonly<Record<OrderFilter, string>> = labels(
  {
    all: 'All',
    complete: 'Complete',
    open: 'Open',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  },
  { context: 'order-state' },
);
const NO_FILTERS = { search: '', from: '', to: '', status: 'all', page: 1 } as const;

/** Every order with its state; a refused one says why, in full. */
export const OrderHistoryScreen = () => {
  const [query, setSearch] = useUrlSearch(ordersSearch);
  const { status, search, from, to, page, order: orderId } = query;
  const mode = useFirstMode(query.mode, setSearch);
  const list = usePagedList(ordersList, {
    filter: { mode, status, search, from, to },
    page,
    reloadOn: ['order'],
  });
  const ordersInAll = useLastKnown(list.answer?.totalOrder);
  useCsvExport(() => ordersCsv(list));
  const opened = list.rowOf(orderId);
  const answered = list.answer && answeredOrders(list.answer);
  const isFiltered = search !== '' || from !== '' || to !== '' || status !== 'all';
  return (
    <Screen title={t('Order history')} mode={answered?.mode ?? null}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Which orders')}
            selectedValue={mode}
            onTabSelect={(_, data) => setSearch({ mode: data.value === 'live' ? 'live' : 'test', page: 1 })}
          >
            <Tab value="live">{t('Live')}</Tab>
            <Tab value="test">{t('Paper')}</Tab>
          </TabList>
        }
        end={
          <>
            <DateRange from={from} to={to} onChange={(range) => setSearch({ ...range, page: 1 })} />
            <FilterBox
              label={t('Search symbol or strategy')}
              value={search}
              onFilter={(text) => setSearch({ search: text, page: 1 }, { replace: true })}
            />
          </>
        }
      />
      <Toolbar
        start={
          <TabList
            size="small"
            appearance="subtle"
            aria-label={t('State of the orders')}
            selectedValue={status}
            onTabSelect={(_, data) => setSearch({ status: data.value as OrderFilter, page: 1 })}
          >
            {ORDER_FILTERS.map((filter) => (
              <Tab key={filter} value={filter}>
                {filterNames[filter]}
              </Tab>
            ))}
          </TabList>
        }
        end={
          ordersInAll !== null && (
            <span>
              {t('{{number}} orders in all', { count: ordersInAll, number: formatCount(ordersInAll) })}
            </span>
          )
        }
      />
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        empty={{
          icon: <DocumentBulletListRegular fontSize={32} />,
          sentence:
            mode === 'live' ? t('No live order has been sent.') : t('No paper order has been sent yet.'),
          action:
            mode === 'live' ? (
              <Button onClick={() => setSearch({ mode: 'test', page: 1 })}>{t('Show paper orders')}</Button>
            ) : undefined,
        }}
        onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
      >
        <OrdersTable
          label={answered?.mode === 'live' ? t('Live orders') : t('Paper orders')}
          rows={list.rows}
          hasActions
          selectedId={orderId}
          onOpen={(order) => setSearch({ order: order.orderId })}
        />
      </PagedListView>
      {opened && (
        <OrderDrawer
          order={opened}
          onChanged={() => void ordersList.reload()}
          onClose={() => setSearch({ order: null })}
        />
      )}
    </Screen>
  );
};
