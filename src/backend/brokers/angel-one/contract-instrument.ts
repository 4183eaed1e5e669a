import type { Contract } from '../../../engine/contracts/contract.ts';
import { symbolOf } from '../../../engine/contracts/contract.ts';
import { freezeQuantityOn } from '../../../engine/contracts/contract-size.ts';
import { PAISE_PER_RUPEE } from '../../../shared/money.ts';
import { MONTH_NAMES } from '../../../shared/month-names.ts';
import type { DatedTerms } from '../../market/contracts/dated-terms.ts';
import type { BrokerInstrument } from '../broker.ts';

const SEGMENTS = { NSE: 'NFO', BSE: 'BFO' } as const;

/** The broker's name of a contract: `NIFTY01DEC2626000CE`, `BANKNIFTY29DEC26FUT`. */
const tradingSymbolOf = (contract: Contract, lastDay: string): string => {
  const [year = '', month, day = ''] = lastDay.split('-');
  const written = `${contract.underlying}${day}${MONTH_NAMES[Number(month) - 1]}${year.slice(2)}`;
  if (contract.kind === 'future') return `${written}FUT`;
  return `${written}${contract.strike / PAISE_PER_RUPEE}${contract.right === 'call' ? 'CE' : 'PE'}`;
};

/**
 * The broker's instrument of a contract by its terms in the list. Null of one that is not listed, or not in full. An
 * order under a name that the broker does not know is refused there, since its token is another's.
 * @param now moment of the freeze quantity, epoch ms: the list does not say it
 */
export const contractInstrument = (
  contract: Contract,
  terms: DatedTerms | undefined,
  now: number,
): BrokerInstrument | null => {
  if (!terms?.isListed) return null;
  const { token, lotSize, tickSize, endsOn } = terms;
  if (token === null || lotSize === null || tickSize === null) return null;
  const lastDay = endsOn ?? contract.expiry;
  return {
    symbol: symbolOf(contract),
    exchange: SEGMENTS[contract.exchange],
    token,
    tradingSymbol: tradingSymbolOf(contract, lastDay),
    lotSize,
    tickSize,
    expiry: lastDay,
    freezeQuantity: freezeQuantityOn(contract.underlying, now),
    isin: null,
  };
};
