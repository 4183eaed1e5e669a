import { Link } from '@fluentui/react-components';
import { ReceiptRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { EntriesTable, entryColumns } from '../../features/money/entries-table.tsx';
import { t } from '../../i18n/translate.ts';
import { allRows } from '../../state/all-rows.ts';
import { csvTableOf, useCsvExport, type CsvSource } from '../../state/csv-export.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { routeHref, useGoTo } from '../../state/navigation.ts';
import { createResource } from '../../state/resource.ts';
import { Content } from '../../ui/content.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';

const SHOWN = 5;
const latest = createResource(() => api.wallet.history({ pageSize: SHOWN }));

/** The whole history of the wallet whose last lines stand here. */
const collect: CsvSource = () =>
  csvTableOf(
    'wallet-main',
    entryColumns('main'),
    allRows(
      (page) => api.wallet.history(page),
      (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
      ({ entryId }) => entryId,
    ),
  );

/** The last few lines of the main wallet. */
export const LatestEntries = () => {
  const goTo = useGoTo();
  const { value, isLoading, failure, loadedAt } = latest.use();
  useEffect(() => {
    void latest.load(undefined);
  }, []);
  useReloadOnFacts(['wallet'], latest);
  useCsvExport(collect);
  return (
    <SectionCard
      title={t('Latest')}
      aside={<Link href={routeHref('/wallet-history')}>{t('Wallet history')}</Link>}
    >
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.wallet_transaction_list.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void latest.load(undefined)}
        skeleton={<TableSkeleton rows={SHOWN} />}
        empty={{
          icon: <ReceiptRegular fontSize={32} />,
          sentence: t('Nothing has moved yet. Money you add is the first line here.'),
        }}
      >
        <EntriesTable
          label={t('Latest lines of the main wallet')}
          wallet="main"
          rows={value?.wallet_transaction_list ?? []}
          onOpen={({ entryId }) => goTo(`/wallet-history?entry=${entryId}`)}
        />
      </Content>
    </SectionCard>
  );
};
