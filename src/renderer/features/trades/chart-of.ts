import type { Position } from '../../../shared/contract/positions.ts';

/** Symbol whose chart a position has. A contract begins with its underlying, and has that one's. */
export const chartSymbolOf = (symbol: string): string => /^(?:BSE:)?([^ ]+) /.exec(symbol)?.[1] ?? symbol;

/** Whether a symbol is that of a future or an option: of a leg, whose levels are in its strategy. */
export const isContract = (symbol: string): boolean => chartSymbolOf(symbol) !== symbol;

/** The address of a position's chart, on the market it trades. */
export const chartOf = ({ symbol, source }: Pick<Position, 'symbol' | 'source'>): string =>
  `/chart/${encodeURIComponent(chartSymbolOf(symbol))}?source=${source}&timeframe=5m`;
