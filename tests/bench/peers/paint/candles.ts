import { init, registerIndicator, dispose, type KLineData } from 'klinecharts';
import { barsFrom } from '../../../../src/engine/bars.ts';
import { indicatorSeries, indicatorsOver } from '../../../../src/engine/indicators/chart-series.ts';
import type { Indicator } from '../../../../src/shared/indicators/indicators.ts';
import { openDensePlots } from '../../../../src/renderer/features/charts/dense-plots.ts';
import { indicatorLine } from '../../../../src/renderer/features/charts/indicator-lines.ts';
import { openChart } from '../../../../src/renderer/features/charts/lightweight-port.ts';
import type { AppTokens } from '../../../../src/renderer/ui/tokens.ts';
import { painted, place } from './charts.ts';
import { randomFrom } from './quotes.ts';

const SEED = 7;
const MINUTE_MS = 60_000;
const START_MS = 1_600_000_020_000;
/** Most that klinecharts zooms out to, px a candle. */
const LEAST_BAR_PX = 1;

const INDICATORS: readonly Indicator[] = [
  { name: 'sma', period: 20, source: 'close' },
  { name: 'ema', period: 50, source: 'close' },
  { name: 'rsi', period: 14, source: 'close' },
];

const made = (count: number) => {
  const random = randomFrom(SEED);
  let level = 1_000_000;
  const rows = Array.from({ length: count }, (_, at) => {
    const open = Math.round(level);
    level += (random() - 0.5) * 500;
    const close = Math.round(level);
    const reach = Math.round(random() * 100);
    const time = START_MS + at * MINUTE_MS;
    return {
      time,
      open,
      close,
      high: Math.max(open, close) + reach,
      low: Math.min(open, close) - reach,
      volume: 10,
    };
  });
  const columns = {
    time: rows.map((row) => row.time),
    open: rows.map((row) => row.open),
    high: rows.map((row) => row.high),
    low: rows.map((row) => row.low),
    close: rows.map((row) => row.close),
    volume: rows.map((row) => row.volume),
  };
  const bars = barsFrom(rows);
  if (!bars.ok) throw new Error(bars.failure.message);
  return { rows, columns, bars: bars.value };
};
type Made = ReturnType<typeof made>;

const COLOURS = new Proxy({} as AppTokens, { get: () => '#5145c3' });

/** Draws candles with three indicators; how it is taken away. */
type Draw = (element: HTMLElement, made: Made, isWhole: boolean) => () => void;

const withPort: Draw = (element, { rows, bars }, isWhole) => {
  const chart = openChart(element);
  const time = rows.map((row) => row.time);
  chart.candles().show({
    time,
    open: rows.map((row) => row.open),
    high: rows.map((row) => row.high),
    low: rows.map((row) => row.low),
    close: rows.map((row) => row.close),
  });
  for (const [at, values] of indicatorSeries(INDICATORS, bars, '1m').entries())
    chart.line({ kind: 'line', format: 'price', width: 1, pane: at === 2 ? 1 : 0 }).show(time, values);
  if (isWhole) chart.showAll();
  return () => chart.remove();
};

const withKlinecharts: Draw = (element, { rows, bars }, isWhole) => {
  const chart = init(element);
  if (!chart) throw new Error('klinecharts draws nothing');
  const data = rows.map(({ time, ...prices }): KLineData => ({ timestamp: time, ...prices }));
  chart.setDataLoader({ getBars: ({ callback }) => callback(data, false) });
  chart.setSymbol({ ticker: 'BENCH', pricePrecision: 2, volumePrecision: 0 });
  chart.setPeriod({ type: 'minute', span: 1 });
  for (const [at, values] of indicatorSeries(INDICATORS, bars, '1m').entries()) {
    const name = `bench-${at}`;
    registerIndicator({
      name,
      figures: [{ key: 'value', title: '', type: 'line' }],
      calc: (candles) =>
        candles.map((_, index) => {
          const value = values[index] ?? Number.NaN;
          return Number.isNaN(value) ? {} : { value };
        }),
    });
    if (at === 2) chart.createIndicator(name);
    else chart.createIndicator({ name, paneId: 'candle_pane' }, true);
  }
  if (isWhole) chart.setBarSpace(LEAST_BAR_PX);
  return () => dispose(element);
};

/** The whole history as a line. Its indicators are worked out too. */
const withDense: Draw = (element, { columns }) =>
  openDensePlots(
    element,
    {
      time: columns.time,
      value: columns.close,
      lines: indicatorsOver(INDICATORS, columns, '1m', columns.time.length).map(
        ({ indicator, label, value }) => indicatorLine(indicator, label, value),
      ),
    },
    { colours: COLOURS, fontFamily: 'sans-serif', onPointed: () => undefined },
  );

/** The line alone. */
const withLine: Draw = (element, { columns }) =>
  openDensePlots(
    element,
    { time: columns.time, value: columns.close, lines: [] },
    { colours: COLOURS, fontFamily: 'sans-serif', onPointed: () => undefined },
  );

const DRAW = { port: withPort, klinecharts: withKlinecharts, dense: withDense, line: withLine } as const;

/** Milliseconds from candles to the first picture of them with three indicators. */
export const paintCandles = async (
  side: keyof typeof DRAW,
  { count, isWhole }: { readonly count: number; readonly isWhole: boolean },
): Promise<number> => {
  const data = made(count);
  const element = place();
  await painted();
  const began = performance.now();
  const close = DRAW[side](element, data, isWhole);
  await painted();
  const ms = performance.now() - began;
  close();
  element.remove();
  return ms;
};
