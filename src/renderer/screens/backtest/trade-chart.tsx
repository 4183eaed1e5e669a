import { ChartMultipleRegular } from '@fluentui/react-icons';
import { useEffect, useMemo } from 'react';
import type { BacktestTrade, RunDetail } from '../../../shared/contract/backtests.ts';
import { formatPrice } from '../../../shared/money.ts';
import { TIMEFRAMES, type Timeframe } from '../../../shared/rule-document.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createResource } from '../../state/resource.ts';
import { settings } from '../../state/settings.ts';
import type { TradeMark } from '../../features/charts/candle-chart.tsx';
import { Content } from '../../ui/content.tsx';
import { CANDLE_CHART_HEIGHT, LazyCandleChart } from '../../features/charts/lazy-candle-chart.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { exitText } from './run-labels.ts';

/** Days shown before and after a trade, by the length of a bar. */
const MARGIN_DAYS: Readonly<Record<Timeframe, number>> = {
  '1m': 0,
  '3m': 1,
  '5m': 2,
  '15m': 4,
  '30m': 8,
  '1h': 15,
  '1d': 90,
};

const BARS = 5_000;

const candles = createResource(
  (input: { symbol: string; timeframe: Timeframe; source: RunDetail['source']; from: string; to: string }) =>
    api.market.candles({
      symbol: input.symbol,
      timeframe: input.timeframe,
      source: input.source,
      from_date: input.from,
      to_date: input.to,
      limit: BARS,
    }),
);

/** Only the chosen trade says its prices: the arrows of the others would hide each other. */
const marksOf = (trades: readonly BacktestTrade[], chosen: BacktestTrade): TradeMark[] =>
  trades.flatMap((trade): TradeMark[] => {
    const isChosen = trade.number === chosen.number;
    return [
      { at: Date.parse(trade.entryAt), kind: 'entry', label: isChosen ? formatPrice(trade.entryPrice) : '' },
      {
        at: Date.parse(trade.exitAt),
        kind: 'exit',
        label: isChosen ? `${formatPrice(trade.exitPrice)} ${exitText(trade.exitReason)}` : '',
      },
    ];
  });

interface TradeChartProps {
  run: RunDetail;
  trade: BacktestTrade;
  /** Trades in view; those of the same instrument are marked too. */
  others: readonly BacktestTrade[];
}

/** The candles around one trade, with entries and exits marked. */
export const TradeChart = ({ run, trade, others }: TradeChartProps) => {
  const { value, isLoading, failure, loadedAt } = candles.use();
  const { moneyPalette } = settings.use();
  const { source } = run;
  const timeframe = TIMEFRAMES.find((name) => name === run.timeframe) ?? '1d';
  const margin = MARGIN_DAYS[timeframe] * DAY_MS;
  const from = istDate(Date.parse(trade.entryAt) - margin);
  const to = istDate(Date.parse(trade.exitAt) + margin);
  const { symbol } = trade;
  useEffect(() => {
    void candles.load({ symbol, timeframe, source, from, to });
  }, [symbol, timeframe, source, from, to]);
  const shown = value?.symbol === symbol ? value : null;
  const marks = useMemo(() => {
    if (!shown) return [];
    const [first = Infinity, last = -Infinity] = [shown.time[0], shown.time.at(-1)];
    const isShown = (one: BacktestTrade) =>
      one.symbol === symbol && Date.parse(one.entryAt) >= first && Date.parse(one.entryAt) <= last + DAY_MS;
    return marksOf([trade, ...others.filter((one) => one.number !== trade.number)].filter(isShown), trade);
  }, [shown, others, trade, symbol]);
  return (
    <SectionCard title={t('Trade {{number}}: {{symbol}}', { number: trade.number, symbol })}>
      <Content
        isLoading={isLoading}
        hasContent={shown !== null}
        isEmpty={shown?.time.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void candles.reload()}
        skeleton={<BlockSkeleton height={CANDLE_CHART_HEIGHT} />}
        empty={{
          icon: <ChartMultipleRegular fontSize={32} />,
          sentence: t('The candles of {{symbol}} on these days are no longer there.', { symbol }),
        }}
      >
        {shown && (
          <LazyCandleChart
            candles={shown}
            marks={marks}
            isDaily={timeframe === '1d'}
            isHollow={moneyPalette !== 'classic'}
          />
        )}
      </Content>
    </SectionCard>
  );
};
