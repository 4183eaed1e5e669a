import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Bar } from '../../../engine/bars.ts';
import type { StoredTimeframe } from '../../../shared/contract/market.ts';
import { istDate, istIso } from '../../../shared/time.ts';
import type { Schema } from '../../db/schema.ts';
import { unpackBars } from '../candle-columns.ts';
import { hashOfColumns } from '../candle-hash.ts';
import { coverage } from '../candle-store.ts';
import { type ExportFormat, writeCandleFile } from './candle-files.ts';

/** Name of the file that says what the others are. */
export const MANIFEST = 'manifest.json';
const TERMS = 'For your own use: the licence of the exchange does not let you pass its prices on.';

/** A series of which a file was written. */
export interface ExportedSeries {
  readonly file: string;
  readonly symbol: string;
  readonly timeframe: StoredTimeframe;
  readonly bars: number;
  readonly from: string;
  readonly to: string;
  /** `sha256` of the candles as they are kept; `fetchedAt` is null for files. */
  readonly months: readonly {
    readonly month: string;
    readonly bars: number;
    readonly sha256: string;
    readonly fetchedAt: string | null;
  }[];
}

/** Series to export. */
export interface ExportOrder {
  readonly userId: number;
  /** All of them without it. */
  readonly symbols: readonly string[];
  readonly timeframe: StoredTimeframe | null;
  readonly format: ExportFormat;
  /** Folder of the files; made if it is not there. */
  readonly to: string;
  readonly now: number;
}

type Written = Omit<ExportedSeries, 'file'>;

/** Writes a series month by month: years of minutes are never in memory as one. */
const writeSeries = async (
  db: Kysely<Schema>,
  userId: number,
  { symbol, timeframe, from, to }: Pick<Written, 'symbol' | 'timeframe' | 'from' | 'to'>,
  add: (bars: readonly Bar[]) => void,
): Promise<Written> => {
  const ofSeries = db
    .selectFrom('candle_chunks')
    .where('owner_id', '=', userId)
    .where('source', '=', 'replay')
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe);
  const fetched = await db
    .selectFrom('fetched_months')
    .select(['month', 'fetched_at'])
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .execute();
  const fetchedAt = new Map(fetched.map(({ month, fetched_at: at }) => [month, istIso(at)]));
  const months: ExportedSeries['months'][number][] = [];
  for (const { month } of await ofSeries.select('month').orderBy('month').execute()) {
    const { columns } = await ofSeries.select('columns').where('month', '=', month).executeTakeFirstOrThrow();
    const bars = unpackBars(columns);
    add(bars);
    months.push({
      month,
      bars: bars.length,
      sha256: hashOfColumns(columns),
      fetchedAt: fetchedAt.get(month) ?? null,
    });
  }
  return { symbol, timeframe, bars: months.reduce((sum, { bars }) => sum + bars, 0), from, to, months };
};

/**
 * Write a user's imported and fetched candles as files. There is one for each series, and a manifest that says what
 * they are and where each month comes from. Files of before are replaced.
 */
export const exportCandles = async (
  db: Kysely<Schema>,
  { userId, symbols, timeframe, format, to: folder, now }: ExportOrder,
): Promise<ExportedSeries[]> => {
  mkdirSync(folder, { recursive: true });
  const exported: ExportedSeries[] = [];
  for (const series of await coverage(db, [userId])) {
    if (series.source !== 'replay') continue;
    if (symbols.length > 0 && !symbols.includes(series.symbol)) continue;
    if (timeframe !== null && series.timeframe !== timeframe) continue;
    const file = `${series.symbol}-${series.timeframe}.${format}`;
    const named = { ...series, from: istDate(series.from), to: istDate(series.to) };
    const written = await writeCandleFile(join(folder, file), format, (add) =>
      writeSeries(db, userId, named, add),
    );
    exported.push({ file, ...written });
  }
  const manifest = {
    exportedAt: istIso(now),
    terms: TERMS,
    columns: 'timestamp is the start of a candle in India; prices are rupees, as traded and not adjusted',
    series: exported,
  };
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return exported;
};
