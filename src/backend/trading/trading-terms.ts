import type { Database } from '../db/database.ts';
import { termsOfBasket } from './basket-terms.ts';
import { openingRulesOf } from './effective-rules.ts';
import { legDocumentOf } from './legs/leg-document-of.ts';
import { termsOfLegs } from './legs/leg-runner.ts';
import { termsOfManual } from './manual-account-terms.ts';
import type { TradingTerms } from './order-path.ts';

/**
 * Terms for leaving, when a strategy's rules cannot be read. Its owner is notified of this at its start, and it
 * enters nothing.
 */
const LEAVING_ONLY: Omit<TradingTerms['opening'], 'product'> = {
  side: 'long',
  protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
};

/**
 * Terms of a strategy that holds something, running or not. Asked for at every minute and price of what a stopped one
 * holds, so its rules are not compiled for that.
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
  if (row.kind === 'manual') return termsOfManual(row);
  const strategy = { id: row.id, name: row.name, ownerId: row.owner_id, isHouse: row.isHouse === 1 };
  if (legDocumentOf(row)) return termsOfLegs(row, strategy);
  return {
    strategy,
    opening: openingRulesOf(row) ?? { ...LEAVING_ONLY, product: row.product },
    slippageBp: row.slippage_bp,
    squareOffTime: row.square_off_time,
  };
};
