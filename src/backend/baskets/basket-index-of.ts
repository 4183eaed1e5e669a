import { basketIndex } from '../../engine/baskets/basket-index.ts';
import { isNewPeriod } from '../../engine/baskets/basket-days.ts';
import { istDate, istMidnight } from '../../shared/time.ts';
import type { History } from '../market/history.ts';
import { pauses } from '../pauses.ts';
import type { MarketRun } from '../trading/market-run.ts';
import type { Definition } from './basket-book.ts';

/** A year of trading days, and a little. */
const MOST_DAYS = 260;
/** Indices that are remembered until the day is over. */
const MOST_REMEMBERED = 500;

export interface IndexPoint {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** 100 on the first day. */
  readonly level: number;
}

/** Computes baskets as indices. It uses the daily candles of the feed that a user is on. */
export class BasketIndices {
  private readonly history: History;
  private readonly known = new Map<string, Promise<readonly IndexPoint[]>>();

  constructor(history: History) {
    this.history = history;
  }

  /** The index over the days that have closed; empty when a constituent has no candles. */
  of(definition: Definition, run: MarketRun): Promise<readonly IndexPoint[]> {
    const key = `${definition.id} ${run.identity.runId} ${istDate(run.session.now)}`;
    const known = this.known.get(key);
    if (known) return known;
    if (this.known.size >= MOST_REMEMBERED) this.known.clear();
    const points = this.work(definition, run);
    this.known.set(key, points);
    points.then(
      // Days that have not come yet are looked for again.
      ({ length }) => length === 0 && this.known.delete(key),
      () => this.known.delete(key),
    );
    return points;
  }

  private async work(definition: Definition, run: MarketRun): Promise<readonly IndexPoint[]> {
    const closes: Map<string, number>[] = [];
    const days = new Set<string>();
    const pause = pauses();
    for (const { symbol } of definition.constituents) {
      const key = { ownerId: run.historyOwnerId, source: run.identity.source, symbol };
      const bars = await this.history.candlesBefore(key, '1d', istMidnight(run.session.now), MOST_DAYS);
      await pause();
      const byDay = new Map(bars.map((bar) => [istDate(bar.time), bar.close]));
      for (const day of byDay.keys()) days.add(day);
      closes.push(byDay);
    }
    const calendar = [...days].sort();
    const lines = definition.constituents.map(({ weight }, index) => ({
      weight,
      closes: calendar.map((day) => closes[index]?.get(day) ?? Number.NaN),
    }));
    const { from, levels } = basketIndex(lines, (day) => {
      const [now, before] = [calendar[day], calendar[day - 1]];
      return now !== undefined && before !== undefined && isNewPeriod(before, now, definition.rebalance);
    });
    return levels.map((level, index) => ({ day: calendar[from + index] ?? '', level }));
  }
}
