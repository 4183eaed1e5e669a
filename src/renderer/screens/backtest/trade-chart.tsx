import { useMemo } from 'react';
import type { BacktestTrade, RunDetail } from '../../../shared/contract/backtests.ts';
import { formatPrice } from '../../../shared/money.ts';
import { TIMEFRAMES } from '../../../shared/rule-document.ts';
import type { TradeMark } from '../../features/charts/candle-chart.tsx';
import { TradeCandles } from '../../features/charts/trade-candles.tsx';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { exitText } from './run-labels.ts';

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

/** The candles around one trade of a run, with its neighbours. */
export const TradeChart = ({ run, trade, others }: TradeChartProps) => {
  const { symbol, number } = trade;
  const marks = useMemo(
    () =>
      marksOf(
        [trade, ...others.filter((one) => one.number !== trade.number && one.symbol === trade.symbol)],
        trade,
      ),
    [trade, others],
  );
  return (
    <SectionCard title={t('Trade {{number}}: {{symbol}}', { number, symbol })}>
      <TradeCandles
        trade={trade}
        timeframe={TIMEFRAMES.find((name) => name === run.timeframe) ?? '1d'}
        source={run.source}
        marks={marks}
      />
    </SectionCard>
  );
};
