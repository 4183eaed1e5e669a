import { useMemo } from 'react';
import type { BacktestTrade, RunDetail } from '../../../shared/contract/backtests.ts';
import { TIMEFRAMES } from '../../../shared/rule-document.ts';
import { TradeCandles } from '../../features/charts/trade-candles.tsx';
import { type TradeMark, tradeMarks } from '../../features/charts/trade-marks.ts';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { exitText } from './run-labels.ts';

/** Only the chosen trade says its prices: the arrows of the others would hide each other. */
const marksOf = (trades: readonly BacktestTrade[], chosen: BacktestTrade): TradeMark[] =>
  trades.flatMap((trade): TradeMark[] => {
    const [entry, exit] = tradeMarks(trade);
    return trade.number === chosen.number
      ? [entry, { ...exit, label: `${exit.label} ${exitText(trade.exitReason)}` }]
      : [
          { ...entry, label: '' },
          { ...exit, label: '' },
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
