import type { StrategyRow } from '../db/schema.ts';
import type { TradingTerms } from './order-path.ts';

/** Terms of a basket's account: bought for delivery, without protection, never squared off. */
export const termsOfBasket = (
  row: Pick<StrategyRow, 'id' | 'name' | 'owner_id' | 'slippage_bp' | 'square_off_time'>,
): TradingTerms => ({
  strategy: { id: row.id, name: row.name, ownerId: row.owner_id, isHouse: false, isBasket: true },
  opening: {
    side: 'long',
    product: 'delivery',
    protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
  },
  slippageBp: row.slippage_bp,
  squareOffTime: row.square_off_time,
});
