import { strikesByStep } from '../../../engine/contracts/contract-size.ts';
import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import { expiriesByCalendar, type ListedExpiry } from '../../../engine/contracts/expiry-calendar.ts';
import { nearestStrike } from '../../../engine/options/chain.ts';
import { CHAIN_UNDERLYINGS } from '../../../shared/chain-underlyings.ts';
import { istDate } from '../../../shared/time.ts';

/** Underlyings that the simulated exchange lists options on. */
export const SIMULATED_UNDERLYINGS: readonly string[] = CHAIN_UNDERLYINGS;

/** Expiries on an underlying that have not ended. At a moment, epoch ms; empty where the simulated exchange lists none. */
export const listedExpiries = (underlying: string, now: number): ListedExpiry[] =>
  SIMULATED_UNDERLYINGS.includes(underlying)
    ? expiriesByCalendar(underlying, istDate(now)).filter(({ day }) => expiryMoment(day) > now)
    : [];

/** Strikes nearest to a price, so many on each side of it. */
export const strikesAround = (
  strikes: readonly number[],
  price: number,
  aSide: number,
): readonly number[] => {
  const middle = strikes.indexOf(nearestStrike(strikes, price) ?? Number.NaN);
  return strikes.slice(Math.max(0, middle - aSide), middle + aSide + 1);
};

/** Strikes of a day, paise, ascending. They lie around the close of the day before, so that none comes or goes. */
export const listedStrikes = (underlying: string, previousClose: number): number[] =>
  SIMULATED_UNDERLYINGS.includes(underlying) ? strikesByStep(underlying, previousClose) : [];
