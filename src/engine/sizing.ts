import type { Size } from '../shared/rule-document.ts';
import { formatRupees } from '../shared/money.ts';
import { fail, succeed, type Result } from '../shared/failure.ts';

/**
 * ₹1,000 crore in paise: no order comes to more. Its value, its charges in hundredths of hundredths of a paisa and the
 * sums of many of them stay whole numbers that are exact.
 */
const MOST_ORDER_VALUE = 1_000_00_00_000_00;

/** What a position is sized from; money in paise. */
export interface SizingInput {
  readonly size: Size;
  /** What sizes are taken of: the trick's capital, or for an equal weight what its account is worth. */
  readonly capital: number;
  /** Into how many equal parts it goes; needed by an equal weight only. */
  readonly parts?: number;
  /** Cash that is free now. */
  readonly cash: number;
  /** Expected entry price. */
  readonly price: number;
  readonly lotSize: number;
  /** Percent of the position's value that is set aside (100 = paid in full). */
  readonly marginPercent: number;
  /** Distance of the stop-loss from the entry; needed by risk sizing only. NaN or null = none. */
  readonly stopDistance: number | null;
  /** Charges in paise of entering with a quantity; they come out of the same cash. */
  readonly chargesOn: (quantity: number) => number;
}

/** Cut to whole lots; a quantity that is whole but for float dust stays. */
export const wholeLots = (quantity: number, lotSize: number): number =>
  Math.floor(quantity / lotSize + 1e-9) * lotSize;

/** Paise that are set aside for a quantity at a price. */
export const marginFor = (quantity: number, price: number, marginPercent: number): number =>
  Math.ceil((quantity * price * marginPercent) / 100);

/** At most this quantity, cut to whole lots whose margin and entry charges the cash carries. */
const affordableQuantity = (most: number, input: SizingInput): number => {
  const { cash, price, lotSize, marginPercent, chargesOn } = input;
  const unit = (price * marginPercent) / 100;
  let quantity = wholeLots(Math.min(most, Math.max(0, cash) / unit), lotSize);
  while (quantity > 0) {
    const missing = marginFor(quantity, price, marginPercent) + chargesOn(quantity) - cash;
    if (missing <= 0) return quantity;
    quantity -= lotSize * Math.ceil(Math.max(1, missing / unit) / lotSize);
  }
  return 0;
};

/** The quantity the rule asks for, before whole lots and cash. */
const wantedQuantity = (input: SizingInput): number => {
  const { size, capital, parts = 1, price, marginPercent, stopDistance } = input;
  switch (size.kind) {
    case 'fixed':
      return size.quantity;
    case 'capital-percent':
      return (capital * size.percent) / 100 / ((price * marginPercent) / 100);
    case 'risk-percent':
      return (capital * size.percent) / 100 / (stopDistance ?? Number.NaN);
    case 'equal-weight':
      return capital / parts / ((price * marginPercent) / 100);
  }
};

const inWords = (size: Size): string => {
  switch (size.kind) {
    case 'fixed':
      return `a quantity of ${size.quantity}`;
    case 'capital-percent':
      return `${size.percent}% of the capital`;
    case 'risk-percent':
      return `a risk of ${size.percent}% of the capital`;
    case 'equal-weight':
      return 'an equal part of the account';
  }
};

/**
 * Quantity to enter with, in whole lots, cut down to what the free cash carries. Refused (`refused`) with the
 * reason when it does not come to one lot (the rule asks for less than a lot, the cash does not carry one, or risk
 * sizing has no stop distance), or when it comes to more than `MOST_ORDER_VALUE`.
 */
export const sizePosition = (input: SizingInput): Result<number> => {
  const { size, cash, price, lotSize, marginPercent } = input;
  const wanted = wantedQuantity(input);
  if (!(wanted > 0) || !Number.isFinite(wanted))
    return fail(
      'refused',
      'The position cannot be sized by risk: the distance to the stop-loss is not known.',
    );
  const lot = lotSize === 1 ? 'one share' : `one lot of ${lotSize}`;
  const cost = marginFor(lotSize, price, marginPercent);
  if (wholeLots(wanted, lotSize) === 0)
    return fail(
      'refused',
      `The position size (${inWords(size)}) comes to less than ${lot}, which takes ${formatRupees(cost)}.`,
    );
  const quantity = affordableQuantity(wanted, input);
  if (quantity === 0)
    return fail(
      'refused',
      `Free cash of ${formatRupees(cash)} does not carry ${lot}, which takes ${formatRupees(cost)}.`,
    );
  if (quantity * price > MOST_ORDER_VALUE)
    return fail(
      'refused',
      `The position would come to ${formatRupees(quantity * price)}, and no order may come to more than ${formatRupees(MOST_ORDER_VALUE)}. Use less capital or a smaller quantity.`,
    );
  return succeed(quantity);
};
