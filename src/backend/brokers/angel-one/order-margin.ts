import { type BrokerOrder, BrokerTrouble } from '../broker.ts';
import { readRows } from './book-rows.ts';
import { paiseOf, UnreadableField } from './broker-number.ts';
import { PRODUCT } from './order-payload.ts';
import type { RestClient } from './rest-client.ts';

/** A call takes no more positions. */
const MOST_POSITIONS = 50;

const positionOf = ({ instrument, side, quantity, product, price }: Omit<BrokerOrder, 'tag'>) => ({
  exchange: instrument.exchange,
  token: instrument.token,
  qty: quantity,
  price: price / 100,
  productType: PRODUCT[product],
  tradeType: side === 'buy' ? 'BUY' : 'SELL',
  orderType: 'LIMIT',
});

/**
 * Margin that the broker blocks for orders together, paise: its own figure, leverage, SPAN and the benefit of a hedge
 * included. Asked by quantity in units, also where the exchange counts lots.
 * @throws BrokerTrouble when it cannot be asked, or the answer has no figure
 */
export const orderMarginOf = async (
  rest: RestClient,
  jwt: string,
  orders: readonly Omit<BrokerOrder, 'tag'>[],
): Promise<number> => {
  if (orders.length > MOST_POSITIONS)
    throw new BrokerTrouble('order', `Angel One says the margin of ${MOST_POSITIONS} orders at the most.`);
  const body = { positions: orders.map(positionOf) };
  const data = await rest.request({ method: 'POST', path: '/margin/v1/batch', lane: 'margin', body }, jwt);
  const [margin] = readRows([data], 'a margin', ({ totalMarginRequired: said }) => {
    const paise = paiseOf(said, 'totalMarginRequired');
    // Without a figure it would read as nothing.
    if (said === undefined || said === null || said === '' || paise < 0)
      throw new UnreadableField('totalMarginRequired is missing or below zero');
    return paise;
  });
  return margin ?? 0;
};
