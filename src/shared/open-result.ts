import type { Mode, Source } from './contract/fields.ts';
import type { Position } from './contract/positions.ts';
import type { OpenResult } from './contract/strategy-card.ts';
import { markToMarket } from './mark-to-market.ts';
import { areValuesCurrent, type Quotes } from './quotes.ts';

/**
 * Figures of strategies, with what was open when they were loaded. They are of one strategy or of many; money in paise.
 */
export interface OpenFigures {
  readonly openPositions: number;
  readonly open: OpenResult;
}

/** Which open positions figures hold; never shares of baskets. */
export interface WhosePositions {
  readonly mode: Mode;
  /** Paper positions of another source are not part of them. */
  readonly source: Source;
  readonly strategyId?: number;
}

const isOf = (position: Position, { mode, source, strategyId }: WhosePositions): boolean =>
  !position.isBasket &&
  position.mode === mode &&
  (mode === 'live' || position.source === source) &&
  (strategyId === undefined || position.strategyId === strategyId);

/**
 * Change of open results since figures were loaded, in paise. 0 while other positions are open than there were then:
 * the list is about to be loaded again.
 */
export const movedSince = (
  { openPositions, open }: OpenFigures,
  whose: WhosePositions,
  quotes: Quotes,
): number => {
  if (!areValuesCurrent(quotes)) return 0;
  let [count, pnl, newestId] = [0, 0, 0];
  for (const position of quotes.values.values())
    if (isOf(position, whose)) {
      count++;
      newestId = Math.max(newestId, position.positionId);
      pnl += markToMarket(position, quotes).pnl;
    }
  // Each is numbered after those before: as many, and the same newest, are the same.
  const isSame = count === openPositions && newestId === (open.newestId ?? newestId);
  return count > 0 && isSame ? pnl - open.pnl : 0;
};
