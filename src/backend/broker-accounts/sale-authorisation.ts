import {
  type Broker,
  type BrokerInstrument,
  BrokerTrouble,
  type SaleAuthorisation,
} from '../brokers/broker.ts';
import { isHoldingOf } from '../brokers/match-holding.ts';
import { Refusal } from '../refusal.ts';

/** Shares that are to be sold. */
export interface Sale {
  readonly instrument: BrokerInstrument;
  readonly quantity: number;
}

/** Shares that lie at the depository. */
export interface DeliveredSale {
  readonly symbol: string;
  readonly isin: string;
  readonly quantity: number;
}

type Depository = Pick<Broker, 'positions' | 'holdings' | 'saleAuthorisation'>;

/** Use `otherwise` where the broker does not answer. A doubt holds up no sale; the broker rejects forbidden ones. */
const unlessUnanswered = async <T>(asked: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BrokerTrouble && error.kind !== 'session') return otherwise;
    throw error;
  }
};

/** Sales that come out of the depository: not what was bought today, nor what is not delivered yet. */
const deliveredSales = async (broker: Depository, sales: readonly Sale[]): Promise<DeliveredSale[]> => {
  const holdings = await broker.holdings();
  const positions = await broker.positions();
  return sales.flatMap(({ instrument, quantity }) => {
    const { symbol, exchange, token } = instrument;
    const holding = holdings.find((one) => isHoldingOf(one, instrument));
    if (!holding) return [];
    const boughtToday = positions
      .filter((one) => one.exchange === exchange && one.token === token && one.product === 'delivery')
      .reduce((sum, one) => sum + one.quantity, 0);
    const { isin, unsettledQuantity } = holding;
    const delivered = Math.min(
      holding.quantity - unsettledQuantity,
      quantity - Math.max(0, boughtToday) - unsettledQuantity,
    );
    return delivered > 0 ? [{ symbol, isin, quantity: delivered }] : [];
  });
};

/** Sales that their owner must authorise first, in the order given. @throws BrokerTrouble when the session is over */
export const unauthorisedSales = async (
  broker: Depository,
  sales: readonly Sale[],
): Promise<DeliveredSale[]> => {
  const delivered = await unlessUnanswered(deliveredSales(broker, sales), []);
  for (const [index, { isin, quantity }] of delivered.entries()) {
    const said = await unlessUnanswered<SaleAuthorisation>(
      broker.saleAuthorisation(isin, quantity),
      'unknown',
    );
    // Nobody agrees to half of a basket: what follows is named along with it.
    if (said === 'needed') return delivered.slice(index);
  }
  return [];
};

/** Way for the owner to authorise sales. */
export const HOW_TO_AUTHORISE =
  'Authorise them at Angel One, in its app or on its website under Portfolio, with your TPIN and the code that is sent to you; it holds for today.';

/** `10 SBIN, 5 ITC`. */
export const sharesInWords = (sales: readonly DeliveredSale[]): string =>
  sales.map(({ symbol, quantity }) => `${quantity} ${symbol}`).join(', ');

/** @throws Refusal `refused` with what to do, when the depository would not let go of what is to be sold */
export const requireAuthorisedSales = async (broker: Depository, sales: readonly Sale[]): Promise<void> => {
  const missing = await unauthorisedSales(broker, sales);
  if (missing.length === 0) return;
  const shares = sharesInWords(missing);
  throw new Refusal(
    'refused',
    `The depository (CDSL) must let these shares go before they can be sold: ${shares}. ${HOW_TO_AUTHORISE} Then do this again. Nothing was sent. With DDPI at Angel One this is not asked for.`,
    { details: { authorise: missing } },
  );
};
