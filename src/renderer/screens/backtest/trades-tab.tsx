import { Select } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import type { BacktestTrade, RunDetail } from '../../../shared/contract/backtests.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { istMinute } from '../../../shared/time.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { backtestSearch } from './backtest-search.ts';
import { exitText } from './run-labels.ts';
import { runTrades } from './runs.ts';
import { TradeChart } from './trade-chart.tsx';

const columnsFor = (isDaily: boolean): readonly Column<BacktestTrade>[] => {
  const when = (iso: string) => {
    const at = Date.parse(iso);
    return isDaily ? dayText(at) : `${dayText(at)}, ${istMinute(at)}`;
  };
  return [
    { key: 'number', title: t('No.'), render: (trade) => formatCount(trade.number) },
    { key: 'symbol', title: t('Symbol'), render: (trade) => trade.symbol },
    { key: 'side', title: t('Side'), render: (trade) => (trade.side === 'long' ? t('Long') : t('Short')) },
    { key: 'quantity', title: t('Qty'), align: 'end', render: (trade) => formatCount(trade.quantity) },
    { key: 'entryAt', title: t('In (IST)'), render: (trade) => when(trade.entryAt) },
    {
      key: 'entry',
      title: t('At', { context: 'price' }),
      align: 'end',
      render: (trade) => formatPrice(trade.entryPrice),
    },
    { key: 'exitAt', title: t('Out (IST)'), render: (trade) => when(trade.exitAt) },
    {
      key: 'exit',
      title: t('At', { context: 'price' }),
      align: 'end',
      render: (trade) => formatPrice(trade.exitPrice),
    },
    { key: 'why', title: t('Why'), kind: 'quiet', render: (trade) => exitText(trade.exitReason) },
    { key: 'net', title: t('Net'), align: 'end', render: (trade) => <MoneyChange paise={trade.net} /> },
    {
      key: 'total',
      title: t('Total'),
      align: 'end',
      render: (trade) => <MoneyChange paise={trade.runningTotal} />,
    },
  ];
};

/** Every trade of the run; the chosen one stands on the chart. */
export const TradesTab = ({ run }: { run: RunDetail }) => {
  const [{ symbol, tradesPage, trade: number }, setSearch] = useUrlSearch(backtestSearch);
  const { backtestId } = run;
  const list = usePagedList(runTrades, { filter: { backtestId, symbol }, page: tradesPage });
  const rows = list.filter.backtestId === backtestId ? list.rows : [];
  const chosen = rows.find((row) => row.number === number) ?? rows[0] ?? null;
  const isDaily = run.timeframe === '1d';
  const traded = run.result?.bySymbol ?? [];
  return (
    <>
      {chosen && <TradeChart run={run} trade={chosen} others={rows} />}
      {traded.length > 1 && (
        <Toolbar
          end={
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
          }
        />
      )}
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
          columns={columnsFor(isDaily)}
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
