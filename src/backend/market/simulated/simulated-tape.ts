import { istDate, MINUTE_MS } from '../../../shared/time.ts';
import { nextTradingDay } from '../../../engine/trading/trading-day.ts';
import { INSTRUMENT_MASTER } from '../instrument-master.ts';
import { type Tape, type TapeStep, type Tick, TICK_OFFSETS_MS } from '../tape.ts';
import type { SimulatedDay } from './simulated-market.ts';
import type { SimulatedDays } from './simulated-days.ts';

/** The simulated market as a tape without end. One session follows the next; nights and holidays are left out. */
export class SimulatedTape implements Tape {
  readonly symbols = INSTRUMENT_MASTER.map((row) => row.symbol);
  private readonly days: SimulatedDays;

  constructor(days: SimulatedDays) {
    this.days = days;
  }

  async next(time: number): Promise<TapeStep> {
    let today = await this.days.dayAt(istDate(time));
    if (time >= endOf(today)) today = await this.days.dayAt(nextTradingDay(today.day));
    const start = Math.max(Math.ceil(time / MINUTE_MS) * MINUTE_MS, startOf(today));
    const end = start + MINUTE_MS;
    return {
      start,
      end,
      batches: TICK_OFFSETS_MS.map((offset, index) => ({
        time: start + offset,
        ticks: ticksAt(today, start, index),
      })),
      endsDay: end >= endOf(today),
    };
  }
}

const startOf = (day: SimulatedDay): number => Math.min(...day.sessions.map((session) => session.open));

const endOf = (day: SimulatedDay): number =>
  Math.max(...day.sessions.map((session) => session.open + session.minutes * MINUTE_MS));

const ticksAt = (day: SimulatedDay, start: number, index: number): Tick[] => {
  const ticks: Tick[] = [];
  for (const session of day.sessions) {
    const minute = (start - session.open) / MINUTE_MS;
    if (minute < 0 || minute >= session.minutes) continue;
    const volume = session.volumes[minute]!;
    const part = Math.floor(volume / TICK_OFFSETS_MS.length);
    ticks.push({
      symbol: session.row.symbol,
      price: session.prices[minute * TICK_OFFSETS_MS.length + index]!,
      volume: index === 0 ? volume - part * (TICK_OFFSETS_MS.length - 1) : part,
      isGap: index === 0,
    });
  }
  return ticks;
};
