import { OPTION_TICK } from '../instrument.ts';
import { DAYS_A_YEAR, type OptionRight, optionPrice } from './black76.ts';

/** Growth of a forward over its index, a year. Interest less dividends. */
const CARRY = 0.055;
/** Slope and curve of the smile, for one standard deviation. */
const [SKEW, CURVE] = [-0.06, 0.035] as const;
/** The smile goes on straight beyond it, in standard deviations. */
const SMILE_END = 4;
/** Half of bid to ask as a share of the premium: at the money, and for each standard deviation away from it. */
const [SPREAD_AT_MONEY, SPREAD_AWAY] = [0.0015, 0.004] as const;
/** Added to it on the last day. */
const SPREAD_LAST_DAY = 0.002;

/** Options of one expiry at a moment, by a model. */
export interface ModelledExpiry {
  /** Price of the index, paise. */
  readonly spot: number;
  /** To expiry, years of 365 days. */
  readonly years: number;
  /** Volatility at the money, percent a year. */
  readonly level: number;
}

/** Forward of an index by the model. It is in the unit of the spot. */
export const modelledForward = (spot: number, years: number): number => spot * (1 + CARRY * years);

/** Distance of a strike from the forward, standard deviations until expiry. */
export const deviationsAway = ({ spot, years, level }: ModelledExpiry, strike: number): number =>
  Math.log(strike / modelledForward(spot, years)) / Math.max(1e-4, (level / 100) * Math.sqrt(years));

/** Volatility of a strike, percent a year. The level at the money with a smile around it. */
export const smiledVolatility = (expiry: ModelledExpiry, strike: number): number => {
  const z = Math.min(SMILE_END, Math.max(-SMILE_END, deviationsAway(expiry, strike)));
  return expiry.level * Math.max(0.5, 1 + SKEW * z + CURVE * z * z);
};

/** Price of an option by the model. It is in the unit of the spot, and not on a tick. */
export const modelledPrice = (expiry: ModelledExpiry, right: OptionRight, strike: number): number => {
  const { spot, years } = expiry;
  const terms = { right, forward: modelledForward(spot, years), strike, years, rate: 0 };
  return optionPrice(terms, smiledVolatility(expiry, strike));
};

/** Half of bid to ask of an option by the model, paise. It is wider away from the money, and on the last day. */
export const modelledHalfSpread = (expiry: ModelledExpiry, strike: number, price: number): number => {
  const away = Math.min(SMILE_END, Math.abs(deviationsAway(expiry, strike)));
  const lastDay = expiry.years * DAYS_A_YEAR < 1 ? SPREAD_LAST_DAY : 0;
  return Math.max(OPTION_TICK / 2, price * (SPREAD_AT_MONEY + SPREAD_AWAY * away + lastDay));
};

/** A premium on the nearest tick, one at least. Paise. */
export const onOptionTick = (price: number): number =>
  Math.max(OPTION_TICK, Math.round(price / OPTION_TICK) * OPTION_TICK);
