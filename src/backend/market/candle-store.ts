import { CompiledQuery, type Kysely } from 'kysely';
import type { Bar } from '../../engine/bars.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { istDate, istMidnight } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import { isPostgres } from '../db/dialect-differences.ts';
import type { CandleChunkRow, Schema } from '../db/schema.ts';
import { packBars, unpackBars } from './candle-columns.ts';
import { type SeriesKey, StoredSeries } from './stored-series.ts';

const monthOf = (time: number): string => istDate(time).slice(0, 7);

/** Bars by the month they belong to. */
export const byMonth = (bars: readonly Bar[]): Map<string, Bar[]> => {
  const months = new Map<string, Bar[]>();
  let month = '';
  let day = Number.NaN;
  let current: Bar[] = [];
  for (const bar of bars) {
    const midnight = istMidnight(bar.time);
    if (midnight !== day) {
      day = midnight;
      month = monthOf(bar.time);
      current = months.get(month) ?? [];
      months.set(month, current);
    }
    current.push(bar);
  }
  return months;
};

/** Counts of a merge of new bars with stored ones. */
export interface MergeCount {
  readonly kept: number;
  readonly repeated: number;
  /** Bars whose time was there already with other prices: the new ones replaced them. */
  readonly replaced: number;
}

const isSame = (a: Bar, b: Bar): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume;

/** Bars of a month with the new ones among them: where both have a time, the new one counts. */
export const mergeMonth = (stored: readonly Bar[], fresh: readonly Bar[]): { bars: Bar[] } & MergeCount => {
  const last = stored.at(-1);
  const first = fresh[0];
  if (!last || !first || first.time > last.time)
    return { bars: [...stored, ...fresh], kept: fresh.length, repeated: 0, replaced: 0 };
  const merged = new Map(stored.map((bar) => [bar.time, bar]));
  let [kept, repeated, replaced] = [0, 0, 0];
  for (const bar of fresh) {
    const known = merged.get(bar.time);
    if (!known) kept++;
    else if (isSame(known, bar)) repeated++;
    else replaced++;
    merged.set(bar.time, bar);
  }
  return { bars: [...merged.values()].sort((a, b) => a.time - b.time), kept, repeated, replaced };
};

/** Where a month of a series is kept. */
export type ChunkPlace = Pick<CandleChunkRow, 'owner_id' | 'source' | 'symbol' | 'timeframe' | 'month'>;
/** Stored values of a chunk. */
export type ChunkValues = Omit<CandleChunkRow, keyof ChunkPlace>;

/** The bars of a month that are there already. */
export const storedMonth = async (db: Kysely<Schema>, place: ChunkPlace): Promise<Bar[]> => {
  const stored = await db
    .selectFrom('candle_chunks')
    .select('columns')
    .where((eb) => eb.and(place))
    .executeTakeFirst();
  return stored ? unpackBars(stored.columns) : [];
};

export const chunkOf = (bars: readonly Bar[]): ChunkValues => ({
  bars: bars.length,
  first_time: bars[0]?.time ?? 0,
  last_time: bars.at(-1)?.time ?? 0,
  has_volume: bars.some((bar) => bar.volume > 0) ? 1 : 0,
  columns: packBars(bars),
});

const putChunkWith = (places: readonly string[]): string => `insert into candle_chunks
  (owner_id, source, symbol, timeframe, month, bars, first_time, last_time, has_volume, columns)
  values (${places.join(', ')})
  on conflict (owner_id, source, symbol, timeframe, month) do update set bars = excluded.bars,
    first_time = excluded.first_time, last_time = excluded.last_time, has_volume = excluded.has_volume,
    columns = excluded.columns`;
const CHUNK_COLUMNS = 10;
const PUT_CHUNK = putChunkWith(Array.from({ length: CHUNK_COLUMNS }, () => '?'));
const PUT_CHUNK_POSTGRES = putChunkWith(Array.from({ length: CHUNK_COLUMNS }, (_, at) => `$${at + 1}`));

/**
 * Keeps a month in place of what was there. Written out: an import has thousands of these in one transaction, for which
 * everybody else's writes wait, and building the statement costs more than running it.
 */
export const putChunk = async (
  { query }: Transaction,
  place: ChunkPlace,
  values: ChunkValues,
): Promise<void> => {
  const { owner_id, source, symbol, timeframe, month } = place;
  const { bars, first_time, last_time, has_volume, columns } = values;
  await query.executeQuery(
    CompiledQuery.raw(isPostgres(query) ? PUT_CHUNK_POSTGRES : PUT_CHUNK, [
      ...[owner_id, source, symbol, timeframe, month],
      ...[bars, first_time, last_time, has_volume, columns],
    ]),
  );
};

/** Adds bars (in time order, each time once) to a series; the same bars a second time change nothing. */
export const storeBars = async (
  tx: Transaction,
  key: SeriesKey,
  bars: readonly Bar[],
): Promise<MergeCount> => {
  const total = { kept: 0, repeated: 0, replaced: 0 };
  for (const [month, fresh] of byMonth(bars)) {
    const place = {
      owner_id: key.ownerId,
      source: key.source,
      symbol: key.symbol,
      timeframe: key.timeframe,
      month,
    };
    const merged = mergeMonth(await storedMonth(tx.query, place), fresh);
    total.kept += merged.kept;
    total.repeated += merged.repeated;
    total.replaced += merged.replaced;
    if (merged.kept + merged.replaced === 0) continue;
    await putChunk(tx, place, chunkOf(merged.bars));
  }
  return total;
};

/** A stretch of time, epoch ms, both ends included; and at most how many of its latest bars. */
export interface Span {
  readonly from?: number;
  readonly to?: number;
  readonly limit?: number;
}

/** Ways to read a long series. Either without keeping anybody waiting, or with its minutes put together. */
export interface Reading {
  /** Conversion of a month's bars; a span's limit counts those. As they are unless given. */
  readonly made?: (bars: readonly Bar[]) => readonly Bar[];
  /** Awaited between two months. */
  readonly pause?: () => Promise<void>;
}

/** Bars within a span, in time order: of some months, latest first, as far back as its limit asks for. */
export const loadMonths = async (
  months: readonly string[],
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY }: Span,
  { barsOf, made = (bars) => bars, pause }: Reading & { barsOf: (month: string) => Promise<readonly Bar[]> },
): Promise<Bar[]> => {
  const loaded: (readonly Bar[])[] = [];
  let count = 0;
  for (const month of months) {
    const bars = made((await barsOf(month)).filter(({ time }) => time >= from && time <= to));
    loaded.push(bars);
    count += bars.length;
    if (count >= limit) break;
    await pause?.();
  }
  const all = loaded.reverse().flat();
  return all.slice(Math.max(0, all.length - limit));
};

/** Stored bars of a share, in time order. All of its symbols count; they are read month by month, from the latest. */
export const loadBars = async (
  db: Kysely<Schema>,
  key: SeriesKey,
  span: Span = {},
  { made = (bars) => bars, pause }: Reading = {},
): Promise<Bar[]> => {
  const series = await StoredSeries.open(db, key);
  const months = (await series.months(span)).map(({ month }) => month);
  return loadMonths(months, span, { barsOf: (month) => series.bars(month), made, pause });
};

/** Coverage of a series by the history. */
export interface Coverage {
  readonly symbol: string;
  readonly timeframe: '1m' | '1d';
  readonly source: Source;
  readonly from: number;
  readonly to: number;
  readonly bars: number;
}

/**
 * Every series of the given owners but the broker's. Of some symbols where those are given. The broker's candles warm live strategies up and are nobody's
 * import.
 */
export const coverage = async (
  db: Kysely<Schema>,
  ownerIds: readonly number[],
  symbols?: readonly string[],
): Promise<Coverage[]> => {
  const rows = await db
    .selectFrom('candle_chunks')
    .select(['symbol', 'timeframe', 'source'])
    .select((eb) => [
      eb.fn.min<number>('first_time').as('from'),
      eb.fn.max<number>('last_time').as('to'),
      eb.fn.sum<number>('bars').as('bars'),
    ])
    .where('owner_id', 'in', ownerIds)
    .where('source', '!=', 'broker')
    .$if(symbols !== undefined, (query) => query.where('symbol', 'in', symbols ?? []))
    .groupBy(['symbol', 'timeframe', 'source'])
    .orderBy('symbol')
    .orderBy('timeframe')
    .execute();
  return rows.map((row) => ({ ...row, timeframe: row.timeframe as '1m' | '1d' }));
};
