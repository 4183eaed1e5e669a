import { Select, Tab, TabList } from '@fluentui/react-components';
import { BuildingBankRegular, ReceiptRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { WalletName } from '../../../shared/contract/wallet.ts';
import { succeed } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { EntriesTable } from '../../features/money/entries-table.tsx';
import { WALLET_LABELS } from '../../i18n/money-labels.ts';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { usePrintSource } from '../../state/print.ts';
import { session } from '../../state/session.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { myWallet } from '../../state/wallet.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
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
import { loadStatement } from './statement.ts';
import { statementDocument } from './statement-document.ts';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { WithdrawalsTable } from './withdrawals-table.tsx';

const NO_FILTERS = { type: 'A', search: '', from: '', to: '', page: 1 } as const;

const Entries = () => {
  const [{ wallet, type, search, from, to, page, entry }, setSearch] = useUrlSearch(historySearch);
  const list = usePagedList(entriesList, {
    filter: { wallet, type, search, from, to },
    page,
    reloadOn: ['wallet'],
  });
  useCsvExport(() => entriesCsv(list));
  const holder = session.use((state) => state.user?.fullName ?? '');
  usePrintSource(async () => {
    const mine = await api.wallet.mine();
    if (!mine.ok) return mine;
    const statement = await loadStatement({ wallet, from, to });
    if (!statement.ok) return statement;
    const { isSandbox } = mine.value;
    return succeed(statementDocument(statement.value, { wallet, holder, isSandbox, from, to }));
  });
  const opened = list.rowOf(entry);
  const isFiltered = type !== 'A' || search !== '' || from !== '' || to !== '';
  return (
    <>
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
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
      </PagedListView>
      {opened && <EntryDrawer entry={opened} wallet={wallet} onClose={() => setSearch({ entry: null })} />}
    </>
  );
};

const Withdrawals = () => {
  const [{ type, search, from, to, page, entry }, setSearch] = useUrlSearch(historySearch);
  const list = usePagedList(withdrawalsList, {
    filter: { type, search, from, to },
    page,
    reloadOn: ['wallet', 'payment'],
  });
  useCsvExport(() => withdrawalsCsv(list));
  const opened = list.rowOf(entry);
  const isFiltered = type !== 'A' || search !== '' || from !== '' || to !== '';
  return (
    <>
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
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
      </PagedListView>
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

/** The entries of each wallet with balances, and withdrawals to the bank. */
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
