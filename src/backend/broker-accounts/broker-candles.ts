import type { Bar } from '../../engine/bars.ts';
import { barsPerSession } from '../../engine/rules/bar-close.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { DAY_MS, istDate, istMidnight, MINUTE_MS, minuteStart } from '../../shared/time.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { BrokerHistory } from '../brokers/broker-link.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { storeBars } from '../market/candle-store.ts';

export interface BrokerCandlesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly userId: number;
  /** Null while there is no session. */
  readonly broker: () => BrokerHistory | null;
  readonly instrumentOf: (symbol: string) => Promise<BrokerInstrument>;
  /** Null for what the broker does not trade. */
  readonly listed: (symbol: string) => Promise<BrokerInstrument | null>;
}

/** Minutes of continuous trading in a day, the fewest of any segment: more days are asked for rather than fewer. */
const MINUTES_A_DAY = 360;
/** Calendar days for trading days, with room for holidays. */
const CALENDAR_DAYS = 1.6;
const LEAST_DAYS = 10;
/** Trading days of a year, the fewest of late. */
const TRADING_DAYS = 245;
const DAYS_A_YEAR = 365;
/** The broker keeps minutes about so long, and days longer. */
const MOST_MINUTE_DAYS = 400;
const MOST_DAILY_DAYS = 2_000;
/** Time for which candles of one strategy serve the next as well. */
const SHARED_MS = 60_000;
/** Days of a basket's history: a little more than a year. */
const DAYS_SHOWN = 400;

const mostDays = (timeframe: Timeframe): number => (timeframe === '1d' ? MOST_DAILY_DAYS : MOST_MINUTE_DAYS);

/** Calendar days of candles needed to warm up rules. The rules look back on `lookBack` candles of the timeframe. */
export const warmUpDays = (timeframe: Timeframe, lookBack: number): number => {
  const perDay = timeframe === '1d' ? 1 : MINUTES_A_DAY / TIMEFRAME_MINUTES[timeframe];
  const wanted = Math.ceil((lookBack / perDay) * CALENDAR_DAYS) + LEAST_DAYS;
  return Math.min(wanted, mostDays(timeframe));
};

/** Calendar days of candles that rules need, and that the broker has. */
export interface DaysBack {
  readonly needed: number;
  readonly kept: number;
}

/** Days that rules need where the broker does not have them; null where it does. They reach `reach` candles back. */
export const daysBeyondBroker = (timeframe: Timeframe, reach: number): DaysBack | null => {
  const sessions = reach / barsPerSession(timeframe);
  const days = { needed: Math.ceil((sessions * DAYS_A_YEAR) / TRADING_DAYS), kept: mostDays(timeframe) };
  return days.needed > days.kept ? days : null;
};

/** Minutes of today, all of them whole. */
interface PastMinutes {
  readonly minutes: Bar[];
  /** The minute that ran when they were asked for, epoch ms. */
  readonly until: number;
}

/** Past candles of a user's own broker. Brought into the history as they are needed. */
export class BrokerCandles {
  private readonly deps: BrokerCandlesDeps;
  private readonly warm = new Map<string, { days: number; at: number; past: Promise<PastMinutes> }>();
  /** The day for which an instrument's days were last brought. */
  private readonly daysOf = new Map<string, string>();
  private readonly bringing = new Set<Promise<void>>();

  constructor(deps: BrokerCandlesDeps) {
    this.deps = deps;
  }

  /**
   * Store as many candles as the rules look back on. Returns today's minutes that were over when it was asked; none
   * without a session. Strategies that start together share one request. @throws BrokerTrouble
   */
  warmUp(symbol: string, timeframe: Timeframe, lookBack: number): Promise<PastMinutes> {
    // What nobody was asked is shared with nobody: a login a moment later asks.
    const now = this.deps.clock.now();
    if (!this.deps.broker()) return Promise.resolve({ minutes: [], until: minuteStart(now) });
    const days = warmUpDays(timeframe, lookBack);
    const known = this.warm.get(`${symbol} ${timeframe === '1d'}`);
    if (known && known.days >= days && Math.abs(now - known.at) < SHARED_MS) return known.past;
    const past = this.bring(symbol, timeframe, days);
    this.warm.set(`${symbol} ${timeframe === '1d'}`, { days, at: now, past });
    past.catch(() => this.warm.delete(`${symbol} ${timeframe === '1d'}`));
    return past;
  }

  private async bring(symbol: string, timeframe: Timeframe, days: number): Promise<PastMinutes> {
    const { clock, instrumentOf } = this.deps;
    const now = clock.now();
    const broker = this.deps.broker();
    if (!broker) return { minutes: [], until: minuteStart(now) };
    const midnight = istMidnight(now);
    const instrument = await instrumentOf(symbol);
    const from = midnight - days * DAY_MS;
    const stored = timeframe === '1d' ? ('1d' as const) : ('1m' as const);
    const bars = await broker.candles(instrument, stored, { from, until: now });
    await this.store(
      symbol,
      stored,
      bars.filter(({ time }) => time < midnight),
    );
    const today =
      timeframe === '1d' ? await broker.candles(instrument, '1m', { from: midnight, until: now }) : bars;
    // The minute that ran when it was asked may be over by the time of the answer, and is not whole in it.
    const minutes = today.filter(({ time }) => time >= midnight && time + MINUTE_MS <= now);
    return { minutes, until: minuteStart(now) };
  }

  /** Complete minutes of a stretch of today; empty while there is no session. @throws BrokerTrouble */
  async minutes(symbol: string, from: number, until: number): Promise<Bar[]> {
    const broker = this.deps.broker();
    return broker ? broker.candles(await this.deps.instrumentOf(symbol), '1m', { from, until }) : [];
  }

  /** Brings daily candles of instruments up to yesterday, once a day each. @throws BrokerTrouble */
  bringDays(symbols: readonly string[]): Promise<void> {
    const bringing = this.bringDaysOf(symbols);
    this.bringing.add(bringing);
    const forget = () => void this.bringing.delete(bringing);
    bringing.then(forget, forget);
    return bringing;
  }

  /** Resolves when nothing is being brought any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.bringing);
  }

  private async bringDaysOf(symbols: readonly string[]): Promise<void> {
    const { broker, clock, listed } = this.deps;
    const day = istDate(clock.now());
    for (const symbol of symbols) {
      if (!broker() || this.daysOf.get(symbol) === day) continue;
      this.daysOf.set(symbol, day);
      try {
        const instrument = await listed(symbol);
        if (instrument) await this.storeDays(symbol, instrument);
      } catch (error) {
        this.daysOf.delete(symbol);
        throw error;
      }
    }
  }

  private async storeDays(symbol: string, instrument: BrokerInstrument): Promise<void> {
    const { broker, clock } = this.deps;
    const midnight = istMidnight(clock.now());
    const range = { from: midnight - DAYS_SHOWN * DAY_MS, until: midnight };
    const bars = (await broker()?.candles(instrument, '1d', range)) ?? [];
    // The session may have ended meanwhile, and the program with it.
    if (broker()) await this.store(symbol, '1d', bars);
  }

  private async store(symbol: string, timeframe: '1d' | '1m', bars: readonly Bar[]): Promise<void> {
    const { database, userId } = this.deps;
    const key = { ownerId: userId, source: 'broker' as const, symbol, timeframe };
    if (bars.length > 0) await database.write(userId, (tx) => storeBars(tx, key, bars));
  }
}
