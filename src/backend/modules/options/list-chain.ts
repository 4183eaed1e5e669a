import { basisOf } from '../../../engine/contracts/basis.ts';
import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import type { OptionFigures } from '../../../engine/options/chain.ts';
import { istIso } from '../../../shared/time.ts';
import { quoteFutures } from '../../market/simulated/future-quotes.ts';
import { SIMULATED_UNDERLYINGS, strikesAround } from '../../market/simulated/option-list.ts';
import type { SimulatedOption } from '../../market/simulated/option-quotes.ts';
import { chosenExpiry, figuresOfExpiry, findOptions } from './option-market.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** An option with the figures that its price gives. */
const withFigures = (quote: SimulatedOption, figures: OptionFigures | null) => ({
  ...quote,
  volatility: figures?.volatility ?? null,
  delta: figures?.greeks?.delta ?? null,
  gamma: figures?.greeks?.gamma ?? null,
  theta: figures?.greeks?.theta ?? null,
  vega: figures?.greeks?.vega ?? null,
});

/** Chain of an underlying. In the market that the user's paper strategies trade on. */
export const listChain =
  (deps: OptionsDeps): OptionsCalls['chain'] =>
  ({ underlying, expiry: day, aSide }, { userId }) => {
    const { market, expiries, reason } = findOptions(deps, userId, underlying);
    const choices = {
      underlyings: [...SIMULATED_UNDERLYINGS],
      expiries: expiries.map(({ day, isMonthly }) => ({ day, isMonthly })),
      reason,
    };
    if (!market) return { ...choices, futures: [], chain: null };
    const { source, now, spot, strikes } = market;
    const listed = chosenExpiry(expiries, underlying, day);
    const figures = figuresOfExpiry(
      market,
      listed,
      aSide === undefined ? strikes : strikesAround(strikes, spot, aSide),
    );
    const sideOf = (index: number, right: OptionRight) => {
      const quote = figures.quotes[index]?.[right];
      return quote ? withFigures(quote, figures.rows[index]?.[right] ?? null) : null;
    };
    return {
      ...choices,
      futures: quoteFutures(market, expiries).map((quote) => ({
        ...quote,
        ...basisOf({ expiry: quote.expiry, future: quote.ltp, spot }, now),
      })),
      chain: {
        underlying,
        source,
        at: istIso(now),
        spot,
        expiry: listed.day,
        endsAt: istIso(expiryMoment(listed.day)),
        lotSize: listed.lotSize,
        forward: figures.forward,
        atTheMoney: figures.atTheMoney,
        strikes: figures.quotes.map(({ strike }, index) => ({
          strike,
          call: sideOf(index, 'call'),
          put: sideOf(index, 'put'),
        })),
      },
    };
  };
