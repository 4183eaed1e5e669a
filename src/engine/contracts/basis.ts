import { DAY_MS, istDayStart, istMidnight } from '../../shared/time.ts';
import { DAYS_A_YEAR } from '../options/black76.ts';
import { lastDayOf, yearsTo } from './expiry.ts';

/** Distance of a future from its underlying. */
export interface Basis {
  /** Calendar days to the last day; 0 on it. */
  readonly daysToExpiry: number;
  /** Future less underlying, paise. */
  readonly basis: number;
  /** The same, percent a year. Null within the last day: a year of it says nothing. */
  readonly basisPercent: number | null;
}

/** Basis of a future at a moment, epoch ms; prices in paise. The year has 365 days, and no interest on interest. */
export const basisOf = (
  { expiry, future, spot }: { readonly expiry: string; readonly future: number; readonly spot: number },
  now: number,
): Basis => {
  const years = yearsTo(expiry, now);
  const basis = future - spot;
  return {
    daysToExpiry: Math.max(0, Math.round((istDayStart(lastDayOf(expiry)) - istMidnight(now)) / DAY_MS)),
    basis,
    basisPercent: spot > 0 && years * DAYS_A_YEAR >= 1 ? (100 * basis) / spot / years : null,
  };
};
