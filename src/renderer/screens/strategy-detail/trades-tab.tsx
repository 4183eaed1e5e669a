import { HistoryRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { tradeFileColumns } from '../../features/trades/trade-columns.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { historyRows } from '../../state/history-rows.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { TradeDrawer } from '../../features/trades/trade-drawer.tsx';
import { TradesTable } from '../../features/trades/trades-table.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';

interface Filter {
  strategyId: number;
  mode: Mode;
}

const tradesList = createPagedList({
  call: ({ strategyId, mode, ...page }: Filter & PageRequest) =>
    api.positions.trades({ strategyId, isTest: tradeHistoryFlag(mode), ...page }),
  page: (answer) => ({
    rows: historyRows({ test: answer.test_tradehistory, live: answer.live_tradehistory })?.rows ?? [],
    total: answer.total,
  }),
  idOf: (trade) => trade.tradeId,
  filter: { strategyId: 0, mode: 'test' },
});

/** Closed trades of the strategy, in the mode it is in. */
export const TradesTab = ({ strategy: { strategyId, mode } }: { strategy: StrategySummary }) => {
  const [openedId, setOpenedId] = useState<number | null>(null);
  const [{ page }, setSearch] = useUrlSearch(detailSearch);
  const list = usePagedList(tradesList, {
    filter: { strategyId, mode },
    page,
    reloadOn: ['trade'],
    isNews: ({ trade }) => trade.strategyId === strategyId,
  });
  useCsvExport(() =>
    csvTableOf(`strategy-${strategyId}-trades-${modeWord(mode)}`, tradeFileColumns(), list.all()),
  );
  const opened = list.rowOf(openedId);
  return (
    <>
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<TableSkeleton />}
        empty={{
          icon: <HistoryRegular fontSize={32} />,
          sentence: t('This strategy has closed no trade yet.'),
        }}
      >
        <TradesTable
          label={t('Trades of the strategy')}
          rows={list.rows}
          selectedId={openedId}
          onOpen={(trade) => setOpenedId(trade.tradeId)}
          hasStrategy={false}
          footer={
            list.answer && (
              <Sentence
                text="Total of all {{count}} trades <amount/>"
                values={{ count: list.total }}
                parts={{ amount: <MoneyChange paise={list.answer.tradetotalProfit} /> }}
              />
            )
          }
        />
      </PagedListView>
      {opened && <TradeDrawer trade={opened} onClose={() => setOpenedId(null)} />}
    </>
  );
};
