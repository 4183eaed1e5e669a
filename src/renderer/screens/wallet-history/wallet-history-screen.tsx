import { Select, Tab, TabList } from '@fluentui/react-components';
import { BuildingBankRegular, ReceiptRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { WalletName } from '../../../shared/contract/wallet.ts';
import { succeed } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { EntriesTable } from '../../flows/entries-table.tsx';
import { WALLET_LABELS } from '../../i18n/money-labels.ts';
import { LinkButton } from '../../flows/link-button.tsx';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { useStreamReload } from '../../state/stream.ts';
import { usePrintSource } from '../../state/print.ts';
import { session } from '../../state/session.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { myWallet } from '../../state/wallet.ts';
import { Content } from '../../ui/content.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import {
  entriesList,
  entriesCsv,
  historySearch,
  WALLET_NAMES,
  withdrawalsList,
  withdrawalsCsv,
  type EntryType,
} from './history-lists.ts';
import { askForStatement } from './statement.ts';
import { statementDocument } from './statement-document.ts';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { WithdrawalsTable } from './withdrawals-table.tsx';

const NO_FILTERS = { type: 'A', search: '', from: '', to: '', page: 1 } as const;

const Entries = () => {
  const [{ wallet, type, search, from, to, page, entry }, setSearch] = useUrlSearch(historySearch);
  const list = entriesList.use();
  useEffect(() => {
    void entriesList.load({ filter: { wallet, type, search, from, to }, pageNumber: page });
  }, [wallet, type, search, from, to, page]);
  useStreamReload(['wallet'], () => void entriesList.reload());
  useCsvExport(entriesCsv);
  const holder = session.use((state) => state.user?.fullName ?? '');
  usePrintSource(async () => {
    const mine = await api.wallet.mine();
    if (!mine.ok) return mine;
    const statement = await askForStatement({ wallet, from, to });
    if (!statement.ok) return statement;
    const { isSandbox } = mine.value;
    return succeed(statementDocument(statement.value, { wallet, holder, isSandbox, from, to }));
  });
  const opened = list.rows.find(({ entryId }) => entryId === entry);
  const isFiltered = type !== 'A' || search !== '' || from !== '' || to !== '';
  return (
    <>
      <Content
        isLoading={list.isLoading}
        hasContent={list.answer !== null}
        isEmpty={list.total === 0}
        failure={list.failure}
        loadedAt={list.loadedAt}
        onRetry={() => void entriesList.load({ pageNumber: page })}
        skeleton={<TableSkeleton rows={10} />}
        empty={{
          icon: <ReceiptRegular fontSize={32} />,
          sentence: t('Nothing has moved in the {{wallet}} wallet yet.', { wallet: WALLET_LABELS[wallet] }),
          action: <LinkButton to="/wallet">{t('Go to the wallet')}</LinkButton>,
        }}
        onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
      >
        <EntriesTable
          label={t('Lines of the {{wallet}} wallet', { wallet: WALLET_LABELS[wallet] })}
          wallet={wallet}
          rows={list.rows}
          selectedId={entry}
          onOpen={({ entryId }) => setSearch({ entry: entryId })}
        />
      </Content>
      <Pager
        pageNumber={list.pageNumber}
        pageSize={list.pageSize}
        total={list.total}
        onPage={(next) => setSearch({ page: next })}
      />
      {opened && <EntryDrawer entry={opened} wallet={wallet} onClose={() => setSearch({ entry: null })} />}
    </>
  );
};

const Withdrawals = () => {
  const [{ type, search, from, to, page, entry }, setSearch] = useUrlSearch(historySearch);
  const list = withdrawalsList.use();
  useEffect(() => {
    void withdrawalsList.load({ filter: { type, search, from, to }, pageNumber: page });
  }, [type, search, from, to, page]);
  useStreamReload(['wallet', 'payment'], () => void withdrawalsList.reload());
  useCsvExport(withdrawalsCsv);
  const opened = list.rows.find(({ withdrawalId }) => withdrawalId === entry);
  const isFiltered = type !== 'A' || search !== '' || from !== '' || to !== '';
  return (
    <>
      <Content
        isLoading={list.isLoading}
        hasContent={list.answer !== null}
        isEmpty={list.total === 0}
        failure={list.failure}
        loadedAt={list.loadedAt}
        onRetry={() => void withdrawalsList.load({ pageNumber: page })}
        skeleton={<TableSkeleton rows={10} />}
        empty={{
          icon: <BuildingBankRegular fontSize={32} />,
          sentence: t('Nothing has gone to your bank yet.'),
          action: <LinkButton to="/wallet">{t('Go to the wallet')}</LinkButton>,
        }}
        onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
      >
        <WithdrawalsTable
          rows={list.rows}
          selectedId={entry}
          onOpen={({ withdrawalId }) => setSearch({ entry: withdrawalId })}
        />
      </Content>
      <Pager
        pageNumber={list.pageNumber}
        pageSize={list.pageSize}
        total={list.total}
        onPage={(next) => setSearch({ page: next })}
      />
      {opened && (
        <WithdrawalDrawer
          withdrawal={opened}
          onChanged={() => void withdrawalsList.reload()}
          onClose={() => setSearch({ entry: null })}
        />
      )}
    </>
  );
};

/** What moved in each wallet with the balance after it, and what went to the bank. */
export const WalletHistoryScreen = () => {
  const [{ show, wallet, type, search, from, to }, setSearch] = useUrlSearch(historySearch);
  useEffect(() => {
    void myWallet.load(undefined);
  }, []);
  const anew = { page: 1, entry: null };
  return (
    <Screen title={t('Wallet history')}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Which history')}
            selectedValue={show}
            onTabSelect={(_, data) =>
              setSearch({ ...NO_FILTERS, ...anew, show: data.value === 'bank' ? 'bank' : 'wallet' })
            }
          >
            <Tab value="wallet">{t('Wallet')}</Tab>
            <Tab value="bank">{t('Bank')}</Tab>
          </TabList>
        }
        end={
          <>
            {show === 'wallet' && (
              <Select
                size="small"
                aria-label={t('Wallet')}
                value={wallet}
                onChange={(_, data) => setSearch({ ...anew, wallet: data.value as WalletName })}
              >
                {WALLET_NAMES.map((name) => (
                  <option key={name} value={name}>
                    {WALLET_LABELS[name]}
                  </option>
                ))}
              </Select>
            )}
            <Select
              size="small"
              aria-label={t('Type')}
              value={type}
              onChange={(_, data) => setSearch({ ...anew, type: data.value as EntryType })}
            >
              <option value="A">{t('All')}</option>
              <option value="C">{show === 'bank' ? t('Came back') : t('Credit')}</option>
              <option value="D">{t('Debit')}</option>
            </Select>
            <DateRange from={from} to={to} onChange={(range) => setSearch({ ...anew, ...range })} />
            <FilterBox
              label={
                show === 'bank' ? t('Search reference or account') : t('Search title, note or reference')
              }
              value={search}
              onFilter={(text) => setSearch({ ...anew, search: text }, { replace: true })}
            />
          </>
        }
      />
      {show === 'bank' ? <Withdrawals /> : <Entries />}
    </Screen>
  );
};
