import { compactCount } from '../../i18n/amounts.ts';
import { t } from '../../i18n/translate.ts';
import { formatPercent, formatPrice } from '../../../shared/money.ts';
import type { AppTokens } from '../../ui/tokens.ts';
import type { ChartFormat, ChartPort, Dash, PortLine } from './chart-port.ts';

/** A line over the candles or in a part below them. */
export interface ChartLine {
  readonly label: string;
  /** One for each candle; what is no number is a gap. */
  readonly value: ArrayLike<number>;
  /** Lines of one place stand in one part below the candles; null over them. */
  readonly place: string | null;
  readonly format: Exclude<ChartFormat, 'result'>;
  readonly kind: 'line' | 'columns';
}

const COLOURS = ['chart1', 'chart2', 'chart3', 'chartBenchmark'] as const;
const DASHES: readonly Dash[] = ['solid', 'dashed', 'dotted', 'long'];

type Shape = Pick<ChartLine, 'place' | 'format' | 'kind'>;

/** Shapes of lines as a text. While it is the same, only values are new. */
export const shapesOf = (lines: readonly ChartLine[]): string =>
  JSON.stringify(lines.map(({ place, format, kind }): Shape => ({ place, format, kind })));

/** Colour and dash of a line, by its number. When colours begin again, the dashes are others. */
export const strokeOf = (number: number) => ({
  colour: COLOURS[number % COLOURS.length] ?? 'chart1',
  dash: DASHES[Math.floor(number / COLOURS.length) % DASHES.length] ?? 'solid',
});

/** Add lines of these shapes to a chart. Those below the candles stand from part `first` on. */
export const addLines = (chart: ChartPort, shapes: string, first: number) => {
  const wanted = JSON.parse(shapes) as readonly Shape[];
  const places = [...new Set(wanted.flatMap(({ place }) => place ?? []))];
  const series = wanted.map(({ place, format, kind }, number): PortLine => {
    const pane = place === null ? 0 : first + places.indexOf(place);
    return chart.line({ kind, format, pane, width: 1, dash: strokeOf(number).dash });
  });
  return {
    /** Parts below the candles. */
    panes: places.length,
    show: (lines: readonly ChartLine[], time: readonly number[], colours: AppTokens): void => {
      for (const [number, line] of lines.entries()) {
        series[number]?.look({ colour: colours[strokeOf(number).colour], title: line.label });
        series[number]?.show(time, line.value);
      }
    },
  };
};

const FORMAT: Readonly<Record<ChartLine['format'], (value: number) => string>> = {
  price: formatPrice,
  percent: formatPercent,
  volume: (value) => compactCount(value),
  number: (value) => String(Number(value.toFixed(2))),
  ratio: (value) => value.toFixed(4),
};

/** Value of a line at a candle; a dash where there is none. */
export const valueText = ({ value, format }: ChartLine, bar: number): string => {
  const at = value[bar] ?? Number.NaN;
  return Number.isFinite(at) ? FORMAT[format](at) : '–';
};

/** How values of a line are written. */
export const formatValue = (format: ChartLine['format']) => FORMAT[format];

/** Value of a line at a candle in words. */
export const lineTextAt = ({ label, value, format }: ChartLine, at: number): string => {
  const reached = value[at] ?? Number.NaN;
  return Number.isFinite(reached)
    ? `${label} ${FORMAT[format](reached)}.`
    : t('{{label}}: no value yet.', { label });
};

/** Last value of a line in words. */
export const lineText = (line: ChartLine): string => lineTextAt(line, line.value.length - 1);
