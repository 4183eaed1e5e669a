import type { BrokerOrder } from '../broker.ts';
import { readRows } from './book-rows.ts';
import { paiseOf, UnreadableField } from './broker-number.ts';
import { PRODUCT } from './order-payload.ts';
import type { RestClient } from './rest-client.ts';

/**
 * Margin that the broker blocks for an order, paise: its own figure, leverage and SPAN included. Asked by quantity in
 * units, also where the exchange counts lots.
 * @throws BrokerTrouble when it cannot be asked, or the answer has no figure
 */
export const orderMarginOf = async (
  rest: RestClient,
  jwt: string,
  { instrument, side, quantity, product, price }: Omit<BrokerOrder, 'tag'>,
): Promise<number> => {
  const position = {
    exchange: instrument.exchange,
    token: instrument.token,
    qty: quantity,
    price: price / 100,
    productType: PRODUCT[product],
    tradeType: side === 'buy' ? 'BUY' : 'SELL',
    orderType: 'LIMIT',
  };
  const body = { positions: [position] };
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
