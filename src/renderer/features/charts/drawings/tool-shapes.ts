import { formatCount, formatPercent, formatPercentChange, formatPrice } from '../../../../shared/money.ts';
import { t } from '../../../i18n/translate.ts';
import type { Candles } from '../bars.ts';
import type { PortScale, Shape, Spot } from '../chart-port.ts';
import type { Point } from './drawing.ts';
import { between, cornersOf, rayEnd, shifted } from './geometry.ts';
import { regressionOf, vwapFrom } from './studies.ts';
import type { ToolName } from './tool-names.ts';

/** Colour by meaning: that of the drawing, of a profit, of a loss, of letters. */
export type Tone = 'own' | 'up' | 'down' | 'text';

/** A part of a drawing. */
export type Part = Shape<{ readonly tone: Tone }>;

/** A drawing laid out on a chart. The lists have one entry for each point. */
export interface Laid {
  readonly points: readonly Point[];
  readonly bars: readonly number[];
  readonly spots: readonly Spot[];
  readonly text: string;
  readonly scale: PortScale;
  readonly candles: Candles;
}

type Draw = (laid: Laid) => readonly Part[];

/** Space between a line and its letters, px. */
const GAP = 6;

const path = (through: readonly Spot[], tone: Tone = 'own'): Part => ({
  kind: 'path',
  through,
  tone,
  width: 2,
});
const fine = (through: readonly Spot[], tone: Tone = 'own'): Part => ({
  kind: 'path',
  through,
  tone,
  dash: 'dashed',
});
const area = (around: readonly Spot[], tone: Tone = 'own'): Part => ({ kind: 'area', around, tone });
const text = (at: Spot, written: string, align: 'start' | 'center' | 'end' = 'start'): Part => ({
  kind: 'text',
  at,
  text: written,
  align,
  tone: 'text',
});

const NOWHERE: Spot = { x: Number.NaN, y: Number.NaN };
const NO_POINT: Point = { time: 0, price: 0 };
const spot = (laid: Laid, number: number): Spot => laid.spots[number] ?? NOWHERE;
const point = (laid: Laid, number: number): Point => laid.points[number] ?? NO_POINT;

/** Line across the chart at a height. */
const across = ({ scale }: Laid, y: number): readonly Spot[] => [
  { x: 0, y },
  { x: scale.width, y },
];
const upright = ({ scale }: Laid, x: number): readonly Spot[] => [
  { x, y: 0 },
  { x, y: scale.height },
];
/** Letters at the left end of a line, over it; the right end belongs to the last price. */
const over = ({ x, y }: Spot, written: string): Part =>
  text({ x: Math.max(0, x) + GAP, y: y - 2 * GAP }, written);

/** Width of a letter for who looks for room, px. */
const LETTER_PX = 7;
/** Letters beside the right end of a line; over it where there is no room before the axis. */
const beside = ({ scale }: Laid, { x, y }: Spot, written: string): Part =>
  x + GAP + written.length * LETTER_PX <= scale.width
    ? text({ x: x + GAP, y }, written)
    : text({ x: Math.min(x, scale.width) - GAP, y: y - 2 * GAP }, written, 'end');

const ray = ({ scale }: Laid, from: Spot, through: Spot): readonly Spot[] => [
  from,
  rayEnd(from, through, scale),
];

const ARROW_PX = 12;
const ARROW_ANGLE = Math.PI / 7;

const arrow: Draw = (laid) => {
  const [from, to] = [spot(laid, 0), spot(laid, 1)];
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const barb = (turn: number): Spot => ({
    x: to.x - ARROW_PX * Math.cos(angle + turn),
    y: to.y - ARROW_PX * Math.sin(angle + turn),
  });
  return [path([from, to]), path([barb(ARROW_ANGLE), to, barb(-ARROW_ANGLE)])];
};

const parallelChannel: Draw = (laid) => {
  const [from, to, beside] = [spot(laid, 0), spot(laid, 1), spot(laid, 2)];
  const share = to.x === from.x ? 0 : (beside.x - from.x) / (to.x - from.x);
  const under = between(from, to, share);
  const [otherFrom, otherTo] = [shifted(from, under, beside), shifted(to, under, beside)];
  return [
    area([from, to, otherTo, otherFrom]),
    path([from, to]),
    path([otherFrom, otherTo]),
    fine([between(from, otherFrom, 0.5), between(to, otherTo, 0.5)]),
  ];
};

/** Standard deviations at which a regression channel has its edges. */
const EDGE = 2;

const regressionChannel: Draw = (laid) => {
  const { scale, candles, bars } = laid;
  const [one = 0, other = 0] = bars.map(Math.round);
  const [from, to] = [
    Math.max(0, Math.min(one, other)),
    Math.min(candles.close.length - 1, Math.max(one, other)),
  ];
  const found = regressionOf(candles.close.slice(from, to + 1));
  if (!found) return [path([spot(laid, 0), spot(laid, 1)])];
  const line = (away: number): Spot[] => [
    { x: scale.xOf(from), y: scale.yOf(found.from + away) },
    { x: scale.xOf(to), y: scale.yOf(found.to + away) },
  ];
  const [above, below] = [line(EDGE * found.deviation), line(-EDGE * found.deviation)];
  return [area([...above, ...below.toReversed()]), path(line(0)), fine(above), fine(below)];
};

const pitchfork: Draw = (laid) => {
  const [handle, one, other] = [spot(laid, 0), spot(laid, 1), spot(laid, 2)];
  const middle = between(one, other, 0.5);
  const along = (from: Spot) => ray(laid, from, shifted(from, handle, middle));
  return [path(ray(laid, handle, middle)), path([one, other]), path(along(one)), path(along(other))];
};

const rectangle: Draw = (laid) => {
  const corners = cornersOf(spot(laid, 0), spot(laid, 1));
  return [area(corners), path([...corners, corners[0]])];
};

const ellipse: Draw = (laid) => {
  const [topLeft, , bottomRight] = cornersOf(spot(laid, 0), spot(laid, 1));
  const middle = between(topLeft, bottomRight, 0.5);
  return [{ kind: 'oval', middle, radii: { x: middle.x - topLeft.x, y: middle.y - topLeft.y }, tone: 'own' }];
};

const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
const EXTENSIONS = [0, 0.618, 1, 1.272, 1.618, 2, 2.618] as const;
const FAN = [0.382, 0.5, 0.618] as const;
const FIBONACCI = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55] as const;
const GANN = [1 / 8, 1 / 4, 1 / 3, 1 / 2, 1, 2, 3, 4, 8] as const;

/** Lines at prices across a drawing, each with its share and price. */
const priceLines = (laid: Laid, shares: readonly number[], priceOf: (share: number) => number): Part[] => {
  const all = laid.spots.map(({ x }) => x);
  const [left, right] = [Math.min(...all), Math.max(...all)];
  return shares.flatMap((share) => {
    const price = priceOf(share);
    const y = laid.scale.yOf(price);
    const line = [
      { x: left, y },
      { x: right, y },
    ];
    return [
      path(line),
      beside(laid, { x: right, y }, `${formatPercent(share * 100)} · ${formatPrice(price)}`),
    ];
  });
};

const fibRetracement: Draw = (laid) => {
  const [from, to] = [point(laid, 0).price, point(laid, 1).price];
  return [
    fine([spot(laid, 0), spot(laid, 1)]),
    ...priceLines(laid, RETRACEMENTS, (share) => to + (from - to) * share),
  ];
};

const fibExtension: Draw = (laid) => {
  const [from, to, back] = [point(laid, 0).price, point(laid, 1).price, point(laid, 2).price];
  return [fine(laid.spots), ...priceLines(laid, EXTENSIONS, (share) => back + (to - from) * share)];
};

const fibFan: Draw = (laid) => {
  const [from, to] = [spot(laid, 0), spot(laid, 1)];
  const [first, last] = [point(laid, 0).price, point(laid, 1).price];
  return [
    path(ray(laid, from, to)),
    ...FAN.map((share) =>
      fine(ray(laid, from, { x: to.x, y: laid.scale.yOf(last + (first - last) * share) })),
    ),
  ];
};

const fibTimeZones: Draw = (laid) => {
  const [from = 0, to = 0] = laid.bars;
  return FIBONACCI.flatMap((number) => {
    const x = laid.scale.xOf(from + (to - from) * number);
    return [fine(upright(laid, x)), text({ x: x + GAP, y: 2 * GAP }, String(number))];
  });
};

const gannFan: Draw = (laid) => {
  const [from, to] = [spot(laid, 0), spot(laid, 1)];
  return GANN.map((slope) => {
    const line = ray(laid, from, { x: to.x, y: from.y + (to.y - from.y) * slope });
    return slope === 1 ? path(line) : fine(line);
  });
};

/** Height over which letters of a measure stand, px. */
const LETTERS_PX = 14;

const measure: Draw = (laid) => {
  const corners = cornersOf(spot(laid, 0), spot(laid, 1));
  const [from, to] = [point(laid, 0).price, point(laid, 1).price];
  const [first = 0, last = 0] = laid.bars.map(Math.round);
  const tone = to < from ? 'down' : 'up';
  const count = Math.abs(last - first);
  return [
    area(corners, tone),
    path([...corners, corners[0]], tone),
    text(
      { x: (corners[0].x + corners[1].x) / 2, y: corners[0].y - LETTERS_PX },
      [
        formatPrice(to - from),
        from > 0 ? formatPercentChange((to / from - 1) * 100) : '–',
        t('{{number}} candles', { number: formatCount(count), count }),
      ].join(' · '),
      'center',
    ),
  ];
};

/** Least width of a position, px: its points may be of one candle. */
const LEAST_PX = 60;

const position =
  (isLong: boolean): Draw =>
  (laid) => {
    const [entry, stop, target] = [point(laid, 0).price, point(laid, 1).price, point(laid, 2).price];
    const all = laid.spots.map(({ x }) => x);
    const left = Math.min(...all);
    const right = Math.max(left + LEAST_PX, ...all);
    const y = (price: number): number => laid.scale.yOf(price);
    const box = (price: number): Spot[] => cornersOf({ x: left, y: y(entry) }, { x: right, y: y(price) });
    const line = (price: number): Spot[] => [
      { x: left, y: y(price) },
      { x: right, y: y(price) },
    ];
    const [reward, risk] = isLong ? [target - entry, entry - stop] : [entry - target, stop - entry];
    const share = (amount: number): string => (entry > 0 ? formatPercentChange((amount / entry) * 100) : '–');
    return [
      area(box(target), 'up'),
      area(box(stop), 'down'),
      path(line(target), 'up'),
      path(line(stop), 'down'),
      path(line(entry)),
      beside(
        laid,
        { x: right, y: y(target) },
        t('Target {{price}} {{share}}', { price: formatPrice(target), share: share(reward) }),
      ),
      beside(
        laid,
        { x: right, y: y(stop) },
        t('Stop {{price}} {{share}}', { price: formatPrice(stop), share: share(-risk) }),
      ),
      beside(
        laid,
        { x: right, y: y(entry) },
        reward > 0 && risk > 0
          ? t('Entry {{price}}, ratio {{ratio}}', {
              price: formatPrice(entry),
              ratio: (reward / risk).toFixed(2),
            })
          : t('Entry {{price}}: stop and target must be on either side of it', { price: formatPrice(entry) }),
      ),
    ];
  };

const anchoredVwap: Draw = (laid) => {
  const { scale, candles } = laid;
  const first = Math.max(0, Math.round(laid.bars[0] ?? 0));
  const averages = candles.hasVolume ? vwapFrom(candles, first) : [];
  const last = averages.at(-1);
  if (last === undefined) return [text(spot(laid, 0), t('VWAP: no volume is known here'))];
  return [
    path(averages.map((price, index) => ({ x: scale.xOf(first + index), y: scale.yOf(price) }))),
    beside(
      laid,
      { x: scale.xOf(first + averages.length - 1), y: scale.yOf(last) },
      `VWAP ${formatPrice(last)}`,
    ),
  ];
};

/** Length of the pointer of a price label, px. */
const POINTER_PX = 20;

const priceLabel: Draw = (laid) => {
  const at = spot(laid, 0);
  const away = { x: at.x + POINTER_PX, y: at.y - POINTER_PX };
  return [path([at, away]), text({ x: away.x + GAP, y: away.y }, formatPrice(point(laid, 0).price))];
};

/** How the tools draw, by name. Everything is worked out of places; nothing here knows a canvas. */
export const TOOL_SHAPES: Readonly<Record<ToolName, Draw>> = {
  'trend-line': (laid) => [path(laid.spots)],
  ray: (laid) => [path(ray(laid, spot(laid, 0), spot(laid, 1)))],
  'extended-line': (laid) => [
    path([
      ...ray(laid, spot(laid, 1), spot(laid, 0)).toReversed(),
      ...ray(laid, spot(laid, 0), spot(laid, 1)),
    ]),
  ],
  arrow,
  'horizontal-line': (laid) => [
    path(across(laid, spot(laid, 0).y)),
    over({ x: 0, y: spot(laid, 0).y }, formatPrice(point(laid, 0).price)),
  ],
  'horizontal-ray': (laid) => [
    path([spot(laid, 0), { x: Math.max(laid.scale.width, spot(laid, 0).x), y: spot(laid, 0).y }]),
    over(spot(laid, 0), formatPrice(point(laid, 0).price)),
  ],
  'vertical-line': (laid) => [path(upright(laid, spot(laid, 0).x))],
  'cross-line': (laid) => [path(across(laid, spot(laid, 0).y)), path(upright(laid, spot(laid, 0).x))],
  'parallel-channel': parallelChannel,
  'regression-channel': regressionChannel,
  pitchfork,
  rectangle,
  ellipse,
  triangle: (laid) => [area(laid.spots), path([...laid.spots, spot(laid, 0)])],
  'fib-retracement': fibRetracement,
  'fib-extension': fibExtension,
  'fib-fan': fibFan,
  'fib-time-zones': fibTimeZones,
  'gann-fan': gannFan,
  measure,
  'long-position': position(true),
  'short-position': position(false),
  'anchored-vwap': anchoredVwap,
  'text-note': (laid) => [
    text(spot(laid, 0), laid.text === '' ? t('Note', { context: 'drawing' }) : laid.text),
  ],
  'price-label': priceLabel,
};
