import type { Bar } from '../../engine/bars.ts';
import { istDate } from '../../shared/time.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { nextTradingDay, sessionOn, tradingDaysBefore } from '../../engine/trading/trading-day.ts';
import { storeBars } from '../market/candle-store.ts';
import { storeDayState } from '../market/simulated/simulated-days.ts';
import {
  firstDayState,
  type MarketDayState,
  sessionDailyBar,
  simulateDay,
} from '../market/simulated/simulated-market.ts';

/** Trading days of daily candles behind a new simulated market. `MINUTE_DAYS` are those of minutes. */
const HISTORY_DAYS = 260;
const MINUTE_DAYS = 25;
/** Step of the days of which only the daily candle is kept. */
const COARSE_STEP_MINUTES = 15;

/** One market minute a second. */
export const DEFAULT_SIMULATED_SPEED = 60;

/**
 * Makes the simulated market: about a year of daily candles, five weeks whose minutes can be computed, and a feed that
 * starts on the trading day after `now`'s history. All of it in one transaction, or nothing.
 */
export const seedMarket = async (
  database: Database,
  seed: number,
  now: number,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> => {
  const days = tradingDaysBefore(istDate(now), HISTORY_DAYS);
  const daily = new Map<string, Bar[]>();
  const states: MarketDayState[] = [];
  let state = firstDayState(days[0] ?? istDate(now));
  for (const [index, day] of days.entries()) {
    if (signal.aborted) return;
    const isFine = index >= days.length - MINUTE_DAYS;
    if (isFine) states.push(state);
    const today = simulateDay(seed, state, isFine ? 1 : COARSE_STEP_MINUTES);
    for (const session of today.sessions) {
      if (session.minutes === 0) continue;
      const bars = daily.get(session.row.symbol) ?? [];
      daily.set(session.row.symbol, bars);
      bars.push(sessionDailyBar(session));
    }
    state = { day: nextTradingDay(day), closes: today.closes, logVolatility: today.logVolatility };
    if (index % 10 === 0) {
      onProgress(index, days.length);
      await new Promise(setImmediate);
    }
  }
  await database.write(HOUSE, async (tx) => {
    for (const [symbol, bars] of daily)
      await storeBars(tx, { ownerId: 0, source: 'simulated', symbol, timeframe: '1d' }, bars);
    for (const each of [...states, state]) await storeDayState(tx, each);
    await tx.query
      .insertInto('feeds')
      .values({
        user_id: null,
        source: 'simulated',
        state: 'running',
        seed,
        market_time: sessionOn(state.day, { kind: 'equity' })?.open ?? now,
        speed: DEFAULT_SIMULATED_SPEED,
        from_day: state.day,
        to_day: state.day,
        symbols_json: '[]',
        created_at: now,
      })
      .execute();
  });
};
