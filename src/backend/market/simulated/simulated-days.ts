import type { Bar } from '../../../engine/bars.ts';
import { istDate, istDayStart } from '../../../shared/time.ts';
import { nextTradingDay, tradingDayOf } from '../../../engine/trading/trading-day.ts';
import { storeBars } from '../candle-store.ts';
import { type Database, type Transaction, HOUSE } from '../../db/database.ts';
import {
  type MarketDayState,
  sessionBars,
  sessionDailyBar,
  type SimulatedDay,
  simulateDay,
} from './simulated-market.ts';

/** Computed days that are kept; one takes about half a megabyte. */
const KEPT_DAYS = 30;

/** Store what a day grows from, to compute its minutes again. */
export const storeDayState = (tx: Transaction, state: MarketDayState) =>
  tx.query
    .insertInto('simulated_days')
    .values({ day: state.day, state_json: JSON.stringify(state) })
    .onConflict((oc) => oc.column('day').doNothing())
    .execute();

/** Stores the daily candle of every instrument on a simulated day. */
export const storeDailyCandles = async (tx: Transaction, day: SimulatedDay): Promise<void> => {
  for (const session of day.sessions)
    if (session.minutes > 0)
      await storeBars(tx, { ownerId: 0, source: 'simulated', symbol: session.row.symbol, timeframe: '1d' }, [
        sessionDailyBar(session),
      ]);
};

/** Days of the simulated market, computed from the seed on demand. */
export class SimulatedDays {
  private readonly database: Database;
  private readonly simulate: (state: MarketDayState) => SimulatedDay;
  private readonly computed = new Map<string, SimulatedDay>();
  /** Days that are being computed; a second request for one waits for the same. */
  private readonly computing = new Map<string, Promise<SimulatedDay | null>>();

  /** `simulate` computes a day from the seed and its state; several backends of one process may share its results. */
  constructor(database: Database, seed: number, simulate = simulateDay) {
    this.database = database;
    this.simulate = (state) => simulate(seed, state);
  }

  /** The first trading day on or after `from`; days after the last known one are grown and stored. */
  async dayAt(from: string): Promise<SimulatedDay> {
    const day = tradingDayOf(istDayStart(from));
    const known = await this.known(day);
    if (known) return known;
    const last = await this.lastDay();
    if (day < last) throw new Error(`The simulated market has no minutes for ${day}.`);
    let today = await this.require(last);
    while (today.day < day) today = await this.grow(today);
    return today;
  }

  /** Days whose minutes can be computed, up to a moment, in order. */
  async daysWithMinutes(now: number): Promise<string[]> {
    const rows = await this.database.read
      .selectFrom('simulated_days')
      .select('day')
      .where('day', '<=', istDate(now))
      .orderBy('day')
      .execute();
    return rows.map(({ day }) => day);
  }

  /** Latest minute bars of an instrument before a moment, in order. They are `count` or more. */
  async minutesBefore(symbol: string, before: number, count: number): Promise<Bar[]> {
    const days = await this.database.read
      .selectFrom('simulated_days')
      .select('day')
      .orderBy('day', 'desc')
      .execute();
    const bars: Bar[][] = [];
    let found = 0;
    for (const { day } of days) {
      if (istDayStart(day) >= before) continue;
      const session = (await this.require(day)).sessions.find((candidate) => candidate.row.symbol === symbol);
      if (!session) return [];
      const chunk = sessionBars(session).filter((bar) => bar.time < before);
      bars.unshift(chunk);
      found += chunk.length;
      if (found >= count) break;
    }
    return bars.flat();
  }

  private async require(day: string): Promise<SimulatedDay> {
    const known = await this.known(day);
    if (!known) throw new Error(`The simulated market has no minutes for ${day}.`);
    return known;
  }

  private async known(day: string): Promise<SimulatedDay | null> {
    const kept = this.computed.get(day);
    if (kept) return kept;
    let computing = this.computing.get(day);
    if (!computing) {
      computing = this.compute(day).finally(() => this.computing.delete(day));
      this.computing.set(day, computing);
    }
    return computing;
  }

  private async compute(day: string): Promise<SimulatedDay | null> {
    const row = await this.database.read
      .selectFrom('simulated_days')
      .select('state_json')
      .where('day', '=', day)
      .executeTakeFirst();
    if (!row) return null;
    // A day takes milliseconds and a start computes many: requests are answered in between.
    await new Promise(setImmediate);
    return this.remember(this.simulate(JSON.parse(row.state_json) as MarketDayState));
  }

  private async lastDay(): Promise<string> {
    const { day } = await this.database.read
      .selectFrom('simulated_days')
      .select('day')
      .orderBy('day', 'desc')
      .executeTakeFirstOrThrow();
    return day;
  }

  private async grow(today: SimulatedDay): Promise<SimulatedDay> {
    const state: MarketDayState = {
      day: nextTradingDay(today.day),
      closes: today.closes,
      logVolatility: today.logVolatility,
    };
    await this.database.write(HOUSE, async (tx) => {
      await storeDailyCandles(tx, today);
      await storeDayState(tx, state);
    });
    return this.remember(this.simulate(state));
  }

  private remember(day: SimulatedDay): SimulatedDay {
    this.computed.set(day.day, day);
    const oldest = this.computed.keys().next().value;
    if (this.computed.size > KEPT_DAYS && oldest !== undefined) this.computed.delete(oldest);
    return day;
  }
}
