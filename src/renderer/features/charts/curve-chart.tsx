import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { appTokens } from '../../ui/tokens.ts';
import { axisMarks, rangeOf } from './axis-marks.ts';
import { ChartFrame } from './chart-frame.tsx';

/** A line over the axis; null where it has a gap. */
export interface Curve {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** A place on the axis with a name. */
export interface AxisPlace {
  readonly at: number;
  readonly label: string;
  /** Stands out from the others, such as the last price. */
  readonly isMain?: boolean;
}

interface CurveChartProps {
  /** One sentence that says what the chart shows. */
  summary: string;
  /** Ascending. */
  x: readonly number[];
  /** At most three. */
  curves: readonly Curve[];
  places?: readonly AxisPlace[];
  xText: (x: number) => string;
  yText: (values: readonly number[]) => readonly string[];
  /** Marks of the axis; round numbers where left out. */
  xMarks?: readonly number[];
  /** Values that are profits and losses: a line at zero, and the ground of the first curve tinted. */
  isResult?: boolean;
  hasDots?: boolean;
  /** Says what is under the pointer. */
  pointedText: (index: number) => string;
  table: ReactNode;
}

const HEIGHT = 340;
/** Room around the plot for words, px. */
const ROOM = { left: 16, right: 86, top: 42, bottom: 26 } as const;
/** Room for a mark of an axis, px. */
const [X_MARK, Y_MARK] = [96, 44] as const;
const NAME_ROW = 14;
const FALLBACK_WIDTH = 800;

const useStyles = makeStyles({
  canvas: { position: 'relative', height: `${HEIGHT}px`, minWidth: 0, overflow: 'hidden' },
  svg: { display: 'block', forcedColorAdjust: 'none', fontFamily: 'inherit' },
  grid: { stroke: appTokens.chartGrid, strokeWidth: '1px' },
  words: { fill: appTokens.chartAxis, fontSize: '12px' },
  zero: { stroke: appTokens.chartAxis, strokeWidth: '1.5px' },
  place: { stroke: appTokens.chartAxis, strokeWidth: '1px', strokeDasharray: '2 3' },
  mainPlace: { stroke: appTokens.chartBenchmark, strokeWidth: '1.5px', strokeDasharray: 'none' },
  pointed: { stroke: appTokens.chartAxis, strokeWidth: '1px' },
  up: { fill: appTokens.pnlUp, opacity: 0.14 },
  down: { fill: appTokens.pnlDown, opacity: 0.14 },
  line: { fill: 'none', strokeLinejoin: 'round' },
  line0: { stroke: appTokens.chart1, strokeWidth: '2.25px' },
  line1: { stroke: appTokens.chart2, strokeWidth: '2px', strokeDasharray: '7 4' },
  line2: { stroke: appTokens.chart3, strokeWidth: '2px', strokeDasharray: '2 3' },
  dot0: { fill: appTokens.chart1 },
  dot1: { fill: appTokens.chart2 },
  dot2: { fill: appTokens.chart3 },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    minHeight: '20px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  names: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `0 ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

/** React hook: the width of the element behind the ref, px. */
const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FALLBACK_WIDTH);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || FALLBACK_WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};

const nearestIndex = (x: readonly number[], wanted: number): number =>
  x.reduce(
    (best, at, index) => (Math.abs(at - wanted) < Math.abs((x[best] ?? at) - wanted) ? index : best),
    0,
  );

/** Path of a line through points; a gap begins a new piece. */
export const linePath = (points: readonly (readonly [x: number, y: number] | null)[]): string =>
  points
    .map((point, index) =>
      point === null
        ? ''
        : `${index > 0 && points[index - 1] !== null ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`,
    )
    .join('');

/** Rows in which names beside each other have room, from the top. */
const nameRows = (places: readonly { readonly x: number; readonly label: string }[]): number[] => {
  const ends: number[] = [];
  return places.map(({ x, label }) => {
    const half = label.length * 3.6;
    const row = [0, 1, 2].find((one) => (ends[one] ?? -Infinity) < x - half) ?? 2;
    ends[row] = x + half;
    return row;
  });
};

/** Up to three lines over one axis. Places are marked on it, and a table stands behind it. */
export const CurveChart = ({
  summary,
  x,
  curves,
  places = [],
  xText,
  yText,
  xMarks,
  isResult = false,
  hasDots = false,
  pointedText,
  table,
}: CurveChartProps) => {
  const styles = useStyles();
  const clip = useId().replaceAll(/\W/g, '');
  const { ref, width } = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const [from, to] = [x[0] ?? 0, x.at(-1) ?? 1];
  const known = curves.flatMap(({ values }) => values.filter((value) => value !== null));
  const [low, high] = rangeOf(isResult ? [0, ...known] : known.length > 0 ? known : [0]);
  const plot = { right: width - ROOM.right, bottom: HEIGHT - ROOM.bottom };
  const xOf = (at: number): number => ROOM.left + ((at - from) / (to - from || 1)) * (plot.right - ROOM.left);
  const yOf = (value: number): number =>
    plot.bottom - ((value - low) / (high - low)) * (plot.bottom - ROOM.top);
  const pathOf = ({ values }: Curve): string =>
    linePath(
      x.map((at, index) => {
        const value = values[index] ?? null;
        return value === null ? null : ([xOf(at), yOf(value)] as const);
      }),
    );
  const marks = xMarks ?? axisMarks(from, to, Math.max(2, Math.floor((plot.right - ROOM.left) / X_MARK)));
  const yMarks = axisMarks(low, high, Math.floor((plot.bottom - ROOM.top) / Y_MARK));
  const yTexts = yText(yMarks);
  const shown = places
    .filter(({ at }) => at >= from && at <= to)
    .map((place) => ({ ...place, x: xOf(place.at) }))
    .sort((a, b) => a.x - b.x);
  const rows = nameRows(shown);
  const zero = yOf(0);
  const first = curves[0];
  const ground =
    isResult && first
      ? `${pathOf(first)}L${xOf(to).toFixed(1)} ${zero}L${xOf(from).toFixed(1)} ${zero}Z`
      : '';
  const index = pointed !== null && pointed < x.length ? pointed : null;
  const point = (event: PointerEvent) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(nearestIndex(x, from + ((left - ROOM.left) / (plot.right - ROOM.left)) * (to - from)));
  };
  const lines = [styles.line0, styles.line1, styles.line2];
  const dots = [styles.dot0, styles.dot1, styles.dot2];
  return (
    <ChartFrame
      summary={summary}
      chart={
        <div>
          <div className={styles.head} aria-hidden>
            <ul className={styles.names}>
              {curves.map(({ label }, at) => (
                <li key={label} className={styles.name}>
                  <svg width={28} height={8} className={styles.svg}>
                    <line x1={0} x2={28} y1={4} y2={4} className={lines[at]} />
                  </svg>
                  {label}
                </li>
              ))}
            </ul>
            <span>{index === null ? '' : pointedText(index)}</span>
          </div>
          <div
            ref={ref}
            className={styles.canvas}
            data-chart
            onPointerMove={point}
            onPointerLeave={() => setPointed(null)}
          >
            <svg className={styles.svg} width={width} height={HEIGHT} aria-hidden>
              {yMarks.map((value, at) => (
                <g key={value}>
                  <line
                    className={styles.grid}
                    x1={ROOM.left}
                    x2={plot.right}
                    y1={yOf(value)}
                    y2={yOf(value)}
                  />
                  <text className={styles.words} x={plot.right + 8} y={yOf(value) + 4}>
                    {yTexts[at]}
                  </text>
                </g>
              ))}
              {marks.map((at) => (
                <text key={at} className={styles.words} x={xOf(at)} y={HEIGHT - 8} textAnchor="middle">
                  {xText(at)}
                </text>
              ))}
              {isResult && (
                <>
                  <clipPath id={`${clip}up`}>
                    <rect x={0} y={0} width={width} height={Math.max(0, zero)} />
                  </clipPath>
                  <clipPath id={`${clip}down`}>
                    <rect x={0} y={zero} width={width} height={Math.max(0, HEIGHT - zero)} />
                  </clipPath>
                  <path d={ground} className={styles.up} clipPath={`url(#${clip}up)`} />
                  <path d={ground} className={styles.down} clipPath={`url(#${clip}down)`} />
                  <line className={styles.zero} x1={ROOM.left} x2={plot.right} y1={zero} y2={zero} />
                </>
              )}
              {shown.map(({ x: at, label, isMain }, place) => (
                <g key={`${label} ${at}`}>
                  <line
                    className={mergeClasses(styles.place, isMain && styles.mainPlace)}
                    x1={at}
                    x2={at}
                    y1={(rows[place] ?? 0) * NAME_ROW + NAME_ROW}
                    y2={plot.bottom}
                  />
                  <text
                    className={styles.words}
                    x={at}
                    y={(rows[place] ?? 0) * NAME_ROW + NAME_ROW - 3}
                    textAnchor="middle"
                  >
                    {label}
                  </text>
                </g>
              ))}
              {curves.map((curve, at) => (
                <path key={curve.label} d={pathOf(curve)} className={mergeClasses(styles.line, lines[at])} />
              ))}
              {curves.map(({ label, values }, at) =>
                x.map((where, place) => {
                  const value = values[place] ?? null;
                  return value !== null && (hasDots || place === index) ? (
                    <circle
                      key={`${label} ${where}`}
                      className={dots[at]}
                      cx={xOf(where)}
                      cy={yOf(value)}
                      r={place === index ? 4 : 2.5}
                    />
                  ) : null;
                }),
              )}
              {index !== null && (
                <line
                  className={styles.pointed}
                  x1={xOf(x[index] ?? from)}
                  x2={xOf(x[index] ?? from)}
                  y1={ROOM.top}
                  y2={plot.bottom}
                />
              )}
            </svg>
          </div>
        </div>
      }
      table={table}
    />
  );
};
