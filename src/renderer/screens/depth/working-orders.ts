import { useEffect } from 'react';
import type { Order, Position } from '../../../shared/contract/positions.ts';
import { manualAccount } from '../../state/manual-account.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';

/** Price at which an order stands in a ladder, paise: its limit, or the trigger it waits for. */
export const priceOf = ({ limitPrice, triggerPrice }: Pick<Order, 'limitPrice' | 'triggerPrice'>): number =>
  limitPrice ?? triggerPrice ?? 0;

/** Units of an order that are still to be filled. */
export const unitsLeft = ({ quantity, filledQuantity }: Pick<Order, 'quantity' | 'filledQuantity'>): number =>
  quantity - filledQuantity;

/** React hook: one's own working orders of an instrument on one market, placed by hand. */
export const useWorkingOrders = ({ symbol, source }: Pick<Position, 'symbol' | 'source'>): Order[] => {
  const { value } = manualAccount.use();
  useEffect(() => void manualAccount.load(undefined), []);
  useReloadOnFacts(['order', 'position'], manualAccount);
  return (value?.working ?? []).filter((order) => order.symbol === symbol && order.source === source);
};
