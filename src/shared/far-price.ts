/** A kind of instrument, by how its prices move. */
export type PricedKind = 'share' | 'index' | 'future' | 'option';

/** Distance, percent of the last price, that is far (decision 91). */
const FAR_PERCENT: Readonly<Record<PricedKind, number>> = { share: 3, index: 3, future: 3, option: 20 };
/** Never far for an option, paise: one of a few paise doubles in steps. */
const NEAR_OPTION = 100;

/** Distance of a price from the last one, percent: above 0 where it is higher. Prices in paise. */
export const distancePercent = (price: number, last: number): number => ((price - last) / last) * 100;

/** Whether a price may be a slip of the hand. Prices in paise. */
export const isFarPrice = (kind: PricedKind, price: number, last: number): boolean =>
  last > 0 &&
  Math.abs(distancePercent(price, last)) > FAR_PERCENT[kind] &&
  (kind !== 'option' || Math.abs(price - last) > NEAR_OPTION);
