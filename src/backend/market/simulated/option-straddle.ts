import { yearsTo } from '../../../engine/contracts/expiry.ts';
import { nearestStrike, parityForward } from '../../../engine/options/chain.ts';
import { strikesAround } from './option-list.ts';
import { type OptionMarket, priceOptions } from './option-quotes.ts';

/** Strikes on each side that speak for the forward. */
const NEAR = 3;

/** The call and the put of one strike, together. */
export interface Straddle {
  readonly strike: number;
  /** Paise. */
  readonly premium: number;
}

/** The straddle at the money of an expiry. It is that of the chain at the same moment. */
export const straddleOf = (market: OptionMarket, strikes: readonly number[]): Straddle => {
  const priceOf = priceOptions(market);
  const near = strikesAround(strikes, market.spot, NEAR).map((strike) => ({
    strike,
    call: priceOf('call', strike),
    put: priceOf('put', strike),
  }));
  const forward = parityForward(near, { years: yearsTo(market.expiry, market.now), rate: 0 }) ?? market.spot;
  const strike = nearestStrike(strikes, forward) ?? market.spot;
  const row = near.find((one) => one.strike === strike);
  return { strike, premium: row ? row.call + row.put : priceOf('call', strike) + priceOf('put', strike) };
};
