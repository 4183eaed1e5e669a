import { useEffect, useMemo } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../../shared/rule-document.ts';
import { DAY_MS, istDate, MINUTE_MS } from '../../../shared/time.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';
import type { TradeMark } from './trade-marks.ts';
import { LazyCandleChart } from './lazy-candle-chart.tsx';
import { CandleContent } from './candle-content.tsx';

/** Days shown before and after a trade, by candle length. */
const MARGIN_DAYS: Readonly<Record<Timeframe, number>> = {
  '1m': 0,
  '3m': 1,
  '5m': 2,
  '15m': 4,
  '30m': 8,
  '1h': 15,
  '1d': 90,
};

const MOST_CANDLES = 5_000;

const candles = createPaneResource(
  (input: { symbol: string; timeframe: Timeframe; source: Source; from: string; to: string }) =>
    api.market.candles({
      symbol: input.symbol,
      timeframe: input.timeframe,
      source: input.source,
      from_date: input.from,
      to_date: input.to,
      limit: MOST_CANDLES,
    }),
);

/** A round trip as a chart shows it; moments are ISO, prices paise. */
export interface ShownTrade {
  readonly symbol: string;
  readonly entryAt: string;
  readonly entryPrice: number;
  readonly exitAt: string;
  readonly exitPrice: number;
}

interface TradeCandlesProps {
  trade: ShownTrade;
  timeframe: Timeframe;
  source: Source;
  /** Entries and exits; those outside the candles are left out. Give the same array while nothing changes. */
  marks: readonly TradeMark[];
}

/** The candles around one trade, with entries and exits marked. */
export const TradeCandles = ({ trade, timeframe, source, marks }: TradeCandlesProps) => {
  const here = candles.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const margin = MARGIN_DAYS[timeframe] * DAY_MS;
  const from = istDate(Date.parse(trade.entryAt) - margin);
  const to = istDate(Date.parse(trade.exitAt) + margin);
  const { symbol } = trade;
  useEffect(() => {
    void here.load({ symbol, timeframe, source, from, to });
  }, [here, symbol, timeframe, source, from, to]);
  const shown =
    value?.symbol === symbol && value.source === source && value.timeframe === timeframe ? value : null;
  const inView = useMemo(() => {
    if (!shown) return [];
    const [first = Infinity, last = -Infinity] = [shown.time[0], shown.time.at(-1)];
    const length = timeframe === '1d' ? DAY_MS : TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
    return marks.filter(({ at }) => at >= first && at < last + length);
  }, [shown, marks, timeframe]);
  return (
    <CandleContent
      asked={{ isLoading, failure, loadedAt }}
      shown={shown}
      onRetry={() => void candles.reload()}
      emptySentence={t('The candles of {{symbol}} on these days are no longer there.', { symbol })}
    >
      {shown && <LazyCandleChart candles={shown} marks={inView} isDaily={timeframe === '1d'} />}
    </CandleContent>
  );
};
