import { CHARGE_ITEMS, type ChargeItem, type Charges } from './charges.ts';

const itemByItem = (amountOf: (item: ChargeItem) => number): Charges => {
  const charges: Partial<Record<ChargeItem, number>> = {};
  for (const item of CHARGE_ITEMS) charges[item] = amountOf(item);
  return charges as Charges;
};

/**
 * Charges that fall on `part` of `whole` shares, in whole units. Take the next share of what `remainingCharges` leaves
 * and of the shares that are left: then the last one gets exactly the rest.
 */
export const chargePortion = (charges: Charges, part: number, whole: number): Charges =>
  part === whole ? charges : itemByItem((item) => Math.round((charges[item] * part) / whole));

/** Charges that remain when a portion has been taken. */
export const remainingCharges = (charges: Charges, portion: Charges): Charges =>
  itemByItem((item) => charges[item] - portion[item]);
