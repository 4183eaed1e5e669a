import type { Database } from '../db/database.ts';
import type { TrickRow } from '../db/schema.ts';
import { termsOfBasket } from './basket-terms.ts';
import { effectiveRules } from './effective-rules.ts';
import type { TradingTerms } from './order-path.ts';
import { termsOfTrick } from './runner.ts';
import { RunningTrick } from './running-trick.ts';

const isUnreadable = (row: TrickRow): boolean => {
  try {
    effectiveRules(row);
    return false;
  } catch {
    // Said to its owner when it is started; here it only must not keep a position from being left.
    return true;
  }
};

/** What a strategy whose rules cannot be read needs to leave what it holds. It enters nothing: it cannot be started. */
const termsOfUnreadable = (row: TrickRow, isHouse: boolean): TradingTerms => ({
  trick: { id: row.id, name: row.name, ownerId: row.owner_id, isHouse },
  opening: {
    side: 'long',
    product: row.product,
    protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
  },
  slippageBp: row.slippage_bp,
  squareOffTime: row.square_off_time,
});

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
  if (isUnreadable(row)) return termsOfUnreadable(row, row.isHouse === 1);
  return termsOfTrick(new RunningTrick(row satisfies TrickRow, row.isHouse === 1));
};
