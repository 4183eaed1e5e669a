import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatPrice } from '../../../shared/money.ts';
import { DAY_MS, istMinute } from '../../../shared/time.ts';
import { dayText } from '../../i18n/dates.ts';
import type { AppTokens } from '../../ui/tokens.ts';
import { type ChartLine, formatValue, strokeOf } from './chart-lines.ts';
import type { Dash } from './chart-port.ts';

/** Heights of the prices and of parts below, px. */
export const DENSE_HEIGHTS = { prices: 420, below: 120 } as const;
/** Pixels that a day in words takes on the axis, with air. */
const ROOM_FOR_DAY = 110;
const ROOM_FOR_VALUES = 84;
const ROOM_FOR_TIMES = 32;
/** Room around parts, px: top, right, bottom, left. A bar stands in one line in all of them. */
const PADDING: uPlot.Padding = [8, 8, 4, 40];
const AXIS_FONT_SIZE = '12px';

/** Strokes and gaps of a dash, px. */
const DASHES: Readonly<Record<Dash, number[]>> = {
  solid: [],
  dotted: [1, 2],
  sparse: [1, 4],
  dashed: [4, 3],
  long: [8, 4],
};

interface DenseShown {
  /** Epoch ms, rising. */
  readonly time: readonly number[];
  /** Paise, one for each time. */
  readonly value: readonly number[];
  /** Indicators, one value for each time. */
  readonly lines: readonly ChartLine[];
}

interface DenseLook {
  readonly colours: AppTokens;
  readonly fontFamily: string;
  /** Calls back with the bar under the pointer, or null. */
  readonly onPointed: (index: number | null) => void;
}

/** Colour and dash of an indicator, by its number; the price has the first. */
export const denseStroke = (number: number) => strokeOf(number + 1);

/** The words under a bar: its day where the next mark is a day away or more, else its clock time. */
const axisText = (time: readonly number[], marks: readonly number[]): string[] => {
  const at = (mark: number) => time[Math.max(0, Math.min(Math.round(mark), time.length - 1))] ?? 0;
  const step = at(marks[1] ?? 0) - at(marks[0] ?? 0);
  return marks.map((mark) => (step >= DAY_MS ? dayText(at(mark)) : istMinute(at(mark))));
};

const seriesOf = (line: ChartLine, number: number, colours: AppTokens): uPlot.Series => {
  const { colour, dash } = denseStroke(number);
  const stroke = colours[colour];
  return {
    stroke,
    width: 1,
    dash: DASHES[dash],
    // Columns of a hundred thousand bars are narrower than a point: their outline is all that is seen.
    ...(line.kind === 'columns' && { fill: `${stroke}33`, fillTo: 0 }),
  };
};

/** Values as the library draws them: a gap where there is no number. */
const column = ({ value }: ChartLine): (number | null)[] => {
  const found = new Array<number | null>(value.length);
  for (let at = 0; at < value.length; at++) {
    const one = value[at] ?? Number.NaN;
    found[at] = Number.isFinite(one) ? one : null;
  }
  return found;
};

let opened = 0;

/**
 * Draws a long line of prices with its indicators. Those below have parts of their own. Bars stand side by side,
 * whatever time lies between them: nights and holidays have no room. All parts show one stretch and one pointer: drag
 * chooses a stretch to look at, a double click shows everything again. Returns how it is removed.
 */
export const openDensePlots = (
  element: HTMLElement,
  { time, value, lines }: DenseShown,
  { colours, fontFamily, onPointed }: DenseLook,
): (() => void) => {
  const font = `${AXIS_FONT_SIZE} ${fontFamily}`;
  const key = `dense-${opened++}`;
  const bars = Array.from(time.keys());
  const numbered = lines.map((line, number) => ({ line, number }));
  const places = [...new Set(lines.flatMap(({ place }) => place ?? []))];
  const plot = (place: string | null): uPlot => {
    const shown = numbered.filter(({ line }) => line.place === place);
    const isPrices = place === null;
    const text = isPrices ? formatPrice : formatValue(shown[0]?.line.format ?? 'number');
    const series: uPlot.Series[] = shown.map(({ line, number }) => seriesOf(line, number, colours));
    const data = shown.map(({ line }) => column(line));
    const price: uPlot.Series = { stroke: colours.chart1, width: 1.75, fill: `${colours.chart1}1A` };
    return new uPlot(
      {
        width: element.clientWidth,
        height: isPrices ? DENSE_HEIGHTS.prices : DENSE_HEIGHTS.below,
        padding: PADDING,
        cursor: { drag: { x: true, y: false }, sync: { key, setSeries: false } },
        scales: { x: { time: false } },
        axes: [
          {
            show: isPrices,
            size: ROOM_FOR_TIMES,
            stroke: colours.chartAxis,
            font,
            space: ROOM_FOR_DAY,
            grid: { show: false },
            ticks: { show: false },
            values: (_plot, marks) => axisText(time, marks),
          },
          {
            side: 1,
            size: ROOM_FOR_VALUES,
            stroke: colours.chartAxis,
            font,
            grid: { stroke: colours.chartGrid, width: 1 },
            ticks: { show: false },
            values: (_plot, marks) => marks.map(text),
          },
        ],
        series: [{}, ...(isPrices ? [price, ...series] : series)],
        hooks: isPrices ? { setCursor: [({ cursor }) => onPointed(cursor.idx ?? null)] } : {},
      },
      [bars, ...(isPrices ? [[...value]] : []), ...data],
      element,
    );
  };
  const plots = [null, ...places].map(plot);
  const observer = new ResizeObserver(() => {
    for (const one of plots) one.setSize({ width: element.clientWidth, height: one.height });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    for (const one of plots) one.destroy();
  };
};
