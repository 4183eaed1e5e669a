import type { BrokerHolding, BrokerInstrument } from './broker.ts';

/** The share's name without its series: `SBIN-EQ` at one exchange is `SBIN` at another. */
const stemOf = (tradingSymbol: string): string => tradingSymbol.replace(/-[A-Z0-9]{1,2}$/, '');

/**
 * Whether a holding is of an instrument. A broker may list at the BSE what was bought at the NSE, and a token means
 * something within its exchange only: the number at the depository decides where both have one, else the token at the
 * same exchange, else the share's name.
 */
export const isHoldingOf = (
  holding: Pick<BrokerHolding, 'exchange' | 'token' | 'tradingSymbol' | 'isin'>,
  instrument: Pick<BrokerInstrument, 'exchange' | 'token' | 'tradingSymbol' | 'isin'>,
): boolean => {
  if (instrument.exchange !== 'NSE') return false;
  if (instrument.isin !== null && holding.isin !== '') return holding.isin === instrument.isin;
  if (holding.exchange === instrument.exchange) return holding.token === instrument.token;
  return stemOf(holding.tradingSymbol) === stemOf(instrument.tradingSymbol);
};

/** Whether something is of an instrument's share, at whichever exchange: what is delivered of it is the same. */
export const isOfShare = (
  one: Pick<BrokerHolding, 'exchange' | 'token' | 'tradingSymbol'>,
  { exchange, token, tradingSymbol }: Pick<BrokerInstrument, 'exchange' | 'token' | 'tradingSymbol'>,
): boolean =>
  (one.exchange === exchange && one.token === token) || stemOf(one.tradingSymbol) === stemOf(tradingSymbol);
