import { Reply } from '../../../shared/contract/endpoint.ts';
import { WATCHLIST_LIMITS } from '../../../shared/watchlist-limits.ts';
import type { Transaction } from '../../db/database.ts';
import type { EventHub } from '../../notices/event-hub.ts';
import { mostOf, requireRoom } from '../../quotas.ts';
import { Refusal } from '../../refusal.ts';
import { listView, requireList } from './read-lists.ts';
import type { WatchlistsCalls, WatchlistsDeps } from './watchlists-deps.ts';

/** Announce a changed list to all windows of its user. After the commit. */
export const announceWatchlist = (hub: EventHub, tx: Transaction, userId: number, listId: number): void =>
  tx.afterCommit(() => hub.publish(userId, { type: 'watchlist', listId }));

/** A name as it is compared. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

/** @throws Refusal `conflict` when another list of the user has the name */
const requireFreeName = async (
  { query }: Transaction,
  userId: number,
  name: string,
  except: number | null,
): Promise<void> => {
  const taken = await query
    .selectFrom('watchlists')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('name_key', '=', keyOf(name))
    .executeTakeFirst();
  if (taken && taken.id !== except)
    throw new Refusal('conflict', `You have a watchlist called ${taken.name} already.`, {
      fields: { name: 'is taken' },
    });
};

/** Add an empty list after the others. */
export const createList =
  (deps: WatchlistsDeps): WatchlistsCalls['create'] =>
  ({ name }, { userId }) =>
    deps.database.write(userId, async (tx) => {
      await requireFreeName(tx, userId, name, null);
      const { lists, last } = await tx.query
        .selectFrom('watchlists')
        .select((eb) => [eb.fn.countAll<number>().as('lists'), eb.fn.max('place').as('last')])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const most = WATCHLIST_LIMITS.lists;
      requireRoom(Number(lists) + 1, most, mostOf(most, 'watchlists', 'Remove one that you no longer need.'));
      const list = await tx.query
        .insertInto('watchlists')
        .values({
          user_id: userId,
          name,
          name_key: keyOf(name),
          // The greatest of none is null.
          place: Number((last as number | null) ?? -1) + 1,
          created_at: deps.clock.now(),
        })
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow();
      announceWatchlist(deps.hub, tx, userId, list.id);
      return { list: await listView(deps, tx, userId, list) };
    });

/** Give a list another name. */
export const renameList =
  (deps: WatchlistsDeps): WatchlistsCalls['rename'] =>
  ({ listId, name }, { userId }) =>
    deps.database.write(userId, async (tx) => {
      const list = await requireList(tx, userId, listId);
      await requireFreeName(tx, userId, name, list.id);
      await tx.query
        .updateTable('watchlists')
        .set({ name, name_key: keyOf(name) })
        .where('id', '=', list.id)
        .execute();
      announceWatchlist(deps.hub, tx, userId, list.id);
      return { list: await listView(deps, tx, userId, { id: list.id, name }) };
    });

/** Remove a list with all that is in it. */
export const removeList =
  (deps: WatchlistsDeps): WatchlistsCalls['remove'] =>
  ({ listId }, { userId }) =>
    deps.database.write(userId, async (tx) => {
      const { id, name } = await requireList(tx, userId, listId);
      await tx.query.deleteFrom('watchlist_entries').where('watchlist_id', '=', id).execute();
      await tx.query.deleteFrom('watchlists').where('id', '=', id).execute();
      announceWatchlist(deps.hub, tx, userId, id);
      return new Reply({ listId: id }, `The watchlist ${name} is removed.`);
    });

/** Put all lists in an order. */
export const reorderLists =
  (deps: WatchlistsDeps): WatchlistsCalls['reorder'] =>
  ({ listIds }, { userId }) =>
    deps.database.write(userId, async (tx) => {
      for (const listId of listIds) await requireList(tx, userId, listId);
      const { lists } = await tx.query
        .selectFrom('watchlists')
        .select((eb) => eb.fn.countAll<number>().as('lists'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (new Set(listIds).size !== listIds.length || listIds.length !== Number(lists))
        throw new Refusal(
          'conflict',
          'An order names each of your watchlists once. Yours have changed meanwhile: look at them again.',
        );
      for (const [place, id] of listIds.entries())
        await tx.query.updateTable('watchlists').set({ place }).where('id', '=', id).execute();
      announceWatchlist(deps.hub, tx, userId, listIds[0] as number);
      return { listIds };
    });
