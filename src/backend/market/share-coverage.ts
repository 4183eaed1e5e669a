import type { Kysely } from 'kysely';
import { compare } from '../../shared/compare.ts';
import { istDayStart } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { pauses } from '../pauses.ts';
import { type Coverage, coverage } from './candle-store.ts';
import { StoredSeries } from './stored-series.ts';
import { symbolHistoryOf } from './symbol-changes/kept-symbol-changes.ts';

const TIMEFRAMES = ['1d', '1m'] as const;

/** Imported series of one share, over all of its symbols. Bars are at least so many where two symbols have a day. */
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
 * Coverage of some shares by the history of a user. Candles under the earlier symbols of a share are its own too.
 * @param others owners whose series are listed as well
 */
export const shareCoverage = async (
  db: Kysely<Schema>,
  userId: number,
  { others, symbols }: { others: readonly number[]; symbols: readonly string[] },
): Promise<Coverage[]> => {
  const kept = await coverage(db, [...others, userId], symbols);
  const history = await symbolHistoryOf(db, userId);
  const renamed = new Set(symbols.filter((symbol) => history.parts(symbol).length > 1));
  const all = kept.filter(({ symbol, source }) => source !== 'replay' || !renamed.has(symbol));
  for (const symbol of renamed) all.push(...(await seriesOfShare(db, userId, symbol)));
  return all.sort((a, b) => compare(a.symbol, b.symbol));
};

/** A share with imported candles, and the time of these. Epoch ms. */
export type SharesSpan = Pick<Coverage, 'symbol' | 'from' | 'to'>;

/** Shares that a user has imported candles of, under whatever symbol. No candle is read: there may be thousands. */
export const importedShares = async (db: Kysely<Schema>, userId: number): Promise<SharesSpan[]> => {
  const kept = (await coverage(db, [userId])).filter(({ source }) => source === 'replay');
  const history = await symbolHistoryOf(db, userId);
  const bySymbol = Map.groupBy(kept, ({ symbol }) => symbol);
  const pause = pauses();
  const shares: SharesSpan[] = [];
  for (const symbol of history.since([...bySymbol.keys()])) {
    await pause();
    for (const part of history.parts(symbol))
      for (const series of bySymbol.get(part.symbol) ?? []) {
        const from = part.from === null ? series.from : Math.max(series.from, istDayStart(part.from));
        const to = part.until === null ? series.to : Math.min(series.to, istDayStart(part.until) - 1);
        if (from <= to) shares.push({ symbol, from, to });
      }
  }
  return shares.sort((a, b) => compare(a.symbol, b.symbol));
};
