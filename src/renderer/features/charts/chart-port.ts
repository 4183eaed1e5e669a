import type { AppTokens } from '../../ui/tokens.ts';
import type { View } from './chart-view.ts';

/** Values as an axis and the crosshair write them. */
export type ChartFormat = 'price' | 'volume' | 'result' | 'percent' | 'number';

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
  readonly colour: string;
  readonly dash: Dash;
}

/** Columns of candles: epoch ms and paise. */
interface CandleColumns {
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
}

/** The candles of a chart, with what is drawn at them. */
export interface PortCandles {
  look(look: CandleLook): void;
  show(candles: CandleColumns): void;
  mark(marks: readonly PortMark[]): void;
  level(levels: readonly PortLevel[]): void;
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
  /** Calls back whenever the chart becomes wider or narrower. */
  onResize(resized: () => void): void;
  remove(): void;
}
