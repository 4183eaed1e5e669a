import { PAISE_PER_RUPEE } from '../../shared/money.ts';

/** Contracts with a protection range of their own. */
export type RangedContract = 'option' | 'index-future' | 'stock-future';

/** Prices within which an exchange takes a limit order, paise. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** Width of each range. Up to a bound a fixed distance holds instead; both are in rupees. */
const RULES: Readonly<Record<RangedContract, { percent: number; upTo: number; distance: number }>> = {
  option: { percent: 40, upTo: 50, distance: 20 },
  'index-future': { percent: 2, upTo: 10_000, distance: 200 },
  'stock-future': { percent: 3, upTo: 50, distance: 1.5 },
};

/**
 * Limit price protection of NSE (circular FAOP/54242, from 31-10-2022). An order to buy above it, or to sell below it,
 * is rejected; changes of orders too, and stop orders when they are triggered.
 * @param reference average of the trades of the last thirty seconds, paise
 */
export const protectionRange = (kind: RangedContract, reference: number): PriceRange => {
  const { percent, upTo, distance } = RULES[kind];
  const width =
    reference <= upTo * PAISE_PER_RUPEE ? distance * PAISE_PER_RUPEE : (reference * percent) / 100;
  return { low: Math.max(0, Math.ceil(reference - width)), high: Math.floor(reference + width) };
};
