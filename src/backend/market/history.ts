import type { Bar } from '../../engine/bars.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import type { Traded } from '../../engine/instrument.ts';
import { istMidnight, MINUTE_MS } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { aggregateBars } from './candle-aggregate.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { loadBars } from './candle-store.ts';
import { DailyBars } from './daily-bars.ts';
import { findInstrument } from './instrument-master.ts';
import type { SimulatedDays } from './simulated/simulated-days.ts';

/** Whose candles, from where. */
export interface HistoryKey {
  /** The importing user for replayed history; the simulated market is everybody's. */
  readonly ownerId: number;
  readonly source: Source;
  readonly symbol: string;
}

const LONGEST_SESSION_MINUTES = 385;

/** Candles of any timeframe, from what is stored or computed. */
export class History {
  private readonly database: Database;
  private readonly simulatedDays: SimulatedDays;

  constructor(database: Database, simulatedDays: SimulatedDays) {
    this.database = database;
    this.simulatedDays = simulatedDays;
  }

  /**
   * At most `count` candles that closed before `before`, in time order. `before` is epoch ms. Nothing at or after it is
   * looked at, so a replay never sees its own future. Between months of what is stored it awaits `pause`.
   */
  async candlesBefore(
    key: HistoryKey,
    timeframe: Timeframe,
    before: number,
    count: number,
    pause?: () => Promise<void>,
  ): Promise<Bar[]> {
    const { read } = this.database;
    if (timeframe === '1d') {
      const ownerId = key.source === 'simulated' ? 0 : key.ownerId;
      const span = { to: istMidnight(before) - 1, limit: count };
      const daily = await DailyBars.open(read, { ...key, ownerId });
      const bars = (await daily?.load(span, { pause })) ?? [];
      if (bars.length > 0) return bars;
    }
    const kind = findInstrument(key.symbol)?.kind ?? 'equity';
    const made = (minutes: readonly Bar[]) => aggregateBars(minutes, timeframe, kind);
    if (key.source !== 'simulated') {
      const span = { to: before - 1, limit: count };
      return loadBars(read, { ...key, timeframe: '1m' }, span, { made, pause });
    }
    const perCandle = timeframe === '1d' ? LONGEST_SESSION_MINUTES : TIMEFRAME_MINUTES[timeframe];
    const minutes = await this.simulatedDays.minutesBefore(key.symbol, before, (count + 1) * perCandle);
    return made(minutes).slice(-count);
  }

  /** Minutes of the simulated market are not stored but computed: the days there are, and about how many bars. */
  async simulatedMinutes(
    traded: Traded,
    now: number,
  ): Promise<{ from: string; to: string; bars: number } | null> {
    const days = await this.simulatedDays.daysWithMinutes(now);
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return null;
    const minutesOf = (day: string): number => {
      const session = sessionOn(day, traded);
      return session ? Math.round((session.close - session.open) / MINUTE_MS) : 0;
    };
    return { from, to, bars: days.reduce((sum, day) => sum + minutesOf(day), 0) };
  }
}
