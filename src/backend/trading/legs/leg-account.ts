import type { PositionRow, StrategyRow } from '../../db/schema.ts';
import type { EntryWish } from './running-legs.ts';

/** An account at a broker that legs trade on. Its orders take their time, and may fail. */
export interface LegAccount {
  /** Quantities of the orders of an entry. The exchange takes each at once. */
  slicesOf(symbol: string, quantity: number): readonly number[];
  /** Why entries cannot be made together, as a sentence. Beside what is held; null when they can. */
  refusalOf(
    row: StrategyRow,
    held: readonly PositionRow[],
    entries: readonly EntryWish[],
  ): Promise<string | null>;
}

/** Time after which an entry of unknown outcome has failed. */
export const ENTRY_PATIENCE_MS = 90_000;

/** Wait of what hedges for the end of what it hedges. */
export const HEDGE_PATIENCE_MS = 10_000;

/** Positions in the order in which they are left. Bought legs may hedge sold ones, and come last. */
export const soldLegsFirst = <T extends Pick<PositionRow, 'leg' | 'side'>>(positions: readonly T[]): T[] => {
  const isHedge = ({ leg, side }: T): boolean => leg !== null && side === 'long';
  return [...positions.filter((one) => !isHedge(one)), ...positions.filter(isHedge)];
};

/** Whether a bought leg hedges a sold one. Both are held by the same strategy. */
export const isHedging = (
  { leg, side, strategy_id: strategyId }: PositionRow,
  held: readonly PositionRow[],
): boolean =>
  leg !== null &&
  side === 'long' &&
  held.some((one) => one.strategy_id === strategyId && one.leg !== null && one.side === 'short');
