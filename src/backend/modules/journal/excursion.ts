import { excursionsOf } from '../../../engine/analysis/excursion.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../../shared/rule-document.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { pauses } from '../../pauses.ts';
import type { JournalCalls, JournalDeps } from './journal-deps.ts';
import { requireTrade } from './require-trade.ts';

/** Longest trades of candle lengths, in days. A few thousand candles at most are read. */
const CANDLES: readonly (readonly [days: number, timeframe: Timeframe])[] = [
  [7, '1m'],
  [40, '5m'],
  [120, '15m'],
];

/** Largest loss and profit of a trade while it was open. */
export const excursionOfTrade =
  ({ database, history }: JournalDeps): JournalCalls['excursion'] =>
  async ({ tradeId }, { userId }) => {
    const trade = await requireTrade(database.readOf(userId), userId, tradeId);
    const { symbol, source, side, quantity, entry_at: entryAt, exit_at: exitAt } = trade;
    const days = (exitAt - entryAt) / DAY_MS;
    const timeframe = CANDLES.find(([most]) => days <= most)?.[1] ?? '1d';
    const length = TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
    const unknown = { adverse: null, favourable: null, timeframe };
    // Its prices before a split are those of other shares.
    if (trade.quantity_after_split !== null) return unknown;
    const count = Math.ceil((exitAt - entryAt) / length) + 1;
    const key = { ownerId: userId, source, symbol };
    const bars = await history.candlesBefore(key, timeframe, exitAt, count, pauses());
    const lived = {
      ...{ side, quantity, entryAt, exitAt },
      ...{ entryPrice: trade.entry_price, exitPrice: trade.exit_price },
    };
    return { ...(excursionsOf(lived, bars, length) ?? unknown), timeframe };
  };
