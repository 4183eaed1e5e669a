import { exerciseCharges, NO_CHARGES, type Charges } from '../charges/charges.ts';
import { intrinsicOf } from '../options/black76.ts';
import type { Side } from '../protection.ts';
import type { Contract } from './contract.ts';

/** How a contract that has expired is settled, in paise. */
export interface Settlement {
  readonly price: number;
  readonly charges: Charges;
}

/**
 * Settlement of a contract by the close of its index, paise. The contract's own close is a mean of its last half hour. A
 * bought option that is worth something is exercised, which is taxed; nothing else is due.
 * @param time moment of the settlement, epoch ms
 */
export const settle = (
  contract: Contract,
  side: Side,
  quantity: number,
  close: number,
  time: number,
): Settlement => {
  if (contract.kind === 'future') return { price: close, charges: NO_CHARGES };
  const price = intrinsicOf(contract.right, contract.strike, close);
  return { price, charges: side === 'long' ? exerciseCharges(price * quantity, time) : NO_CHARGES };
};
