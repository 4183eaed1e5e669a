import type { MarketDepth } from './market-depth.ts';

/** Figures of an instrument's day so far; what is not known is absent. Prices in paise, volume in units. */
export interface DayFigures {
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly volume?: number;
  /** The best prices at which somebody buys, and sells. */
  readonly bid?: number;
  readonly ask?: number;
}

/** Price of an instrument as people look at it. */
export interface ShownPrice extends DayFigures {
  readonly ltp: number;
  /** Epoch ms. */
  readonly tradedAt: number;
  /** Close of the market day before; null where it is not known. */
  readonly previousClose: number | null;
  /** The broker's name of what a symbol is traded as now. */
  readonly tradingSymbol?: string;
  /** Where it was asked for and is known; the same object while nothing in it has changed. */
  readonly depth?: MarketDepth;
}

const COMPARED = [
  'ltp',
  'tradedAt',
  'previousClose',
  'tradingSymbol',
  'open',
  'high',
  'low',
  'volume',
  'bid',
  'ask',
  'depth',
] as const satisfies readonly (keyof ShownPrice)[];

/** Whether two prices look alike. */
export const looksLike = (one: ShownPrice, other: ShownPrice): boolean =>
  COMPARED.every((key) => one[key] === other[key]);
