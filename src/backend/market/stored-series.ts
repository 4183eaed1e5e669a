import type { Kysely } from 'kysely';
import type { Bar } from '../../engine/bars.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { istDayStart, istMidnight } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { unpackBars } from './candle-columns.ts';
import { symbolPartsOf } from './symbol-changes/kept-symbol-changes.ts';

/** Whose history, made where, of what. Only `1m` and `1d` are stored; the rest is built from minutes. */
export interface SeriesKey {
  readonly ownerId: number;
  readonly source: Source;
  readonly symbol: string;
  readonly timeframe: '1m' | '1d';
}

/** A stretch of time, epoch ms, both ends included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Candles of a symbol that are the share's. */
interface Part extends Stretch {
  readonly symbol: string;
}

/** A month of a series that has candles. */
export interface SeriesMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly bars: number;
  /** Epoch ms, as the last one. */
  readonly firstTime: number;
  readonly lastTime: number;
}

const ALWAYS: Stretch = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Whether some candles are within a stretch from first to last. */
const isWithin = (first: number, last: number, { from, to }: Stretch): boolean => first >= from && last <= to;

/**
 * Stored candles of a share, under all of its symbols. A day comes from the latest symbol that has it.
 * Nothing is copied from symbol to symbol: prices and lists of symbols may come in any order, and be corrected.
 */
export class StoredSeries {
  private readonly db: Kysely<Schema>;
  private readonly key: SeriesKey;
  private readonly parts: readonly Part[];

  private constructor(db: Kysely<Schema>, key: SeriesKey, parts: readonly Part[]) {
    this.db = db;
    this.key = key;
    this.parts = parts;
  }

  static async open(db: Kysely<Schema>, key: SeriesKey): Promise<StoredSeries> {
    // Only what people have imported or fetched is under the symbol of its day.
    if (key.source !== 'replay') return new StoredSeries(db, key, [{ ...ALWAYS, symbol: key.symbol }]);
    const parts = (await symbolPartsOf(db, key.ownerId, key.symbol)).map(({ symbol, from, until }): Part => ({
      symbol,
      from: from === null ? ALWAYS.from : istDayStart(from),
      to: until === null ? ALWAYS.to : istDayStart(until) - 1,
    }));
    return new StoredSeries(db, key, parts);
  }

  private chunks({ symbol, from, to }: Part) {
    const { ownerId, source, timeframe } = this.key;
    let chunks = this.db
      .selectFrom('candle_chunks')
      .where('owner_id', '=', ownerId)
      .where('source', '=', source)
      .where('symbol', '=', symbol)
      .where('timeframe', '=', timeframe);
    if (from > ALWAYS.from) chunks = chunks.where('last_time', '>=', from);
    if (to < ALWAYS.to) chunks = chunks.where('first_time', '<=', to);
    return chunks;
  }

  /** Whether there is any candle. */
  async hasCandles(): Promise<boolean> {
    for (const part of this.parts)
      if (await this.chunks(part).select('month').limit(1).executeTakeFirst()) return true;
    return false;
  }

  /** Months with candles within a stretch, latest first. */
  async months(span: Partial<Stretch> = {}): Promise<SeriesMonth[]> {
    const chunks = [];
    for (const part of this.parts) {
      const from = Math.max(part.from, span.from ?? ALWAYS.from);
      const to = Math.min(part.to, span.to ?? ALWAYS.to);
      if (from > to) continue;
      const rows = await this.chunks({ ...part, from, to })
        .select(['month', 'bars', 'first_time as firstTime', 'last_time as lastTime'])
        .execute();
      chunks.push(...rows.map((row) => ({ ...row, isWhole: isWithin(row.firstTime, row.lastTime, part) })));
    }
    const months: SeriesMonth[] = [];
    for (const [month, [one, ...others]] of Map.groupBy(chunks, (chunk) => chunk.month)) {
      if (!one) continue;
      const { isWhole, ...known } = one;
      if (isWhole && others.length === 0) {
        months.push(known);
        continue;
      }
      const bars = await this.bars(month);
      const [first, last] = [bars[0], bars.at(-1)];
      if (first && last)
        months.push({ month, bars: bars.length, firstTime: first.time, lastTime: last.time });
    }
    return months.sort((a, b) => (a.month < b.month ? 1 : -1));
  }

  /** Candles of a month, in time order. */
  async bars(month: string): Promise<Bar[]> {
    const days = new Set<number>();
    let all: Bar[] = [];
    for (const part of this.parts) {
      const row = await this.chunks(part).select('columns').where('month', '=', month).executeTakeFirst();
      if (!row) continue;
      const stored = unpackBars(row.columns);
      // The only symbol of a share has no limits.
      if (this.parts.length === 1) return stored;
      const fresh = stored.filter(({ time }) => isWithin(time, time, part) && !days.has(istMidnight(time)));
      for (const { time } of fresh) days.add(istMidnight(time));
      all = [...all, ...fresh];
    }
    return all.sort((a, b) => a.time - b.time);
  }
}
