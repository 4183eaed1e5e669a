import { Button } from '@fluentui/react-components';
import { ReceiptMoneyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Purchase } from '../../../shared/contract/subscription.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { PurchaseDrawer } from './purchase-drawer.tsx';
import { PurchasesTable } from './purchases-table.tsx';
import { purchasesList, purchasesSearch, purchasesCsv } from './purchases.ts';
import { RetryDialog } from './retry-dialog.tsx';

const NO_FILTERS = { search: '', from: '', to: '', page: 1 } as const;

/** Purchases and their outcome, with invoices. */
export const MyTransactionsScreen = () => {
  const [{ search, from, to, page, transaction }, setSearch] = useUrlSearch(purchasesSearch);
  const list = usePagedList(purchasesList, { filter: { search, from, to }, page, reloadOn: ['wallet'] });
  const [retried, setRetried] = useState<Purchase | null>(null);
  useCsvExport(() => purchasesCsv(list));
  const opened = list.rowOf(transaction);
  const isFiltered = search !== '' || from !== '' || to !== '';
  return (
    <Screen title={t('My transactions')}>
      <Toolbar
        end={
          <>
            <DateRange from={from} to={to} onChange={(range) => setSearch({ ...range, page: 1 })} />
            <FilterBox
              label={t('Search text or reference')}
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
          icon: <ReceiptMoneyRegular fontSize={32} />,
          sentence: t(
            'You have bought nothing yet. Plans, credit, activations and fees of strategies appear here with their invoices.',
          ),
          action: (
            <Button as="a" href={routeHref('/subscription')}>
              {t('See the plans')}
            </Button>
          ),
        }}
        onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
      >
        <PurchasesTable
          rows={list.rows}
          selectedId={transaction}
          onOpen={({ transactionId }) => setSearch({ transaction: transactionId })}
          onRetry={setRetried}
        />
      </PagedListView>
      {opened && (
        <PurchaseDrawer
          purchase={opened}
          onRetry={() => setRetried(opened)}
          onClose={() => setSearch({ transaction: null })}
        />
      )}
      {retried && (
        <RetryDialog
          purchase={retried}
          onDone={() => {
            setRetried(null);
            void purchasesList.reload();
          }}
          onClose={() => setRetried(null)}
        />
      )}
    </Screen>
  );
};
