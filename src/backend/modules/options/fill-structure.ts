import { STRUCTURE_PARTS } from '../../../engine/options/structures.ts';
import { Refusal } from '../../refusal.ts';
import { chosenExpiry, figuresOfExpiry, requireOptions } from './option-market.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Legs of a ready-made structure around the money, at prices of now. */
export const fillStructure =
  (deps: OptionsDeps): OptionsCalls['structure'] =>
  ({ underlying, expiry: day, structure }, { userId }) => {
    const market = requireOptions(deps, userId, underlying);
    const { expiries, strikes } = market;
    const near = figuresOfExpiry(market, chosenExpiry(expiries, underlying, day));
    const next = expiries[expiries.indexOf(near.expiry) + 1];
    const middle = near.atTheMoney === null ? -1 : strikes.indexOf(near.atTheMoney);
    const legs = STRUCTURE_PARTS[structure].map(({ side, right, lots, steps, isLater }) => {
      if (isLater && !next)
        throw new Refusal(
          'refused',
          `A calendar needs a later expiry, and ${near.expiry.day} is the last that is listed.`,
        );
      const { quotes } = isLater && next ? figuresOfExpiry(market, next) : near;
      const quote = middle < 0 ? undefined : quotes[middle + steps]?.[right];
      if (!quote)
        throw new Refusal(
          'refused',
          `The strikes that this structure needs are not listed on ${underlying} now. Pick its legs on the chain.`,
        );
      return { symbol: quote.symbol, side, lots, price: side === 'buy' ? quote.ask : quote.bid };
    });
    return { legs };
  };
