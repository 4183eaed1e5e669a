import type { Kysely } from 'kysely';
import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import { DAY_MS, istMidnight } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { figuresOfRow } from './fill-identity.ts';
import type { ParsedFill } from './parsed-fill.ts';

/** Counts of fills by their figures. */
export class Tally {
  private readonly counts = new Map<string, number>();

  of(figures: string): number {
    return this.counts.get(figures) ?? 0;
  }

  add(figures: string): number {
    const count = this.of(figures) + 1;
    this.counts.set(figures, count);
    return count;
  }
}

/**
 * A user's fills of one broker on the days of an import. With what the import itself adds. Each day is read once,
 * however many files have rows of it.
 */
export class KeptFills {
  /** Figures of fills by the name they are kept by. */
  readonly figuresOf = new Map<string, string>();
  /** Fills with a trade id of the broker, and without one. */
  readonly named = new Tally();
  readonly nameless = new Tally();
  private readonly days = new Set<number>();

  add(identity: string, figures: string, tradeId: string): void {
    this.figuresOf.set(identity, figures);
    (tradeId === '' ? this.nameless : this.named).add(figures);
  }

  /** Reads the days of a file that were not read before. */
  async readDaysOf(
    query: Kysely<Schema>,
    userId: number,
    broker: TradebookBroker,
    fills: readonly ParsedFill[],
  ): Promise<void> {
    const days = new Set(fills.map(({ tradedAt }) => istMidnight(tradedAt)));
    for (const day of days) {
      if (this.days.has(day)) continue;
      this.days.add(day);
      const rows = await query
        .selectFrom('tradebook_fills')
        .select(['identity', 'broker', 'symbol', 'exchange', 'kind', 'side', 'quantity', 'price'])
        .select(['traded_at', 'order_id', 'trade_id'])
        .where('user_id', '=', userId)
        .where('broker', '=', broker)
        .where('traded_at', '>=', day)
        .where('traded_at', '<', day + DAY_MS)
        .execute();
      for (const row of rows) this.add(row.identity, figuresOfRow(row), row.trade_id);
    }
  }
}
