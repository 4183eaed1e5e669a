import { Select } from '@fluentui/react-components';
import { ChartMultipleRegular } from '@fluentui/react-icons';
import { useEffect, useMemo } from 'react';
import type { Trade } from '../../../shared/contract/positions.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatPrice } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { AsOf } from '../../features/stream/as-of.tsx';
import { SOURCE_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useStreamReload } from '../../state/stream.ts';
import { createResource } from '../../state/resource.ts';
import { settings } from '../../state/settings.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import type { TradeMark } from '../../features/charts/candle-chart.tsx';
import { Content } from '../../ui/content.tsx';
import { CANDLE_CHART_HEIGHT, LazyCandleChart } from '../../features/charts/lazy-candle-chart.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';

const BARS = 300;
/** A new bar is at least a minute away; the chart need not ask more often than this. */
const REFRESH_MS = 30_000;

const candles = createResource(
  (input: { symbol: string; timeframe: StrategySummary['timeframe']; source?: 'broker' }) =>
    api.market.candles({ ...input, limit: BARS }),
);

/** Fills to mark: only those made on the prices that are drawn. */
const marksOf = (trades: readonly Trade[], symbol: string, source: string): TradeMark[] =>
  trades
    .filter((trade) => trade.symbol === symbol && trade.source === source)
    .flatMap((trade): TradeMark[] => [
      { at: Date.parse(trade.entryAt), kind: 'entry', label: formatPrice(trade.entryPrice) },
      { at: Date.parse(trade.exitAt), kind: 'exit', label: formatPrice(trade.exitPrice) },
    ]);

/** Candles of one instrument of the strategy, with its trades. */
export const PricePanel = ({ strategy, trades }: { strategy: StrategySummary; trades: readonly Trade[] }) => {
  const [{ symbol: wanted }, setSearch] = useUrlSearch(detailSearch);
  const symbol = strategy.instruments.find((name) => name === wanted) ?? strategy.instruments[0] ?? '';
  const { timeframe, mode } = strategy;
  // What trades real money is shown on the prices that it trades on.
  const source = mode === 'live' ? ('broker' as const) : undefined;
  const { value, isLoading, failure, loadedAt } = candles.use();
  const { moneyPalette } = settings.use();
  useEffect(() => {
    void candles.load({ symbol, timeframe, source });
    const timer = setInterval(() => void candles.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [symbol, timeframe, source]);
  useStreamReload(['trade'], () => void candles.reload());
  const shown = value?.symbol === symbol && (source === undefined || value.source === source) ? value : null;
  const marks = useMemo(() => (shown ? marksOf(trades, symbol, shown.source) : []), [trades, symbol, shown]);
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
      <Content
        isLoading={isLoading}
        hasContent={shown !== null}
        isEmpty={shown?.time.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void candles.load({ symbol, timeframe, source })}
        skeleton={<BlockSkeleton height={CANDLE_CHART_HEIGHT} />}
        empty={{
          icon: <ChartMultipleRegular fontSize={32} />,
          sentence: t('There are no prices of {{symbol}} for this timeframe yet.', { symbol }),
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
