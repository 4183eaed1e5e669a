import { istDate, istDayStart } from '../../../shared/time.ts';
import type { Transaction } from '../../db/database.ts';
import { pauses } from '../../pauses.ts';
import { loadBars, type SeriesKey, storeBars } from '../candle-store.ts';
import { pricedSymbols } from '../known-shares.ts';
import { symbolHistoryOf } from './kept-symbol-changes.ts';

const TIMEFRAMES = ['1m', '1d'] as const;

/**
 * Give shares with another symbol the candles of their earlier one. Those stay where they are, and so do days that the
 * present symbol has candles of.
 * @param touched earlier symbols that have got candles; all of them unless given
 */
export const joinRenamed = async (
  tx: Transaction,
  userId: number,
  touched?: readonly string[],
): Promise<void> => {
  const { query } = tx;
  const pause = pauses();
  const { changes } = await symbolHistoryOf(query, userId);
  if (changes.length === 0) return;
  const known = new Set(
    touched ?? (await pricedSymbols(query, userId).execute()).map(({ symbol }) => symbol),
  );
  for (const { before, after, day } of changes) {
    if (!known.has(before)) continue;
    for (const timeframe of TIMEFRAMES) {
      const keyOf = (symbol: string): SeriesKey => ({ ownerId: userId, source: 'replay', symbol, timeframe });
      const span = { to: istDayStart(day) - 1 };
      const there = new Set(
        (await loadBars(query, keyOf(after), span, { pause })).map(({ time }) => istDate(time)),
      );
      const missing = (await loadBars(query, keyOf(before), span, { pause })).filter(
        ({ time }) => !there.has(istDate(time)),
      );
      await storeBars(tx, keyOf(after), missing);
      await pause();
    }
    // A share may have had several symbols, one after the other.
    known.add(after);
  }
};
