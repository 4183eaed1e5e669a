import type { Position } from '../../../shared/contract/positions.ts';
import { contractOf } from '../../../engine/contracts/contract.ts';

/** Symbol whose chart a position has. A contract has that of its underlying. */
export const chartSymbolOf = (symbol: string): string => contractOf(symbol)?.underlying ?? symbol;

/** The address of a position's chart, on the market it trades. */
export const chartOf = ({ symbol, source }: Pick<Position, 'symbol' | 'source'>): string =>
  `/chart/${encodeURIComponent(chartSymbolOf(symbol))}?source=${source}&timeframe=5m`;
