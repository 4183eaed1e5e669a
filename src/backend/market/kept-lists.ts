import type { Kysely } from 'kysely';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { market } from '../../shared/contract/market.ts';
import type { Schema } from '../db/schema.ts';

/** Lists of the exchange that a user has imported. */
export const keptLists = async (
  db: Kysely<Schema>,
  userId: number,
): Promise<OutputOf<typeof market.lists>> => {
  const corporateActions = await db
    .selectFrom('corporate_actions')
    .select((eb) => [
      eb.fn.countAll<number>().as('actions'),
      eb.fn.count<number>('symbol').distinct().as('shares'),
      eb.fn.min<string | null>('day').as('from'),
      eb.fn.max<string | null>('day').as('to'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const symbolChanges = await db
    .selectFrom('symbol_changes')
    .select((eb) => [
      eb.fn.countAll<number>().as('changes'),
      eb.fn.min<string | null>('day').as('from'),
      eb.fn.max<string | null>('day').as('to'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const indices = await db
    .selectFrom('index_members')
    .select((eb) => [
      'index_name as index',
      eb.fn.countAll<number>().as('spans'),
      eb.fn.count<number>('symbol').distinct().as('shares'),
      eb.fn.min('from_day').as('from'),
    ])
    .where('user_id', '=', userId)
    .groupBy('index_name')
    .orderBy('index_name')
    .execute();
  return { corporateActions, symbolChanges, indices };
};
