import { Reply } from '../../../shared/contract/endpoint.ts';
import type { Watchlist } from '../../../shared/contract/watchlists.ts';
import { WATCHLIST_LIMITS } from '../../../shared/watchlist-limits.ts';
import type { Transaction } from '../../db/database.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { announceWatchlist } from './change-lists.ts';
import { type EntryRow, entryRows, expiredBy, listView, requireList } from './read-lists.ts';
import type { WatchlistsDeps } from './watchlists-deps.ts';

/** A list while it is changed. */
export interface OpenList {
  readonly tx: Transaction;
  readonly list: { readonly id: number; readonly name: string };
  /** In order. */
  readonly rows: readonly EntryRow[];
}

/** Change a list of a user. Their windows are told, and the answer has what it has become. @throws Refusal */
export const changeList = (
  deps: WatchlistsDeps,
  userId: number,
  listId: number,
  change: (open: OpenList) => Promise<string>,
): Promise<Reply<{ list: Watchlist }>> =>
  deps.database.write(userId, async (tx) => {
    const list = await requireList(tx, userId, listId);
    const message = await change({ tx, list, rows: await entryRows(tx.query, [list.id]) });
    announceWatchlist(deps.hub, tx, userId, list.id);
    return new Reply({ list: await listView(deps, tx, userId, list) }, message);
  });

/** Make room for rows before the one that has a place now. */
const shift = ({ tx, list }: OpenList, from: number, by: number): Promise<unknown> =>
  tx.query
    .updateTable('watchlist_entries')
    .set((eb) => ({ place: eb('place', '+', by) }))
    .where('watchlist_id', '=', list.id)
    .where('place', '>=', from)
    .execute();

/** Place for a row with so many above it. Rows that it pushes down are moved. */
const roomAt = async (open: OpenList, rows: readonly EntryRow[], index: number): Promise<number> => {
  const pushed = rows[index];
  if (!pushed) return (rows.at(-1)?.place ?? -1) + 1;
  await shift(open, pushed.place, 1);
  return pushed.place;
};

/** A new row of a list. Without a place it is the last one. */
export interface NewEntry {
  readonly kind: 'symbol' | 'heading';
  readonly text: string;
  readonly place?: number | undefined;
}

/** @throws Refusal `refused` where a list would hold more than it may */
const requireEntryRoom = ({ list, rows }: OpenList, added: readonly NewEntry[]): void => {
  for (const [kind, most] of [
    ['symbol', WATCHLIST_LIMITS.symbols],
    ['heading', WATCHLIST_LIMITS.headings],
  ] as const) {
    const before = rows.filter((row) => (row.symbol !== null) === (kind === 'symbol')).length;
    if (before + added.filter((entry) => entry.kind === kind).length <= most) continue;
    throw new Refusal(
      'refused',
      kind === 'symbol'
        ? `A watchlist has ${most} symbols at most, and ${list.name} has ${before}. Remove some, or use another list.`
        : `A watchlist has ${most} headings at most, and ${list.name} has ${before}. Remove some first.`,
    );
  }
};

/** Add rows to an open list; symbols that stand in it stay where they are. @throws Refusal */
export const addEntries = async (open: OpenList, entries: readonly NewEntry[]): Promise<string> => {
  const { tx, list } = open;
  const known = new Set(open.rows.map(({ symbol }) => symbol));
  const added: NewEntry[] = [];
  const doubles: string[] = [];
  for (const entry of entries) {
    const isDouble = entry.kind === 'symbol' && known.has(entry.text);
    if (isDouble) doubles.push(entry.text);
    else added.push(entry);
    if (entry.kind === 'symbol') known.add(entry.text);
  }
  const [double = ''] = doubles;
  if (added.length === 0)
    throw new Refusal(
      'conflict',
      doubles.length === 1
        ? `${double} is in ${list.name} already.`
        : `All of these symbols are in ${list.name} already.`,
    );
  requireEntryRoom(open, added);
  let rows = open.rows;
  for (const { kind, text, place: index = rows.length } of added) {
    const place = await roomAt(open, rows, index);
    const row = await tx.query
      .insertInto('watchlist_entries')
      .values({
        watchlist_id: list.id,
        place,
        symbol: kind === 'symbol' ? text : null,
        heading: kind === 'heading' ? text : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const below = rows.slice(index).map((pushed) => ({ ...pushed, place: pushed.place + 1 }));
    rows = [...rows.slice(0, index), row, ...below];
  }
  const [first] = added;
  if (added.length === 1 && first) return `${first.text} is added to ${list.name}.`;
  return `${added.length} rows are added to ${list.name}.`;
};

/** Remove rows of an open list; those that are gone already are no trouble. @throws Refusal `not-found` of none */
export const removeEntries = async (
  { tx, list, rows }: OpenList,
  entryIds: readonly number[],
): Promise<string> => {
  const removed = rows.filter(({ id }) => entryIds.includes(id));
  const [first] = removed;
  if (!first) throw notFound('row of this watchlist');
  await tx.query
    .deleteFrom('watchlist_entries')
    .where('watchlist_id', '=', list.id)
    .where(
      'id',
      'in',
      removed.map(({ id }) => id),
    )
    .execute();
  return removed.length === 1
    ? `${first.symbol ?? first.heading ?? ''} is removed from ${list.name}.`
    : `${removed.length} rows are removed from ${list.name}.`;
};

/** Remove the contracts of an open list that have ended. */
export const removeExpired = async (
  deps: WatchlistsDeps,
  userId: number,
  open: OpenList,
): Promise<string> => {
  const isExpired = expiredBy(deps, userId);
  const expired = open.rows.filter(({ symbol }) => isExpired(symbol)).map(({ id }) => id);
  return expired.length === 0
    ? `No contract in ${open.list.name} has expired.`
    : removeEntries(open, expired);
};

/** @throws Refusal `not-found` */
const requireRow = ({ rows }: OpenList, entryId: number): EntryRow => {
  const row = rows.find(({ id }) => id === entryId);
  if (!row) throw notFound('row of this watchlist');
  return row;
};

/** Move a row of an open list. Its place is counted without it. @throws Refusal `not-found` */
export const moveEntry = async (open: OpenList, entryId: number, index: number): Promise<string> => {
  const row = requireRow(open, entryId);
  const others = open.rows.filter(({ id }) => id !== entryId);
  const place = await roomAt(open, others, index);
  await open.tx.query.updateTable('watchlist_entries').set({ place }).where('id', '=', row.id).execute();
  return `${row.symbol ?? row.heading ?? ''} is moved.`;
};

/** Give a heading of an open list another name. @throws Refusal `not-found` */
export const renameHeading = async (open: OpenList, entryId: number, text: string): Promise<string> => {
  const row = requireRow(open, entryId);
  if (row.heading === null) throw notFound('heading of this watchlist');
  await open.tx.query
    .updateTable('watchlist_entries')
    .set({ heading: text })
    .where('id', '=', row.id)
    .execute();
  return `The heading is called ${text} now.`;
};
