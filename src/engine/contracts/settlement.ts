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
 * Charges of the settlement of a contract, in paise. A bought option that is worth something is
 * exercised, which is taxed; nothing else is due.
 * @param time moment of the settlement, epoch ms
 */
export const settlementCharges = (
  { kind }: Contract,
  side: Side,
  price: number,
  quantity: number,
  time: number,
): Charges => (kind === 'option' && side === 'long' ? exerciseCharges(price * quantity, time) : NO_CHARGES);

/**
 * Settlement of a contract by the close of its index, paise. The contract's own close is a mean of its last half hour.
 * @param time moment of the settlement, epoch ms
 */
export const settle = (
  contract: Contract,
  side: Side,
  quantity: number,
  close: number,
  time: number,
): Settlement => {
  const price = contract.kind === 'future' ? close : intrinsicOf(contract.right, contract.strike, close);
  return { price, charges: settlementCharges(contract, side, price, quantity, time) };
};
