import type { Database } from '../db/database.ts';
import type { TrickRow } from '../db/schema.ts';
import { termsOfBasket } from './basket-terms.ts';
import type { TradingTerms } from './order-path.ts';
import { termsOfTrick } from './runner.ts';
import { RunningTrick } from './running-trick.ts';

/** Terms of a trick that holds something, whether or not it still runs. */
export const loadTerms = async ({ read }: Database, trickId: number): Promise<TradingTerms> => {
  const row = await read
    .selectFrom('tricks')
    .innerJoin('users', 'users.id', 'tricks.owner_id')
    .selectAll('tricks')
    .select('users.is_house as isHouse')
    .where('tricks.id', '=', trickId)
    .executeTakeFirstOrThrow();
  if (row.kind === 'basket') return termsOfBasket(row);
  return termsOfTrick(new RunningTrick(row satisfies TrickRow, row.isHouse === 1));
};
