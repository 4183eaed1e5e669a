import type { Order } from '../../../../shared/contract/positions.ts';
import { formatCount } from '../../../../shared/money.ts';
import { t } from '../../../i18n/translate.ts';
import { isChangeable, isChangeableAtBroker, priceKinds } from '../../manual/order-change.ts';
import { unitsLeft } from '../../manual/working-orders.ts';

/** Prices of an order, and those of a position. */
export type LinePart = 'limit' | 'trigger' | 'entry' | 'stop-loss' | 'target';

/** Price of an order or an open position on a chart. */
export interface OwnedLine {
  /** Unique on a chart. It stays the same as long as the line is there. */
  readonly id: string;
  readonly owner:
    | { readonly kind: 'order'; readonly orderId: number }
    | { readonly kind: 'position'; readonly positionId: number };
  readonly kind: LinePart;
  /** Paise. */
  readonly price: number;
  readonly label: string;
  /** Label in a narrow chart. */
  readonly short: string;
  /** With real money. */
  readonly isLive: boolean;
  /** Sentence on why it stays where it is; null of a line that can be moved. */
  readonly whyFixed: string | null;
  /** Whether a dialog changes what it is of. */
  readonly isOpened: boolean;
}

/** Name of a line, which says of real money that it is. */
export const withMode = (label: string, isLive: boolean): string =>
  isLive ? `${t('LIVE')} · ${label}` : label;

const labelOf = (order: Order, part: 'limit' | 'trigger'): string => {
  const values = { quantity: formatCount(unitsLeft(order)) };
  if (part === 'limit')
    return order.side === 'buy'
      ? t('Buy {{quantity}} · limit', values)
      : t('Sell {{quantity}} · limit', values);
  return order.side === 'buy'
    ? t('Buy {{quantity}} · trigger', values)
    : t('Sell {{quantity}} · trigger', values);
};

const shortOf = (order: Order, part: 'limit' | 'trigger'): string => {
  const values = { quantity: formatCount(unitsLeft(order)) };
  if (part === 'limit')
    return order.side === 'buy' ? t('B {{quantity}}', values) : t('S {{quantity}}', values);
  return order.side === 'buy' ? t('B {{quantity}} trg', values) : t('S {{quantity}} trg', values);
};

/** Sentence on why an order keeps its price; null where it can get another one. */
const whyFixed = (order: Order): string | null => {
  if (isChangeable(order) || isChangeableAtBroker(order)) return null;
  if (order.terms === null) return t('This order closes a position: it can be cancelled, and not changed.');
  return t('The broker has not confirmed this order yet, so it cannot be changed now.');
};

/** Lines of a working order by hand. A stop at the broker is the stop-loss of its position, which has a line. */
const linesOfOrder = (order: Order): OwnedLine[] => {
  const { orderId, limitPrice, triggerPrice, mode, purpose } = order;
  if (purpose === 'stop-loss' || purpose === 'target') return [];
  const reason = whyFixed(order);
  const line = (kind: 'limit' | 'trigger', price: number): OwnedLine => ({
    ...{ id: `order-${orderId}-${kind}`, owner: { kind: 'order', orderId }, kind, price },
    label: withMode(labelOf(order, kind), mode === 'live'),
    short: withMode(shortOf(order, kind), mode === 'live'),
    isLive: mode === 'live',
    ...{ whyFixed: reason, isOpened: reason === null },
  });
  return [
    ...(limitPrice === null ? [] : [line('limit', limitPrice)]),
    // One whose trigger was reached is a limit order in the market.
    ...(triggerPrice === null || !priceKinds(order).hasTrigger ? [] : [line('trigger', triggerPrice)]),
  ];
};

/** Lines of working orders by hand, each with its order. */
export const orderLines = (orders: readonly Order[]): OwnedLine[] => orders.flatMap(linesOfOrder);
