import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { barsBefore, indicatorsOver } from '../../../engine/indicators/chart-series.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { istTime } from '../../../shared/time.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { SOURCE_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { chartIndicators } from '../../state/chart-indicators.ts';
import { newAlertAddress } from '../../state/condition-to-watch.ts';
import { useGoFromHere } from '../../state/go-from-here.ts';
import { session } from '../../state/session.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { useQuote } from '../../state/quotes.ts';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { barColumns, barsOf, sliceCandles } from '../../features/charts/bars.ts';
import { ChartLegend } from '../../features/charts/chart-legend.tsx';
import { CHART_HEIGHTS } from '../../features/charts/chart-heights.ts';
import { ChartBoard } from '../../features/charts/drawings/board.ts';
import { DrawingsDialog } from '../../features/charts/drawings/drawings-dialog.tsx';
import { type Drawings, useDrawings } from '../../features/charts/drawings/use-drawings.ts';
import { useEveryBar } from '../../features/charts/every-bar.ts';
import { useForming, withForming } from '../../features/charts/forming-candle.ts';
import { indicatorLine, lastCandles } from '../../features/charts/indicator-lines.ts';
import type { PriceLevel } from '../../features/charts/price-level.ts';
import { barsKnownAt, beginReplay } from '../../features/charts/bar-replay.ts';
import { comparisonOf } from '../../features/rules/watched-rules.ts';
import { ReplayBar } from '../../features/charts/replay-bar.tsx';
import { barReplay } from '../../state/bar-replay.ts';
import { LazyCandleChart } from '../../features/charts/lazy-candle-chart.tsx';
import { tradeMarkOf } from '../../features/manual/armed-subject.ts';
import { heldMark, useHeldOnChart } from '../../features/charts/lines/position-lines.ts';
import type { TradeMark } from '../../features/charts/trade-marks.ts';
import { PercentChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { IN_LOW_PANE } from '../../ui/page-width.ts';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { comparedSymbols, comparedText, hasStraddle, reloadCompared, useCompared } from './compared.ts';
import { type ChartIndicator, keptOf, linesOf, onChartOf } from './chart-indicator.ts';
import { chartSearch, type SOURCES } from './chart-search.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import { IndicatorsDialog } from './indicators-dialog.tsx';
import { useOwnLines } from './own-lines.tsx';
import { LIMITS, prices } from './prices.ts';
import { CandleContent } from '../../features/charts/candle-content.tsx';

const DenseChart = lazy(() =>
  import('../../features/charts/dense-chart.tsx').then((part) => ({ default: part.DenseChart })),
);

const useStyles = makeStyles({
  quote: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS, whiteSpace: 'nowrap' },
  price: {
    fontSize: tokens.fontSizeBase500,
    [IN_LOW_PANE]: { fontSize: tokens.fontSizeBase300 },
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Asked for anew at least so often; a bar that closes is asked for at once. */
const REFRESH_MS = 30_000;

/** Ask again for the candles and for what they are compared with. */
const reloadShown = async (): Promise<void> => {
  await Promise.all([prices.reload(), reloadCompared()]);
};

const NO_MARKS: readonly TradeMark[] = [];

type Search = { source: (typeof SOURCES)[number]; symbol: string };

const LastPrice = ({ source, symbol }: Search) => {
  const styles = useStyles();
  const quote = useQuote(source, symbol);
  if (!quote) return <span className={styles.quiet}>{t('No price of it moves now.')}</span>;
  const { ltp, previousClose, at } = quote;
  return (
    <span className={styles.quote}>
      <span className={styles.price}>{formatPrice(ltp)}</span>
      {previousClose !== null && (
        <PercentChange percent={((ltp - previousClose) / previousClose) * 100} hasMark />
      )}
      <span className={styles.quiet}>{t('LTP at {{time}}', { time: istTime(Date.parse(at)) })}</span>
    </span>
  );
};

/** React hook: the indicators that the person looks at on the chart of an instrument, and how they are changed. */
const useIndicators = (symbol: string) => {
  const { user } = session.use();
  const ownerId = user?.id ?? 0;
  const kept = chartIndicators.use(ownerId, symbol);
  const onChart = useMemo(() => kept.flatMap(onChartOf), [kept]);
  const lines = useMemo(() => onChart.flatMap(linesOf), [onChart]);
  const change = (changed: readonly ChartIndicator[]): void => {
    if (!chartIndicators.set(ownerId, symbol, changed.map(keptOf)))
      notify({
        tone: 'failure',
        message: t('There is no room left on this computer for more indicators. Nothing was changed.'),
      });
  };
  return [onChart, lines, change] as const;
};

/** React hook: the board of a chart, which begins anew with another instrument. */
const useBoard = (
  symbol: string,
  kept: Drawings,
  onEdit: (id: string) => void,
  onTimeframe: (timeframe: Timeframe) => void,
): ChartBoard => {
  const [held, setHeld] = useState(() => ({ symbol, board: new ChartBoard() }));
  const isSame = held.symbol === symbol;
  const { board } = held;
  if (!isSame) setHeld({ symbol, board: new ChartBoard() });
  useEffect(() => board.use(kept, { onEdit, onTimeframe }), [board, kept, onEdit, onTimeframe]);
  return board;
};

/** Prices of one instrument: the latest as candles, or all that is known of it as one line. */
export const ChartScreen = () => {
  const styles = useStyles();
  const { symbol = '' }: { symbol?: string } = useParams({ strict: false });
  const [search, setSearch] = useUrlSearch(chartSearch);
  const goTo = useGoFromHere();
  const { source, timeframe, span, axis, compare, as: compareKind } = search;
  const here = prices.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const [onChart, indicators, setIndicators] = useIndicators(symbol);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const [listed, setListed] = useState<{ editedId: string | null } | null>(null);
  const kept = useDrawings(symbol);
  const board = useBoard(
    symbol,
    kept,
    useCallback((editedId) => setListed({ editedId }), [setListed]),
    useCallback((chosen) => setSearch({ timeframe: chosen }), [setSearch]),
  );
  // Earlier candles make the first value on the chart what a run reads there.
  const most = LIMITS[span] + (span === 'recent' ? barsBefore(indicators, timeframe) : 0);
  const replayAt = barReplay.useAt();
  const isReplayed = replayAt !== null;
  const limit = isReplayed ? LIMITS.all : most;
  const wanted = { symbol, source, timeframe, limit };
  useEffect(() => {
    void here.load({ symbol, source, timeframe, limit });
    if (span === 'all' || isReplayed) return;
    const timer = setInterval(() => void reloadShown(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [here, symbol, source, timeframe, span, limit, isReplayed]);
  const ltp = useQuote(source, symbol)?.ltp;
  const held = useHeldOnChart(
    (position) => !position.isBasket && position.source === source && position.symbol === symbol,
  );
  const own = useOwnLines({ board, symbol, source, held, isReplayed, at: value?.time.at(-1) ?? 0 });
  const levels = useMemo(
    // The last price is the future of a replay.
    (): readonly PriceLevel[] =>
      isReplayed || ltp === undefined
        ? own.lines
        : [...own.lines, { price: ltp, kind: 'ltp', label: 'LTP', short: 'LTP' }],
    [ltp, own.lines, isReplayed],
  );
  const marks = useMemo(() => (isReplayed ? NO_MARKS : held.map(heldMark)), [held, isReplayed]);
  const isDaily = timeframe === '1d';
  const isMoving = span === 'recent' && !isReplayed;
  const forming = useForming(isMoving ? source : null, symbol, timeframe);
  const whole = useMemo(
    () =>
      value && value.symbol === symbol && value.source === source && value.timeframe === timeframe
        ? withForming(value, forming, timeframe)
        : null,
    [value, forming, symbol, source, timeframe],
  );
  const shown = useMemo(
    () =>
      whole && replayAt !== null
        ? lastCandles(sliceCandles(whole, 0, barsKnownAt(whole.time, timeframe, replayAt)), most)
        : whole,
    [whole, replayAt, timeframe, most],
  );
  const drawn = useMemo(() => shown && lastCandles(shown, LIMITS[span]), [shown, span]);
  const comparedWith = useMemo(() => comparedSymbols(compare, symbol), [compare, symbol]);
  const isStraddle = search.straddle === 'yes' && hasStraddle(symbol);
  const compared = useCompared({
    candles: span === 'recent' ? drawn : null,
    symbols: comparedWith,
    kind: compareKind,
    isStraddle,
    limit: isReplayed ? LIMITS.all : LIMITS.recent,
  });
  const indicatorLines = useMemo(
    () =>
      shown
        ? indicatorsOver(indicators, shown, timeframe, LIMITS[span]).map(
            ({ indicator, label, value: values }) => indicatorLine(indicator, label, values),
          )
        : [],
    [shown, span, indicators, timeframe],
  );
  const lines = useMemo(() => [...indicatorLines, ...compared.lines], [indicatorLines, compared.lines]);
  // A whole history is as long as it is: a bar more is no reason to read it again.
  useEveryBar({ source: isMoving ? source : null, symbol, timeframe }, reloadShown);
  // A whole history is a hundred thousand bars: they are put into rows when somebody asks.
  useCsvExport(
    drawn &&
      (() => {
        // Of a candle that has begun here nobody knows the volume yet.
        const hasBegun = isMoving && drawn.time.at(-1) !== value?.time.at(-1);
        const known = hasBegun ? sliceCandles(drawn, 0, drawn.time.length - 1) : drawn;
        return csvOfRows(`prices-${symbol}-${timeframe}`, barColumns(), barsOf(known))();
      }),
  );
  const [first, last] = [shown?.time[0], shown?.time.at(-1)];
  return (
    <Screen title={symbol}>
      <ChartToolbar
        symbol={symbol}
        search={search}
        onSearch={setSearch}
        board={board}
        kept={kept}
        onIndicators={() => setIsChoosing(true)}
        onCompare={() => setIsComparing(true)}
        onDrawings={() => setListed({ editedId: null })}
        onReplay={
          isReplayed || !whole || whole.time.length === 0 ? null : () => beginReplay(whole.time, timeframe)
        }
      />
      <SectionCard
        title={`${TIMEFRAME_LABELS[timeframe]} · ${SOURCE_LABELS[source]}`}
        aside={!isReplayed && <LastPrice source={source} symbol={symbol} />}
      >
        <CandleContent
          asked={{ isLoading, failure, loadedAt }}
          shown={whole}
          onRetry={() => void here.load(wanted)}
          emptySentence={t('There are no prices of {{symbol}} here.', { symbol })}
          emptyAction={
            <Button as="a" href={routeHref('/settings?section=market')}>
              {t('Import history')}
            </Button>
          }
        >
          {whole && isReplayed && <ReplayBar time={whole.time} timeframe={timeframe} at={replayAt} />}
          {shown && shown.time.length === 0 && (
            <p className={styles.quiet}>{t('No candle is known at this time of the replay.')}</p>
          )}
          {drawn && drawn.time.length > 0 && span === 'recent' && (
            <>
              <ChartLegend board={board} candles={drawn} lines={lines} />
              {compared.problems.map((problem) => (
                <p key={problem} className={styles.quiet}>
                  <SaidByServer>{problem}</SaidByServer>
                </p>
              ))}
              {/* In a replay nothing trades. */}
              <div {...(!isReplayed && tradeMarkOf(symbol, source))}>
                <LazyCandleChart
                  candles={drawn}
                  marks={marks}
                  levels={levels}
                  owned={own.lines}
                  lines={lines}
                  isDaily={isDaily}
                  board={board}
                  axis={axis}
                  isPage
                />
              </div>
            </>
          )}
          {shown && span === 'all' && first !== undefined && last !== undefined && (
            <Suspense fallback={<BlockSkeleton height={CHART_HEIGHTS.candles} />}>
              <DenseChart
                summary={t('{{number}} closing prices of {{symbol}}, {{from}} to {{to}}', {
                  number: formatCount(shown.time.length),
                  symbol,
                  from: dayText(first),
                  to: dayText(last),
                })}
                time={shown.time}
                value={shown.close}
                lines={lines}
                isDaily={isDaily}
              />
            </Suspense>
          )}
        </CandleContent>
      </SectionCard>
      {own.question}
      {listed && <DrawingsDialog kept={kept} editedId={listed.editedId} onClose={() => setListed(null)} />}
      {isComparing && (
        <CompareDialog
          symbol={symbol}
          compared={comparedWith}
          kind={compareKind}
          isStraddle={isStraddle}
          onCompare={(symbols) => setSearch({ compare: comparedText(symbols) }, { replace: true })}
          onKind={(kind) => setSearch({ as: kind }, { replace: true })}
          onStraddle={(isOn) => setSearch({ straddle: isOn ? 'yes' : 'no' }, { replace: true })}
          onClose={() => setIsComparing(false)}
        />
      )}
      {isChoosing && (
        <IndicatorsDialog
          indicators={onChart}
          onChange={setIndicators}
          onAlert={(indicator) =>
            goTo(
              newAlertAddress({
                ...{ symbol, mode: source === 'broker' ? 'live' : 'test', timeframe },
                entry: comparisonOf(indicator),
              }),
            )
          }
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Screen>
  );
};
