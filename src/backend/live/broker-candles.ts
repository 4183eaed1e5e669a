import type { Bar } from '../../engine/bars.ts';
import { DAY_MS, istDate, istMidnight } from '../../shared/time.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { BrokerHistory } from '../brokers/broker-link.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { storeBars } from '../market/candle-store.ts';

export interface BrokerCandlesNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly userId: number;
  /** Null while there is no session. */
  readonly broker: () => BrokerHistory | null;
  readonly instrumentOf: (symbol: string) => Promise<BrokerInstrument>;
  /** Null for what the broker does not trade. */
  readonly listed: (symbol: string) => Promise<BrokerInstrument | null>;
}

/** Days of minutes that warm a strategy up; a request for minutes may span thirty. */
const WARM_UP_DAYS = 25;
const DAILY_WARM_UP_DAYS = 700;
/** Days of a basket's history: a little more than a year. */
const DAYS_SHOWN = 400;

/** Past candles of a user's own broker, brought into the history as they are needed. */
export class BrokerCandles {
  private readonly needs: BrokerCandlesNeeds;
  /** The day for which an instrument's days were last brought. */
  private readonly daysOf = new Map<string, string>();
  private readonly bringing = new Set<Promise<void>>();

  constructor(needs: BrokerCandlesNeeds) {
    this.needs = needs;
  }

  /** Stores what a strategy is warmed up with, and answers today's minutes so far. @throws BrokerTrouble */
  async warmUp(symbol: string, isDaily: boolean): Promise<Bar[]> {
    const { clock, instrumentOf } = this.needs;
    const broker = this.needs.broker();
    if (!broker) return [];
    const now = clock.now();
    const midnight = istMidnight(now);
    const instrument = await instrumentOf(symbol);
    const from = midnight - (isDaily ? DAILY_WARM_UP_DAYS : WARM_UP_DAYS) * DAY_MS;
    const timeframe = isDaily ? ('1d' as const) : ('1m' as const);
    const bars = await broker.candles(instrument, timeframe, { from, until: now });
    await this.store(
      symbol,
      timeframe,
      bars.filter(({ time }) => time < midnight),
    );
    return isDaily
      ? broker.candles(instrument, '1m', { from: midnight, until: now })
      : bars.filter(({ time }) => time >= midnight);
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
    const { broker, clock, listed } = this.needs;
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
    const { broker, clock } = this.needs;
    const midnight = istMidnight(clock.now());
    const range = { from: midnight - DAYS_SHOWN * DAY_MS, until: midnight };
    const bars = (await broker()?.candles(instrument, '1d', range)) ?? [];
    // The session may have ended meanwhile, and the program with it.
    if (broker()) await this.store(symbol, '1d', bars);
  }

  private async store(symbol: string, timeframe: '1d' | '1m', bars: readonly Bar[]): Promise<void> {
    const { database, userId } = this.needs;
    const key = { ownerId: userId, source: 'broker' as const, symbol, timeframe };
    if (bars.length > 0) await database.write((tx) => storeBars(tx, key, bars));
  }
}
