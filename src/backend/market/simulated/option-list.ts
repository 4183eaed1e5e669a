import { lotOfExpiry } from '../../../engine/contracts/contract-size.ts';
import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import type { ListedExpiry } from '../../../engine/contracts/expiry-calendar.ts';
import { nearestStrike } from '../../../engine/options/chain.ts';
import { DAY_MS, istDate, istMidnight, istWeekday } from '../../../shared/time.ts';

/** Options that the simulated exchange lists on an index. */
interface Listing {
  readonly weeklies: number;
  readonly monthlies: number;
  /** Distance of two strikes, paise. */
  readonly step: number;
}

const LISTINGS: Readonly<Record<string, Listing>> = {
  NIFTY: { weeklies: 4, monthlies: 3, step: 50_00 },
  BANKNIFTY: { weeklies: 0, monthlies: 3, step: 100_00 },
};
/** Strikes on each side of the middle one. */
const STRIKES_A_SIDE = 40;
const TUESDAY = 2;
/** Three monthly expiries lie within it. */
const LONGEST_DAYS = 130;

/** Underlyings that the simulated exchange lists options on. */
export const SIMULATED_UNDERLYINGS: readonly string[] = Object.keys(LISTINGS);

/**
 * Expiries on an underlying that have not ended. At a moment of the market (epoch ms): the simulated exchange makes its
 * own list, on Tuesdays as NSE has them since September 2025. Empty where it lists none.
 */
export const listedExpiries = (underlying: string, now: number): ListedExpiry[] => {
  const listing = LISTINGS[underlying];
  if (!listing) return [];
  const all: ListedExpiry[] = [];
  const today = istMidnight(now);
  let [weeklies, monthlies] = [0, 0];
  for (let ahead = 0; ahead < LONGEST_DAYS && monthlies < listing.monthlies; ahead++) {
    const start = today + ahead * DAY_MS;
    const day = istDate(start);
    if (istWeekday(start) !== TUESDAY || expiryMoment(day) <= now) continue;
    const isMonthly = istDate(start + 7 * DAY_MS).slice(0, 7) !== day.slice(0, 7);
    const isListed = isMonthly || weeklies < listing.weeklies;
    if (isMonthly) monthlies++;
    weeklies++;
    if (isListed) all.push({ day, isMonthly, lotSize: lotOfExpiry(underlying, day) ?? 1 });
  }
  return all;
};

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
export const listedStrikes = (underlying: string, previousClose: number): number[] => {
  const listing = LISTINGS[underlying];
  if (!listing) return [];
  const middle = Math.round(previousClose / listing.step);
  return Array.from(
    { length: 2 * STRIKES_A_SIDE + 1 },
    (_, index) => (middle - STRIKES_A_SIDE + index) * listing.step,
  ).filter((strike) => strike > 0);
};
