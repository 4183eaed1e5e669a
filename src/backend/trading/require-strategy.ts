import type { Kysely } from 'kysely';
import type { Schema, StrategyRow } from '../db/schema.ts';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/database.ts';
import { notFound, Refusal } from '../refusal.ts';

const queryOf = (from: Database | Transaction): Kysely<Schema> => ('read' in from ? from.read : from.query);

/** A strategy of the user's own; anybody else's is simply not there. */
export const requireOwnStrategy = async (
  from: Database | Transaction,
  userId: number,
  strategyId: number,
): Promise<StrategyRow> => {
  const row = await queryOf(from)
    .selectFrom('strategies')
    .selectAll()
    .where('id', '=', strategyId)
    .where('owner_id', '=', userId)
    .where('kind', '=', 'rules')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('strategy');
  return row;
};

/**
 * A user and the owner of a strategy. A follow or a copy concerns its owner too: it comes before a change of what is on
 * offer or after it, never in between.
 */
export const withOwnerOf = async (
  db: Kysely<Schema>,
  userId: number,
  strategyId: number,
): Promise<number[]> => {
  const row = await db
    .selectFrom('strategies')
    .select('owner_id')
    .where('id', '=', strategyId)
    .executeTakeFirst();
  return row ? [userId, row.owner_id] : [userId];
};

/** @throws Refusal `refused` for the account of a basket of the user's: positions lead to it, and it has no stop */
export const refuseBasket = async ({ read }: Database, userId: number, strategyId: number): Promise<void> => {
  const basket = await read
    .selectFrom('strategies')
    .select('name')
    .where('id', '=', strategyId)
    .where('owner_id', '=', userId)
    .where('kind', '=', 'basket')
    .executeTakeFirst();
  if (basket)
    throw new Refusal(
      'refused',
      `${basket.name} is a basket: its shares have no stop-loss and no target. Rebalance it, or close it.`,
    );
};

/**
 * Refuse to change the rules of a published version. It keeps the rules that were reviewed, so that its record
 * belongs to them.
 * @throws Refusal `refused` for a version of a published strategy
 */
export const requireUnpublished = async (
  db: Kysely<Schema>,
  { id, name }: Pick<StrategyRow, 'id' | 'name'>,
): Promise<void> => {
  const version = await db
    .selectFrom('strategy_versions')
    .select('number')
    .where('strategy_id', '=', id)
    .executeTakeFirst();
  if (version)
    throw new Refusal(
      'refused',
      `This is version ${version.number} of ${name} as it was published: its rules, settings and record stay. Change a copy and publish that as the next version.`,
    );
};

/** A strategy that the user may see: public, followed in an older version, paid for, or their own. */
export const requireVisibleStrategy = async (
  from: Database | Transaction,
  userId: number,
  strategyId: number,
): Promise<StrategyRow & { authorName: string }> => {
  const row = await queryOf(from)
    .selectFrom('strategies')
    .innerJoin('users as owner', 'owner.id', 'strategies.owner_id')
    .selectAll('strategies')
    .select('owner.full_name as authorName')
    .where('strategies.id', '=', strategyId)
    .where('strategies.removed_at', 'is', null)
    .where('strategies.kind', '=', 'rules')
    .where((eb) =>
      eb.or([
        eb('strategies.is_public', '=', 1),
        eb('strategies.owner_id', '=', userId),
        eb.exists(
          eb
            .selectFrom('follows')
            .select('follows.user_id')
            .whereRef('follows.strategy_id', '=', 'strategies.id')
            .where('follows.user_id', '=', userId),
        ),
        // Also once its author no longer offers it.
        eb.exists(
          eb
            .selectFrom('licences')
            .innerJoin('strategy_versions as version', 'version.publication_id', 'licences.publication_id')
            .select('licences.id')
            .whereRef('version.strategy_id', '=', 'strategies.id')
            .where('licences.user_id', '=', userId),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!row) throw notFound('strategy');
  return row;
};
