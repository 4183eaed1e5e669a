import type { Database } from '../db/database.ts';
import { termsOfBasket } from './basket-terms.ts';
import { openingRulesOf } from './effective-rules.ts';
import type { TradingTerms } from './order-path.ts';

/**
 * What a strategy whose rules cannot be read needs to leave what it holds: that is said to its owner when it is started,
 * and it enters nothing.
 */
const LEAVING_ONLY: Omit<TradingTerms['opening'], 'product'> = {
  side: 'long',
  protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
};

/**
 * Terms of a strategy that holds something, whether or not it still runs. Asked for at every minute and price of what a
 * stopped one holds: its rules are not made ready to run for that.
 */
export const loadTerms = async ({ read }: Database, strategyId: number): Promise<TradingTerms> => {
  const row = await read
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .selectAll('strategies')
    .select('users.is_house as isHouse')
    .where('strategies.id', '=', strategyId)
    .executeTakeFirstOrThrow();
  if (row.kind === 'basket') return termsOfBasket(row);
  return {
    strategy: { id: row.id, name: row.name, ownerId: row.owner_id, isHouse: row.isHouse === 1 },
    opening: openingRulesOf(row) ?? { ...LEAVING_ONLY, product: row.product },
    slippageBp: row.slippage_bp,
    squareOffTime: row.square_off_time,
  };
};
