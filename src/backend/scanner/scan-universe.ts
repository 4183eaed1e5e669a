import type { Kysely } from 'kysely';
import { contractOf } from '../../engine/contracts/contract.ts';
import { membersBetween } from '../../engine/membership.ts';
import type { Source } from '../../shared/contract/fields.ts';
import type { ScanUniverse } from '../../shared/contract/scanner.ts';
import { formatCount } from '../../shared/money.ts';
import { SCAN_LIMITS } from '../../shared/scan-limits.ts';
import { istDate, istDayStart, istDayText, istMidnight } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { ownerOf } from '../market/candle-range.ts';
import { unpackBars } from '../market/candle-columns.ts';
import { membershipOf } from '../market/index-members/kept-members.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import { notFound, Refusal } from '../refusal.ts';

/** Whose candles, and how far they may be looked at. */
export interface ScanMarket {
  readonly ownerId: number;
  readonly source: Source;
  /** Epoch ms; a day that had not closed by then is not looked at. Infinity for imported prices. */
  readonly end: number;
}

const chunksOf = (db: Kysely<Schema>, market: ScanMarket) =>
  db.selectFrom('candle_chunks').where('owner_id', '=', ownerOf(market)).where('source', '=', market.source);

/** Latest day with a close that any symbol has. @throws Refusal `refused` without one */
export const latestDay = async (db: Kysely<Schema>, market: ScanMarket): Promise<string> => {
  // The day of this moment is not over.
  const before = market.end === Infinity ? Infinity : istMidnight(market.end);
  const months = await chunksOf(db, market)
    .select('month')
    .distinct()
    .$if(before < Infinity, (query) => query.where('month', '<=', istDate(before - 1).slice(0, 7)))
    .orderBy('month', 'desc')
    .limit(2)
    .execute();
  for (const { month } of months) {
    const ofMonth = chunksOf(db, market).where('month', '=', month);
    const whole = await ofMonth
      .select((eb) => eb.fn.max<number | null>('last_time').as('last'))
      .$if(before < Infinity, (query) => query.where('last_time', '<', before))
      .executeTakeFirst();
    let latest = whole?.last ?? -Infinity;
    if (before < Infinity)
      for (const { columns } of await ofMonth
        .select('columns')
        .where('last_time', '>=', before)
        .where('first_time', '<', before)
        .execute())
        for (const { time } of unpackBars(columns)) if (time < before && time > latest) latest = time;
    if (latest > -Infinity) return istDate(Number(latest));
  }
  throw new Refusal(
    'refused',
    'There are no prices of a past day here. Import files in Settings, Market, or fetch them from your broker.',
  );
};

/** @throws Refusal `invalid` for a day that is not over */
export const requirePast = (day: string, { end }: ScanMarket): void => {
  if (end === Infinity || day < istDate(end)) return;
  const last = istDayText(istMidnight(end) - 1);
  throw new Refusal('invalid', `The day must not be after ${last}: a scan looks at days that are over.`, {
    fields: { day: `must not be after ${last}` },
  });
};

/** All symbols with history of a market; shares that got another symbol under that of now. */
const allSymbols = async (db: Kysely<Schema>, market: ScanMarket): Promise<string[]> => {
  const rows = await chunksOf(db, market).select('symbol').distinct().orderBy('symbol').execute();
  const symbols = rows.map(({ symbol }) => symbol);
  if (market.source !== 'replay') return symbols;
  const history = await symbolHistoryOf(db, market.ownerId);
  return history.since(symbols).filter((symbol) => history.leaving(symbol) === null);
};

const listSymbols = async (db: Kysely<Schema>, userId: number, listId: number): Promise<string[]> => {
  const list = await db
    .selectFrom('watchlists')
    .select('id')
    .where('id', '=', listId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!list) throw notFound('watchlist');
  const rows = await db
    .selectFrom('watchlist_entries')
    .select('symbol')
    .where('watchlist_id', '=', listId)
    .where('symbol', 'is not', null)
    .orderBy('place')
    .execute();
  // Contracts have candles of their own kind, of which rules know nothing.
  return rows.flatMap(({ symbol }) => (symbol !== null && !contractOf(symbol) ? [symbol] : []));
};

const indexSymbols = async (
  db: Kysely<Schema>,
  userId: number,
  index: string,
  day: string,
): Promise<string[]> => {
  const kept = await membershipOf(db, userId, index);
  if (!kept)
    throw new Refusal(
      'refused',
      `There is no list of the members of ${index}: import one in Settings, Market.`,
    );
  const history = await symbolHistoryOf(db, userId);
  const spans = kept.spans.map((span) => ({ ...span, symbol: history.present(span.symbol, span.from) }));
  return membersBetween(spans, day, day);
};

/**
 * Symbols of a scan.
 * @throws Refusal `refused` where there are none, or too many; `not-found` for a watchlist of somebody else
 */
export const symbolsOf = async (
  db: Kysely<Schema>,
  market: ScanMarket,
  universe: ScanUniverse,
  day: string,
): Promise<string[]> => {
  const { ownerId: userId } = market;
  const symbols =
    universe.kind === 'all'
      ? await allSymbols(db, market)
      : universe.kind === 'watchlist'
        ? await listSymbols(db, userId, universe.listId)
        : await indexSymbols(db, userId, universe.index, day);
  if (symbols.length === 0)
    throw new Refusal(
      'refused',
      universe.kind === 'index'
        ? `By the list that you imported, no share was in ${universe.index} on ${istDayText(istDayStart(day))}.`
        : universe.kind === 'watchlist'
          ? 'There is no share or index in this watchlist.'
          : 'No symbol has history here. Import files in Settings, Market, or fetch them from your broker.',
    );
  if (symbols.length > SCAN_LIMITS.symbols)
    throw new Refusal(
      'refused',
      `A scan takes ${formatCount(SCAN_LIMITS.symbols)} symbols at most, and these are ${formatCount(symbols.length)}. Choose a watchlist or an index.`,
    );
  return symbols;
};
