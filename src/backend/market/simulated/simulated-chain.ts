import { yearsTo } from '../../../engine/contracts/expiry.ts';
import { OPTION_TICK } from '../../../engine/instrument.ts';
import { type QuotedStrike, type ValuedChain, valueChain } from '../../../engine/options/chain.ts';
import { listedStrikes } from './option-list.ts';
import { type IndexNow, priceOptions } from './option-quotes.ts';

/** The forward has the interest in it already. */
const RATE = 0;

/** Figures of the options of an expiry. By their last prices in paise at a moment, epoch ms. */
export const valueQuotes = (quotes: readonly QuotedStrike[], expiry: string, now: number): ValuedChain =>
  valueChain(quotes, { years: yearsTo(expiry, now), rate: RATE, tick: OPTION_TICK });

/** All options of an expiry on the simulated market, with their figures. It costs a hundred prices. */
export const simulatedChain = (index: IndexNow, expiry: string): ValuedChain => {
  const priceOf = priceOptions({ ...index, expiry, lotSize: 1 });
  const quotes = listedStrikes(index.underlying, index.previousClose).map((strike) => ({
    strike,
    call: priceOf('call', strike),
    put: priceOf('put', strike),
  }));
  return valueQuotes(quotes, expiry, index.now);
};
