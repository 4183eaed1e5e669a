import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import { DAYS_A_YEAR } from '../../../engine/options/black76.ts';
import { volatilityNear } from '../../../engine/options/chain.ts';
import { estimateIndexMargin } from '../../../engine/options/margin-estimate.ts';
import { payoffAt, probabilityBetween, type ValuedLeg } from '../../../engine/options/payoff.ts';
import {
  drawnPrices,
  profitIn,
  shapeAtNearest,
  yearsToNearest,
} from '../../../engine/options/payoff-over-time.ts';
import { DAY_MS, istIso } from '../../../shared/time.ts';
import { requireOptions } from './option-market.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';
import { completeLegs, legAnswer, listLegs, sumOf, underlyingOf } from './payoff-legs.ts';

const PERCENT = 100;
/** Points of the picture beside its bends. */
const POINTS = 121;
/** Reach of the picture to each side: standard deviations to the first expiry, and a least share of the price. */
const REACH = { deviations: 3, least: 0.02 } as const;

/** Margin in whole paise. */
const marginOf = (legs: readonly ValuedLeg[], volatility: number) => {
  const { total, funds, scan, exposure, hedgeBenefit } = estimateIndexMargin(legs, volatility);
  return {
    total: Math.round(total),
    funds: Math.round(funds),
    scan: Math.round(scan),
    exposure: Math.round(exposure),
    hedgeBenefit: Math.round(hedgeBenefit),
  };
};

/** Payoff of legs, with what is tried out. Prices of now are those of the user's paper market. */
export const workOutPayoff =
  (deps: OptionsDeps): OptionsCalls['payoff'] =>
  ({ legs: given, whatIf }, { userId }) => {
    const wanted = completeLegs(given);
    const underlying = underlyingOf(wanted);
    const market = requireOptions(deps, userId, underlying);
    const { spot, now, source } = market;
    const listed = listLegs(market, wanted);
    const legs = listed.map(({ valued }) => valued);
    const nearest = listed.toSorted((a, b) => a.valued.years - b.valued.years)[0];
    // The contract asks for one leg or more.
    if (!nearest) throw new Error('There is no leg.');
    const near = nearest.figures;
    const first = near.expiry.day;
    const atTheMoney = volatilityNear(near.rows, near.atTheMoney ?? spot, 'call');
    const years = yearsToNearest(legs);
    const { volatilityPoints } = whatIf;
    const triedYears = Math.min(whatIf.days / DAYS_A_YEAR, years);
    const triedPrice = Math.round(spot * (1 + whatIf.pricePercent / PERCENT));
    const beforeAt = (price: number): number =>
      Math.round(profitIn(legs, spot, { price, years: triedYears, volatilityPoints }));
    const hasLaterLegs = listed.some(({ figures }) => figures !== near);
    const profitAtExpiry = (price: number): number =>
      hasLaterLegs ? profitIn(legs, spot, { price, years, volatilityPoints }) : payoffAt(legs, price);
    const atExpiryAt = (price: number): number => Math.round(profitAtExpiry(price));
    const shape = shapeAtNearest(legs, spot, volatilityPoints);
    const breakEvens = shape.breakEvens.map(Math.round);
    const share = (REACH.deviations * (atTheMoney ?? 0) * Math.sqrt(years)) / PERCENT;
    const price = drawnPrices(
      spot,
      [
        ...legs.filter(({ right }) => right !== 'future').map(({ strike }) => strike),
        ...breakEvens,
        triedPrice,
      ],
      spot * Math.max(REACH.least, share),
      POINTS,
    );
    const answers = listed.map(legAnswer);
    return {
      underlying,
      source,
      at: istIso(now),
      spot,
      expiry: first,
      hasLaterLegs,
      daysLeft: (expiryMoment(first) - now) / DAY_MS,
      price,
      atExpiry: price.map(atExpiryAt),
      beforeExpiry: price.map(beforeAt),
      breakEvens,
      mostProfit: shape.mostProfit && Math.round(shape.mostProfit),
      mostLoss: shape.mostLoss && Math.round(shape.mostLoss),
      probabilityOfProfit:
        atTheMoney === null
          ? null
          : PERCENT *
            probabilityBetween(shape.breakEvens, profitAtExpiry, {
              forward: near.forward ?? spot,
              years,
              volatility: atTheMoney,
            }),
      premium: -legs.reduce((sum, { quantity, price: paid }) => sum + quantity * paid, 0),
      margin: marginOf(legs, atTheMoney ?? 0),
      tried: { price: triedPrice, beforeExpiry: beforeAt(triedPrice), atExpiry: atExpiryAt(triedPrice) },
      legs: answers,
      greeks: sumOf(answers.map(({ greeks }) => greeks)),
    };
  };
