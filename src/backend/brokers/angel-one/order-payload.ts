import type { BrokerProduct } from '../../db/broker-products.ts';
import type { BrokerOrder, BrokerOrderRef, OrderChange } from '../broker.ts';
import { rupeesText } from './broker-number.ts';

/**
 * Terms of an order as they leave this computer. A market order, or one that is cancelled at once, cannot be written
 * down here.
 */
interface OrderTerms {
  readonly variety: 'NORMAL' | 'STOPLOSS';
  readonly ordertype: 'LIMIT' | 'STOPLOSS_LIMIT';
  readonly producttype: 'DELIVERY' | 'CARRYFORWARD' | 'INTRADAY';
  readonly duration: 'DAY';
  readonly exchange: BrokerOrder['instrument']['exchange'];
  readonly tradingsymbol: string;
  readonly symboltoken: string;
  readonly price: string;
  readonly triggerprice: string;
  readonly quantity: string;
}

export interface PlacePayload extends OrderTerms {
  readonly transactiontype: 'BUY' | 'SELL';
  readonly squareoff: '0';
  readonly stoploss: '0';
  readonly ordertag: string;
}

export interface ModifyPayload extends OrderTerms {
  readonly orderid: string;
}

export interface CancelPayload {
  readonly variety: OrderTerms['variety'];
  readonly orderid: string;
}

/** Products by their names in requests. */
export const PRODUCT: Readonly<Record<BrokerProduct, OrderTerms['producttype']>> = {
  intraday: 'INTRADAY',
  delivery: 'DELIVERY',
  'carry-forward': 'CARRYFORWARD',
};

/** Length of the longest tag that is stored whole. According to the broker's forum. */
const TAG_LENGTH = 15;

/** A stop order is another variety, for its whole life: it is changed and cancelled under the same. */
const varietyOf = (order: BrokerOrder): OrderTerms['variety'] =>
  order.trigger === null ? 'NORMAL' : 'STOPLOSS';

const terms = (order: BrokerOrder): OrderTerms => {
  if (!Number.isSafeInteger(order.quantity) || order.quantity <= 0)
    throw new RangeError(`A quantity is a whole number above zero, not ${order.quantity}.`);
  if (order.price <= 0) throw new RangeError(`An order has a price, not ${order.price}.`);
  return {
    variety: varietyOf(order),
    ordertype: order.trigger === null ? 'LIMIT' : 'STOPLOSS_LIMIT',
    producttype: PRODUCT[order.product],
    duration: 'DAY',
    exchange: order.instrument.exchange,
    tradingsymbol: order.instrument.tradingSymbol,
    symboltoken: order.instrument.token,
    price: rupeesText(order.price),
    triggerprice: rupeesText(order.trigger ?? 0),
    quantity: String(order.quantity),
  };
};

/** @throws RangeError when a number or the tag is not what an order has. */
export const placePayload = (order: BrokerOrder): PlacePayload => {
  if (!/^[A-Za-z0-9]+$/.test(order.tag) || order.tag.length > TAG_LENGTH)
    throw new RangeError(`A tag is up to ${TAG_LENGTH} letters and digits, not "${order.tag}".`);
  return {
    ...terms(order),
    transactiontype: order.side === 'buy' ? 'BUY' : 'SELL',
    squareoff: '0',
    stoploss: '0',
    ordertag: order.tag,
  };
};

/**
 * The payload that changes an order. A stop order that was triggered is changed as a LIMIT without a trigger, since
 * the exchange holds it as one: its old trigger would be refused, or put it back to waiting. It keeps the variety
 * that it was placed under, by which the broker finds an order, as when it is cancelled. Should the broker not accept
 * that, its refusal is certain, and the order stays in the market as it was.
 * @throws RangeError when a number is not what an order has, or a plain order would get a trigger.
 */
export const modifyPayload = (
  { brokerOrderId, order }: BrokerOrderRef,
  change: OrderChange,
): ModifyPayload => {
  if (change.trigger !== null && order.trigger === null)
    throw new RangeError('An order without a trigger cannot become a stop order.');
  return { ...terms({ ...order, ...change }), variety: varietyOf(order), orderid: brokerOrderId };
};

export const cancelPayload = ({ brokerOrderId, order }: BrokerOrderRef): CancelPayload => ({
  variety: varietyOf(order),
  orderid: brokerOrderId,
});
