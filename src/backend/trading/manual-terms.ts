import type { Protection } from '../../engine/protection.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { istDate } from '../../shared/time.ts';
import type { OrderRow } from '../db/schema.ts';
import { tradedAs } from '../market/instrument-master.ts';

/** Levels that protect a position opened by hand, paise; null for none. */
export interface ManualLevels {
  readonly stopLoss: number | null;
  readonly target: number | null;
}

/** Terms of an order placed by hand. Prices in paise. */
export interface ManualTerms extends ManualLevels {
  readonly type: 'market' | 'limit' | 'stop';
  /** Limit; null of a market order. */
  readonly price: number | null;
  /** Price at which a stop order enters the market; null of others. */
  readonly triggerPrice: number | null;
  readonly product: 'intraday' | 'delivery';
}

/** Terms that are stored beside the price columns of the order. */
type StoredTerms = ManualLevels & Pick<ManualTerms, 'type'>;

/** Columns of an order that hold its terms. */
export const manualColumns = ({ price, triggerPrice, product, type, stopLoss, target }: ManualTerms) => ({
  price,
  trigger_price: triggerPrice,
  broker_product: product,
  manual_json: JSON.stringify({ type, stopLoss, target } satisfies StoredTerms),
});

/** Terms of an order by hand; null of every other. */
export const manualTermsOf = (
  order: Pick<OrderRow, 'manual_json' | 'price' | 'trigger_price' | 'broker_product'>,
): ManualTerms | null => {
  if (order.manual_json === null) return null;
  return {
    ...(JSON.parse(order.manual_json) as StoredTerms),
    price: order.price,
    triggerPrice: order.trigger_price,
    product: order.broker_product === 'intraday' ? 'intraday' : 'delivery',
  };
};

/**
 * End of the day of an order by hand, epoch ms: the end of continuous trading on the day it was placed. Null of an order
 * that is none, which has no day.
 */
export const manualDayEnd = (order: Pick<OrderRow, 'manual_json' | 'symbol' | 'placed_at'>): number | null =>
  order.manual_json === null
    ? null
    : (sessionOn(istDate(order.placed_at), tradedAs(order.symbol))?.close ?? order.placed_at);

/** A protection with the levels of an order by hand. */
export const withLevels = (protection: Protection, { stopLoss, target }: ManualLevels): Protection => ({
  ...protection,
  stopLoss,
  target,
});

/** Beginning of the key of whatever a person orders by hand. */
export const BY_HAND = 'manual:';

const PART = /:part:\d+$/;

/** Key of a part of an order by hand. The first has the key of the order itself. */
export const keyOfPart = (key: string, index: number): string =>
  index === 0 ? key : `${key}:part:${index + 1}`;

/** Key of the exit of one position. A request closes several of them with real money. */
export const keyOfHeld = (key: string, positionId: number): string => `${key}:part:${positionId}`;

/** Key of the order by hand of which an order is part. */
export const keyOfParts = (intentKey: string): string => intentKey.replace(PART, '');
