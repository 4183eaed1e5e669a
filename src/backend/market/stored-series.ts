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
  /** At least so many: days that two symbols have count once. */
  readonly bars: number;
  /** Epoch ms, as the last one. No candle is outside them. */
  readonly firstTime: number;
  readonly lastTime: number;
}

const ALWAYS: Stretch = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Whether some candles are within a stretch from first to last. */
const isWithin = (first: number, last: number, { from, to }: Stretch): boolean => first >= from && last <= to;

const chunksOf = (db: Kysely<Schema>, key: SeriesKey, symbols: readonly string[]) =>
  db
    .selectFrom('candle_chunks')
    .where('owner_id', '=', key.ownerId)
    .where('source', '=', key.source)
    .where('symbol', 'in', symbols)
    .where('timeframe', '=', key.timeframe);

/**
 * Stored candles of a share, under all of its symbols. A day comes from the latest symbol that has it.
 * Nothing is copied from symbol to symbol: prices and lists of symbols may come in any order, and be corrected.
 */
export class StoredSeries {
  private readonly db: Kysely<Schema>;
  private readonly key: SeriesKey;
  private readonly parts: readonly Part[];
  /** Chunks of all symbols. Built once: every month asks. */
  private readonly all: ReturnType<typeof chunksOf>;

  private constructor(db: Kysely<Schema>, key: SeriesKey, parts: readonly Part[]) {
    this.db = db;
    this.key = key;
    this.parts = parts;
    this.all = chunksOf(db, key, [...new Set(parts.map(({ symbol }) => symbol))]);
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

  /** The other timeframe of the same share. */
  of(timeframe: SeriesKey['timeframe']): StoredSeries {
    return new StoredSeries(this.db, { ...this.key, timeframe }, this.parts);
  }

  /** Chunks of all symbols, with candles within a stretch. */
  private chunks({ from = ALWAYS.from, to = ALWAYS.to }: Partial<Stretch>) {
    let chunks = this.all;
    if (from > ALWAYS.from) chunks = chunks.where('last_time', '>=', from);
    if (to < ALWAYS.to) chunks = chunks.where('first_time', '<=', to);
    return chunks;
  }

  /** Whether there may be a candle. */
  async hasCandles(): Promise<boolean> {
    if (this.isOfOneSymbol) return (await this.all.select('month').limit(1).executeTakeFirst()) !== undefined;
    return (await this.months()).length > 0;
  }

  /** The only symbol of a share has no limits. */
  private get isOfOneSymbol(): boolean {
    return this.parts.length === 1;
  }

  /** Months with candles within a stretch, latest first. Of them no candle is read but where a symbol changed. */
  async months(span: Partial<Stretch> = {}): Promise<SeriesMonth[]> {
    const rows = await this.chunks(span)
      .select(['symbol', 'month', 'bars', 'first_time as firstTime', 'last_time as lastTime'])
      .orderBy('month', 'desc')
      .execute();
    if (this.isOfOneSymbol) return rows;
    const chunks: SeriesMonth[] = [];
    for (const { symbol, ...row } of rows)
      for (const part of this.parts) {
        if (part.symbol !== symbol || row.firstTime > part.to || row.lastTime < part.from) continue;
        const isWhole = isWithin(row.firstTime, row.lastTime, part);
        const chunk = isWhole ? row : await this.chunkWithin(part, row.month);
        if (chunk) chunks.push(chunk);
      }
    return [...Map.groupBy(chunks, ({ month }) => month)].map(([month, ofMonth]) => ({
      month,
      bars: Math.max(...ofMonth.map(({ bars }) => bars)),
      firstTime: Math.min(...ofMonth.map(({ firstTime }) => firstTime)),
      lastTime: Math.max(...ofMonth.map(({ lastTime }) => lastTime)),
    }));
  }

  /** A month in which the symbol changed, as far as the share's. Null without candles. */
  private async chunkWithin(part: Part, month: string): Promise<SeriesMonth | null> {
    const row = await this.all
      .select('columns')
      .where('month', '=', month)
      .where('symbol', '=', part.symbol)
      .executeTakeFirst();
    const bars = row ? unpackBars(row.columns).filter(({ time }) => isWithin(time, time, part)) : [];
    const [first, last] = [bars[0], bars.at(-1)];
    return first && last ? { month, bars: bars.length, firstTime: first.time, lastTime: last.time } : null;
  }

  /** Candles of a month, in time order. */
  async bars(month: string): Promise<Bar[]> {
    const rows = await this.all.select(['symbol', 'columns']).where('month', '=', month).execute();
    const stored = new Map(rows.map(({ symbol, columns }) => [symbol, unpackBars(columns)]));
    if (this.isOfOneSymbol) return stored.get(this.key.symbol) ?? [];
    const days = new Set<number>();
    const all: Bar[] = [];
    for (const part of this.parts) {
      const fresh = (stored.get(part.symbol) ?? []).filter(
        ({ time }) => isWithin(time, time, part) && !days.has(istMidnight(time)),
      );
      for (const { time } of fresh) days.add(istMidnight(time));
      all.push(...fresh);
    }
    return all.sort((a, b) => a.time - b.time);
  }
}
