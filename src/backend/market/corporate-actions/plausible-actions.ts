import { shareRatioOf } from '../../../engine/corporate-actions/carry-over.ts';
import type { DatedAction } from '../../../engine/corporate-actions/corporate-action.ts';
import { formatCount } from '../../../shared/money.ts';
import type { Transaction } from '../../db/database.ts';
import { symbolHistoryOf } from '../symbol-changes/kept-symbol-changes.ts';
import { Refusal } from '../../refusal.ts';
import { actionsOf } from './kept-actions.ts';

/** Actions of one share, dividends included: none has had so many. */
const MOST_OF_SHARE = 500;
/** Shares that splits and bonuses may make of one. */
const MOST_SHARES_OF_ONE = 10_000;

/** Why the actions of a share cannot all be. Null where they can. */
export const problemOfShare = (symbol: string, actions: readonly DatedAction[]): string | null => {
  if (actions.length > MOST_OF_SHARE)
    return `${symbol} would have more than ${formatCount(MOST_OF_SHARE)} actions`;
  const shares = actions.reduce((product, { action }) => {
    const ratio = shareRatioOf(action);
    return ratio ? product * (ratio.after / ratio.before) : product;
  }, 1);
  const most = formatCount(MOST_SHARES_OF_ONE);
  if (shares > MOST_SHARES_OF_ONE)
    return `the splits and bonuses of ${symbol} would change one share into more than ${most}`;
  return shares < 1 / MOST_SHARES_OF_ONE
    ? `the splits and bonuses of ${symbol} would change more than ${most} shares into one`
    : null;
};

/**
 * Require plausible actions of shares that have, or had, some symbols. Asked when lists of actions or of symbols
 * have been kept.
 * @throws Refusal `refused`
 */
export const requirePlausibleActions = async (
  { query }: Transaction,
  userId: number,
  symbols: readonly string[],
): Promise<void> => {
  const shares = (await symbolHistoryOf(query, userId)).since(symbols);
  for (const [symbol, actions] of await actionsOf(query, userId, shares)) {
    const problem = problemOfShare(symbol, actions);
    if (problem !== null) throw new Refusal('refused', problem);
  }
};
