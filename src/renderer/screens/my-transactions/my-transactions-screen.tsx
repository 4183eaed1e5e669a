import { Button } from '@fluentui/react-components';
import { ReceiptMoneyRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { Purchase } from '../../../shared/contract/subscription.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { useStreamReload } from '../../state/stream.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { PurchaseDrawer } from './purchase-drawer.tsx';
import { PurchasesTable } from './purchases-table.tsx';
import { purchasesList, purchasesSearch, purchasesCsv } from './purchases.ts';
import { RetryDialog } from './retry-dialog.tsx';

const NO_FILTERS = { search: '', from: '', to: '', page: 1 } as const;

/** What was bought and what became of it, with invoices. */
export const MyTransactionsScreen = () => {
  const [{ search, from, to, page, transaction }, setSearch] = useUrlSearch(purchasesSearch);
  const list = purchasesList.use();
  const [retried, setRetried] = useState<Purchase | null>(null);
  useEffect(() => {
    void purchasesList.load({ filter: { search, from, to }, pageNumber: page });
  }, [search, from, to, page]);
  useStreamReload(['wallet'], () => void purchasesList.reload());
  useCsvExport(purchasesCsv);
  const opened = list.rows.find(({ transactionId }) => transactionId === transaction);
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
      <Content
        isLoading={list.isLoading}
        hasContent={list.answer !== null}
        isEmpty={list.total === 0}
        failure={list.failure}
        loadedAt={list.loadedAt}
        onRetry={() => void purchasesList.load({ pageNumber: page })}
        skeleton={<TableSkeleton rows={10} />}
        empty={{
          icon: <ReceiptMoneyRegular fontSize={32} />,
          sentence: t(
            'You have bought nothing yet. Plans, credit and activations appear here with their invoices.',
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
      </Content>
      <Pager
        pageNumber={list.pageNumber}
        pageSize={list.pageSize}
        total={list.total}
        onPage={(next) => setSearch({ page: next })}
      />
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
