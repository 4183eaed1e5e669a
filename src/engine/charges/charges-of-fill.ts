import { dayNumber } from '../bars.ts';
import type { Segment } from '../instrument.ts';
import { remainingCharges } from './charge-portion.ts';
import { chargesOnOrder, type ChargedOrder, type Charges } from './charges.ts';
import type { ChargePlan } from './plan.ts';

/**
 * Charges that one more fill adds to its order: brokerage is per order, so the whole order is charged on its turnover
 * (paise) so far, and what was charged before is taken off.
 */
export const chargesOfFill = (
  order: Omit<ChargedOrder, 'turnoverPaise'>,
  turnoverBefore: number,
  turnoverAfter: number,
  plan: ChargePlan,
): Charges => {
  const on = (turnoverPaise: number) => chargesOnOrder({ ...order, turnoverPaise }, plan);
  return turnoverBefore === 0 ? on(turnoverAfter) : remainingCharges(on(turnoverAfter), on(turnoverBefore));
};

/**
 * Whether the depository is to be paid for a sale: once per share and day, for what was held from before the day.
 * `paidAt` is when it was last paid for the share (epoch ms), NaN when it was not.
 */
export const isDepositoryDue = (
  segment: Segment,
  sale: { readonly enteredAt: number; readonly at: number; readonly paidAt: number },
): boolean => {
  const day = dayNumber(sale.at);
  return segment === 'delivery' && dayNumber(sale.enteredAt) !== day && dayNumber(sale.paidAt) !== day;
};
