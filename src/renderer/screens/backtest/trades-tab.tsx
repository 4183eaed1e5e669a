import { Select, Switch } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import type { RunDetail } from '../../../shared/contract/backtests.ts';
import { formatCount } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { backtestSearch } from './backtest-search.ts';
import { runTradeTableColumns } from './run-trade-columns.ts';
import { runTrades } from './runs.ts';
import { TradeChart } from './trade-chart.tsx';

/** Every trade of the run; the chosen one stands on the chart. */
export const TradesTab = ({ run }: { run: RunDetail }) => {
  const [{ symbol, tradesPage, trade: number, excursions }, setSearch] = useUrlSearch(backtestSearch);
  const { backtestId } = run;
  const list = usePagedList(runTrades, { filter: { backtestId, symbol }, page: tradesPage });
  const rows = list.filter.backtestId === backtestId ? list.rows : [];
  const chosen = rows.find((row) => row.number === number) ?? rows[0] ?? null;
  const isDaily = run.timeframe === '1d';
  const traded = run.result?.bySymbol ?? [];
  return (
    <>
      {chosen && <TradeChart run={run} trade={chosen} others={rows} />}
      <Toolbar
        end={
          <>
            <Switch
              label={t('MAE and MFE')}
              checked={excursions === 'shown'}
              onChange={(_, data) =>
                setSearch({ excursions: data.checked ? 'shown' : '' }, { replace: true })
              }
            />
            {traded.length > 1 && (
              <Select
                size="small"
                aria-label={t('Trades of')}
                value={symbol}
                onChange={(_, data) =>
                  setSearch({ symbol: data.value, tradesPage: 1, trade: null }, { replace: true })
                }
              >
                <option value="">{t('All instruments')}</option>
                {traded.map((one) => (
                  <option key={one.symbol}>{one.symbol}</option>
                ))}
              </Select>
            )}
          </>
        }
      />
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ tradesPage: next, trade: null }, { replace: true })}
        skeleton={<TableSkeleton rows={8} />}
        empty={{
          icon: <HistoryRegular fontSize={32} />,
          sentence: t(
            'The rules never entered on these days. Signals that were not taken are told in the summary.',
          ),
        }}
        onClearFilters={symbol === '' ? null : () => setSearch({ symbol: '' })}
      >
        <DataTable
          label={t('Trades of the run')}
          columns={runTradeTableColumns(isDaily, excursions === 'shown')}
          rows={rows}
          rowKey={(row) => row.number}
          selectedKey={chosen?.number ?? null}
          onOpen={(row) => setSearch({ trade: row.number }, { replace: true })}
          footer={
            list.answer && (
              <Sentence
                text="Total of {{number}} trades <amount/>"
                values={{ count: list.total, number: formatCount(list.total) }}
                parts={{ amount: <MoneyChange paise={list.answer.tradetotalProfit} /> }}
              />
            )
          }
        />
      </PagedListView>
    </>
  );
};
