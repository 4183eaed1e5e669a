import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type Coverage, coverage } from './candle-store.ts';
import { StoredSeries } from './stored-series.ts';
import { symbolHistoryOf } from './symbol-changes/kept-symbol-changes.ts';

const TIMEFRAMES = ['1d', '1m'] as const;

/** Imported series of one share, over all of its symbols. */
const seriesOfShare = async (db: Kysely<Schema>, ownerId: number, symbol: string): Promise<Coverage[]> => {
  const series: Coverage[] = [];
  for (const timeframe of TIMEFRAMES) {
    const key = { ownerId, source: 'replay', symbol, timeframe } as const;
    const months = await (await StoredSeries.open(db, key)).months();
    const [last, first] = [months[0], months.at(-1)];
    if (!first || !last) continue;
    const bars = months.reduce((sum, month) => sum + month.bars, 0);
    series.push({ symbol, timeframe, source: 'replay', from: first.firstTime, to: last.lastTime, bars });
  }
  return series;
};

/**
 * Coverage of shares by the history of a user. Candles under the earlier symbols of a share are its own too.
 * @param others owners whose series are listed as well
 * @param symbols all shares unless given
 */
export const shareCoverage = async (
  db: Kysely<Schema>,
  userId: number,
  { others = [], symbols }: { others?: readonly number[]; symbols?: readonly string[] } = {},
): Promise<Coverage[]> => {
  const kept = await coverage(db, [...others, userId], symbols);
  const history = await symbolHistoryOf(db, userId);
  const shares = symbols ?? history.since(kept.map(({ symbol }) => symbol));
  const renamed = shares.filter((symbol) => history.parts(symbol).length > 1);
  if (renamed.length === 0) return kept;
  const replaced = new Set(renamed);
  const all = kept.filter(({ symbol, source }) => source !== 'replay' || !replaced.has(symbol));
  for (const symbol of replaced) all.push(...(await seriesOfShare(db, userId, symbol)));
  return all.sort((a, b) => (a.symbol === b.symbol ? 0 : a.symbol < b.symbol ? -1 : 1));
};
