import { Select } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import type { Trade } from '../../../shared/contract/positions.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { barsBefore, indicatorsOver } from '../../../engine/indicators/chart-series.ts';
import type { Indicator } from '../../../shared/indicators/indicators.ts';
import { operandPlaces, type RuleDocument } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { AsOf } from '../../features/stream/as-of.tsx';
import { SOURCE_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useQuote } from '../../state/quotes.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createPaneResource } from '../../state/resource.ts';
import { MOST_INDICATORS } from '../../state/chart-indicators.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useEveryBar } from '../../features/charts/every-bar.ts';
import { indicatorLine, lastCandles } from '../../features/charts/indicator-lines.ts';
import { LazyCandleChart } from '../../features/charts/lazy-candle-chart.tsx';
import { heldMark, positionLines, useHeldOnChart } from '../../features/charts/lines/position-lines.ts';
import type { PriceLevel } from '../../features/charts/price-level.ts';
import { type TradeMark, tradeMarks } from '../../features/charts/trade-marks.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { detailSearch } from './details.ts';
import { CandleContent } from '../../features/charts/candle-content.tsx';

const BARS = 300;
/** Asked for anew at least so often; a bar that closes is asked for at once. */
const REFRESH_MS = 30_000;

const candles = createPaneResource(
  (input: { symbol: string; timeframe: StrategySummary['timeframe']; source?: 'broker'; limit: number }) =>
    api.market.candles(input),
);

/** Fills to mark: only those made on the prices that are drawn. */
const marksOf = (trades: readonly Trade[], symbol: string, source: string): TradeMark[] =>
  trades.filter((trade) => trade.symbol === symbol && trade.source === source).flatMap(tradeMarks);

const ltpLevel = (ltp: number | null): PriceLevel[] =>
  ltp === null ? [] : [{ price: ltp, kind: 'ltp', label: 'LTP', short: 'LTP' }];

interface PricePanelProps {
  strategy: StrategySummary;
  /** Null where they are not shown, and of a strategy with legs. */
  rules: RuleDocument | null;
  trades: readonly Trade[];
}

/** Indicators that the rules read of the drawn candles themselves, each once. */
const indicatorsOf = (rules: RuleDocument | null): Indicator[] => {
  const read = (rules ? operandPlaces(rules) : []).flatMap(([, operand]) =>
    operand.kind === 'indicator' && operand.instrument === undefined && operand.timeframe === undefined
      ? JSON.stringify(operand.indicator)
      : [],
  );
  return [...new Set(read)].map((text) => JSON.parse(text) as Indicator).slice(0, MOST_INDICATORS);
};

/** Candles of one instrument, with the strategy's trades and indicators. */
export const PricePanel = ({ strategy, rules, trades }: PricePanelProps) => {
  const [{ symbol: wanted }, setSearch] = useUrlSearch(detailSearch);
  const symbol = strategy.instruments.find((name) => name === wanted) ?? strategy.instruments[0] ?? '';
  const { timeframe, mode } = strategy;
  const indicators = useMemo(() => indicatorsOf(rules), [rules]);
  const limit = BARS + barsBefore(indicators, timeframe);
  // What trades real money is shown on the prices that it trades on.
  const source = mode === 'live' ? ('broker' as const) : undefined;
  const here = candles.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ symbol, timeframe, source, limit });
    const timer = setInterval(() => void candles.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [here, symbol, timeframe, source, limit]);
  useReloadOnFacts(['trade', 'position'], candles, (event) =>
    event.type === 'trade'
      ? event.trade.strategyId === strategy.strategyId
      : event.position.strategyId === strategy.strategyId,
  );
  const shown = value?.symbol === symbol && (source === undefined || value.source === source) ? value : null;
  useEveryBar({ source: shown?.source ?? null, symbol, timeframe }, candles.reload);
  const ltp = useQuote(shown?.source ?? null, symbol, (quote) => quote?.ltp ?? null);
  const held = useHeldOnChart(
    (position) =>
      position.strategyId === strategy.strategyId &&
      position.mode === mode &&
      position.source === shown?.source &&
      position.symbol === symbol,
  );
  const levels = useMemo(() => [...ltpLevel(ltp), ...positionLines(held)], [ltp, held]);
  const marks = useMemo(
    () => (shown ? [...marksOf(trades, symbol, shown.source), ...held.map(heldMark)] : []),
    [trades, symbol, shown, held],
  );
  const shownCandles = useMemo(() => shown && lastCandles(shown, BARS), [shown]);
  const lines = useMemo(
    () =>
      shown
        ? indicatorsOver(indicators, shown, timeframe, BARS).map(({ indicator, label, value: values }) =>
            indicatorLine(indicator, label, values),
          )
        : [],
    [shown, indicators, timeframe],
  );
  return (
    <SectionCard
      title={`${symbol} · ${TIMEFRAME_LABELS[timeframe]}${shown ? ` · ${SOURCE_LABELS[shown.source]}` : ''}`}
      aside={
        <>
          <AsOf at={loadedAt} />
          {strategy.instruments.length > 1 && (
            <Select
              size="small"
              aria-label={t('Instrument')}
              value={symbol}
              onChange={(_, data) => setSearch({ symbol: data.value }, { replace: true })}
            >
              {strategy.instruments.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </>
      }
    >
      <CandleContent
        asked={{ isLoading, failure, loadedAt }}
        shown={shown}
        onRetry={() => void here.load({ symbol, timeframe, source, limit })}
        emptySentence={t('There are no prices of {{symbol}} for this timeframe yet.', { symbol })}
      >
        {shownCandles && (
          <LazyCandleChart
            candles={shownCandles}
            marks={marks}
            levels={levels}
            lines={lines}
            isDaily={timeframe === '1d'}
          />
        )}
      </CandleContent>
    </SectionCard>
  );
};
