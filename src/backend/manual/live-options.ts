import { contractOf } from '../../engine/contracts/contract.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import { Refusal } from '../refusal.ts';
import type { WantedOrder } from './manual-order-check.ts';

const NOT_OFFERED =
  'With real money, shares are ordered by hand and options on NIFTY and BANKNIFTY are bought. Strategies with legs trade other contracts of these.';

/** Whether a symbol is an option on an index. Those are settled in cash. */
export const isIndexOption = (symbol: string): boolean => {
  const contract = contractOf(symbol);
  if (contract?.kind !== 'option' || contract.exchange !== 'NSE') return false;
  return findInstrument(contract.underlying)?.kind === 'index-proxy';
};

/** @throws Refusal of a symbol that is no share */
export const requireShare = (symbol: string): void => {
  if (contractOf(symbol) !== null || tradedAs(symbol).kind !== 'equity')
    throw new Refusal('refused', NOT_OFFERED);
};

/** @throws Refusal of an option that would be sold to open a position */
export const requireBuy = ({ symbol, side }: WantedOrder): void => {
  if (side === 'sell')
    throw new Refusal(
      'refused',
      `You hold no ${symbol} by hand. With real money an option is sold by hand only where it was bought so.`,
    );
};

/** @throws Refusal of a quantity that is no whole lots of the broker's */
export const requireLots = (symbol: string, quantity: number, { lotSize }: BrokerInstrument): void => {
  if (quantity % lotSize === 0) return;
  const sentence = `${quantity} is not a multiple of the broker's lot of ${lotSize} for ${symbol}.`;
  throw new Refusal('invalid', sentence, { fields: { size: sentence } });
};
