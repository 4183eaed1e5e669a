import type { StrategyRow } from '../db/schema.ts';
import type { TradingTerms } from './order-path.ts';

/** Terms of the account that somebody trades on by hand. Each of its orders says side, product and levels itself. */
export const termsOfManual = (
  row: Pick<StrategyRow, 'id' | 'name' | 'owner_id' | 'slippage_bp' | 'square_off_time'>,
): TradingTerms => ({
  strategy: { id: row.id, name: row.name, ownerId: row.owner_id, isHouse: false, isManual: true },
  opening: {
    side: 'long',
    product: 'intraday',
    protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
  },
  slippageBp: row.slippage_bp,
  squareOffTime: row.square_off_time,
});
