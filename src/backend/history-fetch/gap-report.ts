import type { z } from 'zod';
import type { GapReportSchema, SeriesMonthSchema, StoredTimeframe } from '../../shared/contract/market.ts';
import { istDate, istIso, istMinute } from '../../shared/time.ts';
import { KNOWN_FROM } from '../../shared/trading-days.ts';
import type { Database } from '../db/database.ts';
import type { FetchedMonthRow } from '../db/schema.ts';
import { unpackBars } from '../market/candle-columns.ts';
import { hashOf, hashOfColumns } from '../market/candle-hash.ts';
import { GapFinder, stretchesOf } from '../market/series-gaps.ts';
import { pauses } from '../pauses.ts';
import { within } from './store-piece.ts';

type SeriesMonth = z.output<typeof SeriesMonthSchema>;

/** Stretches and days of a report that are named one by one. */
const MOST_NAMED = 200;

type Bars = ReturnType<typeof unpackBars>;

const monthOf = (
  month: string,
  bars: Bars,
  sha256: string,
  fetched: FetchedMonthRow | undefined,
): SeriesMonth => {
  const covered = fetched ? within(bars, { from: fetched.from_time, until: fetched.until_time }) : [];
  return {
    month,
    bars: bars.length,
    sha256,
    fetchedAt: fetched ? istIso(fetched.fetched_at) : null,
    isAsFetched: fetched?.sha256 === (covered.length === bars.length ? sha256 : hashOf(covered)),
    differing: fetched?.differing ?? 0,
    gone: fetched?.gone ?? 0,
    examples: fetched ? (JSON.parse(fetched.examples_json) as SeriesMonth['examples']) : [],
  };
};

/** A user's series month by month, and its gaps. */
export const gapReport = async (
  database: Database,
  userId: number,
  symbol: string,
  timeframe: StoredTimeframe,
): Promise<z.output<typeof GapReportSchema>> => {
  const db = database.readOf(userId);
  const series = db
    .selectFrom('candle_chunks')
    .where('owner_id', '=', userId)
    .where('source', '=', 'replay')
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe);
  const fetched = await db
    .selectFrom('fetched_months')
    .selectAll()
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .execute();
  const fetchedBy = new Map(fetched.map((row) => [row.month, row]));
  const finder = new GapFinder(timeframe);
  const months: SeriesMonth[] = [];
  const pause = pauses();
  let first: number | null = null;
  let last: number | null = null;
  for (const { month } of await series.select('month').orderBy('month').execute()) {
    const row = await series.select('columns').where('month', '=', month).executeTakeFirst();
    if (!row) continue;
    const bars = unpackBars(row.columns);
    finder.add(bars.map(({ time }) => time));
    months.push(monthOf(month, bars, hashOfColumns(row.columns), fetchedBy.get(month)));
    first ??= bars[0]?.time ?? null;
    last = bars.at(-1)?.time ?? last;
    await pause();
  }
  const { tradingDays, wholeDays, missingDays, shortDays } = finder.find();
  const from = first === null ? null : istDate(first);
  return {
    symbol,
    timeframe,
    bars: months.reduce((sum, { bars }) => sum + bars, 0),
    from,
    to: last === null ? null : istDate(last),
    judgedFrom: from === null ? null : from < KNOWN_FROM ? KNOWN_FROM : from,
    tradingDays,
    wholeDays,
    missing: stretchesOf(missingDays).slice(0, MOST_NAMED),
    missingDays: missingDays.length,
    short: shortDays
      .slice(0, MOST_NAMED)
      .map(({ firstAt, ...day }) => ({ ...day, firstAt: istMinute(firstAt) })),
    shortDays: shortDays.length,
    missingMinutes: shortDays.reduce((sum, { missing }) => sum + missing, 0),
    months: months.reverse(),
  };
};
