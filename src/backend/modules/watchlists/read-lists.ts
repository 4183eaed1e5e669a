import type { Kysely } from 'kysely';
import { contractOf } from '../../../engine/contracts/contract.ts';
import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import type { Watchlist, WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { notFound } from '../../refusal.ts';
import type { WatchlistsDeps } from './watchlists-deps.ts';

/** A row of a list as it is kept. */
export interface EntryRow {
  readonly id: number;
  readonly watchlist_id: number;
  readonly place: number;
  readonly symbol: string | null;
  readonly heading: string | null;
}

/**
 * Whether a contract has ended in every market that a user follows: a replay of last year and the exchange of today
 * disagree, and what is traded in one of them has not.
 */
export const expiredBy = ({ marketRuns, clock }: WatchlistsDeps, userId: number) => {
  const times = marketRuns.followedRunsOf(userId).map(({ session }) => session.now);
  const now = times.length > 0 ? Math.min(...times) : clock.now();
  return (symbol: string | null): boolean => {
    const contract = symbol === null ? null : contractOf(symbol);
    return contract !== null && expiryMoment(contract.expiry) <= now;
  };
};

/** Rows of lists in their order. */
export const entryRows = (db: Kysely<Schema>, listIds: readonly number[]): Promise<EntryRow[]> =>
  db
    .selectFrom('watchlist_entries')
    .selectAll()
    .where('watchlist_id', 'in', listIds)
    .orderBy('watchlist_id')
    .orderBy('place')
    .orderBy('id')
    .execute();

const instrumentOf = (symbol: string | null): WatchlistEntry['instrument'] => {
  if (symbol === null) return null;
  const contract = contractOf(symbol);
  if (contract) return contract.kind;
  return findInstrument(symbol)?.kind === 'index-proxy' ? 'index' : 'share';
};

const entryView = (row: EntryRow, isExpired: ReturnType<typeof expiredBy>): WatchlistEntry => ({
  entryId: row.id,
  kind: row.symbol === null ? 'heading' : 'symbol',
  text: row.symbol ?? row.heading ?? '',
  instrument: instrumentOf(row.symbol),
  instrumentName: findInstrument(row.symbol ?? '')?.name ?? '',
  isExpired: isExpired(row.symbol),
});

/** All lists of a user in their order. */
export const listsOf = async (
  deps: WatchlistsDeps,
  db: Kysely<Schema>,
  userId: number,
): Promise<Watchlist[]> => {
  const lists = await db
    .selectFrom('watchlists')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .orderBy('place')
    .orderBy('id')
    .execute();
  if (lists.length === 0) return [];
  const rows = await entryRows(
    db,
    lists.map(({ id }) => id),
  );
  const isExpired = expiredBy(deps, userId);
  const entries = Map.groupBy(rows, (row) => row.watchlist_id);
  return lists.map(({ id, name }) => ({
    listId: id,
    name,
    entries: (entries.get(id) ?? []).map((row) => entryView(row, isExpired)),
  }));
};

/** A list of the user. @throws Refusal `not-found`, for those of others too */
export const requireList = async (
  { query }: Transaction,
  userId: number,
  listId: number,
): Promise<{ readonly id: number; readonly name: string }> => {
  const list = await query
    .selectFrom('watchlists')
    .select(['id', 'name'])
    .where('id', '=', listId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!list) throw notFound('watchlist');
  return list;
};

/** A list as it is shown. */
export const listView = async (
  deps: WatchlistsDeps,
  { query }: Transaction,
  userId: number,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<Watchlist> => {
  const isExpired = expiredBy(deps, userId);
  const rows = await entryRows(query, [id]);
  return { listId: id, name, entries: rows.map((row) => entryView(row, isExpired)) };
};
