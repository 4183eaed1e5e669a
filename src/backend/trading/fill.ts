import type { Charges } from '../../engine/charges/charges.ts';

/** A part of an order, or all of it, that was done. */
export interface Fill {
  readonly quantity: number;
  /** Paise; where it was done at several prices, their average. */
  readonly price: number;
  /** Σ(quantity × price) in paise where it was done at several prices. */
  readonly value?: number;
  /** Charges of a settlement; those of other fills follow from the tariff. */
  readonly charges?: Charges;
  /** Market time. */
  readonly at: number;
}

/** Σ(quantity × price) in paise. */
export const valueOfFill = ({ quantity, price, value }: Fill): number => value ?? quantity * price;
