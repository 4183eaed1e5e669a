import type { AppTokens } from '../../ui/tokens.ts';
import type { View } from './chart-view.ts';

/** Values as an axis and the crosshair write them. */
export type ChartFormat = 'price' | 'volume' | 'result' | 'percent' | 'number' | 'ratio';

export type Dash = 'solid' | 'dotted' | 'sparse' | 'dashed' | 'long';

/** Colours of a line and of the area under it. */
export interface LineLook {
  readonly colour: string;
  readonly top?: string;
  readonly bottom?: string;
  /** Named beside its last value; nothing where it is empty. */
  readonly title?: string;
}

/** Shape of a line; it stays as it was added. */
export interface LineShape {
  readonly kind: 'line' | 'area' | 'columns';
  readonly format: ChartFormat;
  /** Part of the chart below the first, from 1; 0 is the first. */
  readonly pane?: number;
  readonly width?: 1 | 2;
  readonly dash?: Dash;
  /** The area hangs from zero down to the line. */
  readonly isInverted?: boolean;
  /** Without a tag of its last value on the axis. */
  readonly isQuiet?: boolean;
}

/** A line of a chart. */
export interface PortLine {
  look(look: LineLook): void;
  /** Epoch ms and values; of values in one second the last counts, and what is no number is a gap. */
  show(time: readonly number[], value: ArrayLike<number>): void;
}

export interface CandleLook {
  readonly up: string;
  readonly down: string;
  /** Rising bars hollow. */
  readonly isHollow: boolean;
  /** Whether the close of the last bar is drawn across the chart. */
  readonly hasLastLine: boolean;
}

export interface PortMark {
  /** Epoch ms of a bar. */
  readonly time: number;
  readonly isBuy: boolean;
  readonly colour: string;
  readonly text: string;
}

/** A price across the chart, named on its axis. */
export interface PortLevel {
  /** Paise. */
  readonly price: number;
  readonly title: string;
  /** Title in a narrow chart. */
  readonly short: string;
  readonly colour: string;
  readonly dash: Dash;
  /** Whether it keeps its name where there is no room for all. */
  readonly isFirst: boolean;
}

/** The one price that is chosen or moved, over all levels. */
export interface PortWish extends Omit<PortLevel, 'short' | 'isFirst'> {
  /** Whether it has its title and price on the axis. */
  readonly isNamed: boolean;
  /** Price that stays in view while there is a wish, paise; null of none. */
  readonly reach: number | null;
}

/** Columns of candles: epoch ms and paise. */
export interface CandleColumns {
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
}

/** Place on a chart, px from its upper left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Scales in view. Bars are counted from 0; fractions are parts of one. */
export interface PortScale {
  /** Of the part with the candles, px. */
  readonly width: number;
  readonly height: number;
  readonly xOf: (bar: number) => number;
  readonly barAt: (x: number) => number;
  /** Of a price in paise; no number where the axis has no place for it. */
  readonly yOf: (price: number) => number;
  readonly priceAt: (y: number) => number;
}

/** Shape drawn over candles; a `Look` says how, such as a colour. */
export type Shape<Look> = Look &
  (
    | {
        readonly kind: 'path';
        readonly through: readonly Spot[];
        readonly dash?: Dash;
        readonly width?: 1 | 2;
      }
    | { readonly kind: 'area'; readonly around: readonly Spot[] }
    | { readonly kind: 'oval'; readonly middle: Spot; readonly radii: Spot }
    | {
        readonly kind: 'text';
        readonly at: Spot;
        readonly text: string;
        readonly align: 'start' | 'center' | 'end';
      }
    | { readonly kind: 'handle'; readonly at: Spot }
  );

/** A shape in a colour of the canvas. */
export type PortShape = Shape<{
  readonly colour: string;
  /** Colour around letters, which keeps them readable on candles. */
  readonly halo?: string;
}>;

/** Shapes over the candles, asked for whenever the chart is painted. */
export type Overlay = (scale: PortScale) => readonly PortShape[];

/** Kind of price axis. Percent is of the first candle in view; log has equal percents at equal distances. */
export type AxisKind = 'price' | 'percent' | 'log';

/** The candles of a chart, with what is drawn at them. */
export interface PortCandles {
  /** Draws over the candles; null draws nothing, and costs nothing. */
  overlay(overlay: Overlay | null): void;
  /** The scales now; null before there are candles. */
  scale(): PortScale | null;
  /** Put the crosshair on a bar and price (paise); null removes it. */
  point(at: { readonly bar: number; readonly price: number } | null): void;
  axis(kind: AxisKind): void;
  look(look: CandleLook): void;
  show(candles: CandleColumns): void;
  /** The last candle anew; all before it are as they were shown. */
  grow(candles: CandleColumns): void;
  mark(marks: readonly PortMark[]): void;
  /** Draws levels. Only those that are others than before cost something. */
  level(levels: readonly PortLevel[]): void;
  /** Draws the chosen price; null draws none. */
  wish(wish: PortWish | null): void;
}

/** A chart over time as the rest of the program draws it; which library paints it is known behind it alone. */
export interface ChartPort {
  candles(): PortCandles;
  line(shape: LineShape): PortLine;
  /** Heights of the parts of the chart, as shares of it. */
  share(heights: readonly number[]): void;
  /** Colours and letters of the page. */
  look(colours: AppTokens, fontFamily: string, isDaily: boolean): void;
  /** Room beside the last bar, px. */
  leaveRoom(pixels: number): void;
  /** The stretch of bars in view; null before there is one. */
  view(): View | null;
  showView(view: View): void;
  showAll(): void;
  /** Calls back with the bar at the crosshair; null where there is none. */
  onPointed(pointed: (bar: number | null) => void): void;
  /** Calls back whenever the chart becomes wider or narrower. */
  onResize(resized: () => void): void;
  remove(): void;
}
