import { barsFrom } from '../../engine/bars.ts';
import { ANGEL_ONE } from '../../engine/charges/plan.ts';
import { expiriesByCalendar } from '../../engine/contracts/expiry-calendar.ts';
import { type LegResults, legResults } from '../../engine/legs/leg-results.ts';
import { ModelledPremiums } from '../../engine/legs/modelled-premiums.ts';
import { simulateLegs } from '../../engine/legs/simulate-legs.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import { formatPercent } from '../../shared/money.ts';
import { openReader } from '../db/database.ts';
import { type CandleRange, loadCandleRange } from '../market/candle-range.ts';

/** A backtest of legs for a worker thread. */
export interface LegTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  /** Of the simulated market. */
  readonly seed: number;
  readonly document: LegDocument;
  readonly range: Omit<CandleRange, 'symbols' | 'timeframe' | 'warmUp'>;
  /** Volatility at the money, percent a year. */
  readonly volatility: number;
}

/** Run a document with legs on modelled premiums. Over minutes of its underlying. */
export const testLegs = async (task: LegTask): Promise<Result<LegResults>> => {
  const { document, volatility } = task;
  const { underlying } = document;
  const db = await openReader(task.databaseAt);
  try {
    const range: CandleRange = { ...task.range, symbols: [underlying], timeframe: '1m', warmUp: 0 };
    const candles = (await loadCandleRange(db, task.seed, range)).get(underlying) ?? [];
    if (candles.length === 0) return fail('refused', `There are no candles of ${underlying} on these days.`);
    const bars = barsFrom(candles);
    if (!bars.ok) return fail('refused', `${underlying}: ${bars.failure.message}`);
    const premiums = new ModelledPremiums({
      underlying,
      expiriesOn: (day) => expiriesByCalendar(underlying, day),
      volatilityOn: () => volatility,
      volatilitySource: formatPercent(volatility),
    });
    return succeed(
      legResults(simulateLegs({ document, exchange: 'NSE', bars: bars.value, premiums, plan: ANGEL_ONE })),
    );
  } finally {
    await db.destroy();
  }
};
