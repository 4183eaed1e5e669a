import { Button } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import { succeed } from '../../../shared/failure.ts';
import { TradeDrawer } from '../../features/trades/trade-drawer.tsx';
import { TradesTable } from '../../features/trades/trades-table.tsx';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { usePrintSource } from '../../state/print.ts';
import { session } from '../../state/session.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { notify } from '../../ui/toasts.tsx';
import { tradesDocument } from './trades-document.ts';
import { answeredTrades, findTrade, type TradeFilter, tradesCsv, tradesList } from './trades-list.ts';

/** The trade that the address speaks of: on the page in view, or looked for when a link led here. */
const useOpenedTrade = (tradeId: number | null, rows: readonly Trade[], isLoading: boolean): Trade | null => {
  const [found, setFound] = useState<Trade | null>(null);
  const inView = rows.find((row) => row.tradeId === tradeId) ?? null;
  const isSought = tradeId !== null && inView === null && found?.tradeId !== tradeId && !isLoading;
  useEffect(() => {
    if (!isSought) return;
    let isWanted = true;
    void findTrade(tradeId).then((trade) => {
      if (!isWanted) return;
      if (trade) setFound(trade);
      else
        notify({
          tone: 'failure',
          message: t('Trade {{tradeId}} is not among your latest trades.', { tradeId }),
        });
    });
    return () => {
      isWanted = false;
    };
  }, [isSought, tradeId]);
  if (tradeId === null) return null;
  return inView ?? (found?.tradeId === tradeId ? found : null);
};

interface TradesViewProps {
  filter: TradeFilter;
  page: number;
  onPage: (page: number) => void;
  openedId: number | null;
  onOpen: (tradeId: number | null) => void;
  onPaper: () => void;
  onClearFilters: (() => void) | null;
}

/** Each closed trade, with the running total. */
export const TradesView = ({
  filter,
  page,
  onPage,
  openedId,
  onOpen,
  onPaper,
  onClearFilters,
}: TradesViewProps) => {
  const list = usePagedList(tradesList, { filter, page, reloadOn: ['trade'] });
  useCsvExport(() => tradesCsv(list));
  const holder = session.use((state) => state.user?.fullName ?? '');
  const print = async (madeOn: Source) => {
    const trades = await list.all();
    return trades.ok ? succeed(tradesDocument(trades.value, { ...filter, source: madeOn, holder })) : trades;
  };
  const madeOn = list.answer?.source;
  usePrintSource(madeOn ? () => print(madeOn) : null);
  const opened = useOpenedTrade(openedId, list.rows, list.isLoading);
  const isLive = filter.mode === 'live';
  return (
    <>
      <PagedListView
        list={list}
        onPage={onPage}
        empty={{
          icon: <HistoryRegular fontSize={32} />,
          sentence: isLive
            ? t('No live trade has closed yet.')
            : t(
                'No paper trade has closed yet. It appears here as soon as a running strategy leaves a position.',
              ),
          action: isLive ? <Button onClick={onPaper}>{t('Show paper trades')}</Button> : undefined,
        }}
        onClearFilters={onClearFilters}
      >
        <TradesTable
          label={
            (list.answer && answeredTrades(list.answer))?.mode === 'live'
              ? t('Live trades')
              : t('Paper trades')
          }
          rows={list.rows}
          selectedId={openedId}
          onOpen={(trade) => onOpen(trade.tradeId)}
          footer={
            list.answer && (
              <Sentence
                text="Total of all {{count}} trades {{where}} <amount/>"
                values={{ count: list.total, where: TRADED_AT[list.answer.source] }}
                parts={{ amount: <MoneyChange paise={list.answer.tradetotalProfit} /> }}
              />
            )
          }
        />
      </PagedListView>
      {opened && <TradeDrawer trade={opened} onClose={() => onOpen(null)} onJournal={list.retry} />}
    </>
  );
};
