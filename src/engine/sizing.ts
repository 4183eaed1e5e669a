import type { Size } from '../shared/rule-document.ts';
import { formatRupees } from '../shared/money.ts';
import { fail, succeed, type Result } from '../shared/failure.ts';

/**
 * ₹1,000 crore in paise: no order comes to more. Its value, its charges in hundredths of hundredths of a paisa and the
 * sums of many of them stay whole numbers that are exact.
 */
export const MOST_ORDER_VALUE = 1_000_00_00_000_00;

/** Basis of a wanted quantity; money in paise. */
export interface WantedSize {
  readonly size: Size;
  /** Base of sizes: the strategy's capital, or for an equal weight what its account is worth. */
  readonly capital: number;
  /** Into how many equal parts it goes; needed by an equal weight only. */
  readonly parts?: number;
  /** Expected entry price. */
  readonly price: number;
  readonly lotSize: number;
  /** Percent of the position's value set aside (100 = paid in full). */
  readonly marginPercent: number;
  /** Distance of the stop-loss from the entry; needed by risk sizing only. NaN or null = none. */
  readonly stopDistance?: number | null;
}

/** Funds that pay for a quantity; money in paise. */
export interface EntryFunds {
  /** Cash that is free now. */
  readonly cash: number;
  /** Expected entry price. */
  readonly price: number;
  readonly lotSize: number;
  readonly marginPercent: number;
  /** Charges in paise of entering with a quantity; they come out of the same cash. */
  readonly chargesOn: (quantity: number) => number;
}

export type SizingInput = WantedSize & EntryFunds;

/** Cut to whole lots; a quantity that is whole but for float dust stays. */
export const wholeLots = (quantity: number, lotSize: number): number =>
  Math.floor(quantity / lotSize + 1e-9) * lotSize;

/** Paise that are set aside for a quantity at a price. */
export const marginFor = (quantity: number, price: number, marginPercent: number): number =>
  Math.ceil((quantity * price * marginPercent) / 100);

/**
 * The largest quantity the cash carries, in whole lots, capped by `most`. The cash has to pay margin and entry charges.
 */
const carriedLots = (most: number, funds: EntryFunds): number => {
  const { cash, price, lotSize, marginPercent, chargesOn } = funds;
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
const wantedQuantity = (input: WantedSize): number => {
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

const lotText = (lotSize: number): string => (lotSize === 1 ? 'one share' : `one lot of ${lotSize}`);

/**
 * The quantity that the rule asks for, whatever the cash. It is in whole lots. Refused (`refused`) with the reason when
 * it does not come to one lot, or risk sizing has no stop distance.
 */
export const wantedLots = (input: WantedSize): Result<number> => {
  const { size, price, lotSize, marginPercent } = input;
  const wanted = wantedQuantity(input);
  if (!(wanted > 0) || !Number.isFinite(wanted))
    return fail(
      'refused',
      'The position cannot be sized by risk: the distance to the stop-loss is not known.',
    );
  const quantity = wholeLots(wanted, lotSize);
  if (quantity > 0) return succeed(quantity);
  const cost = formatRupees(marginFor(lotSize, price, marginPercent));
  return fail(
    'refused',
    `The position size (${inWords(size)}) comes to less than ${lotText(lotSize)}, which takes ${cost}.`,
  );
};

/**
 * A quantity cut down to the lots that the free cash carries. Refused (`refused`) when it does not carry one, or when
 * it comes to more than `MOST_ORDER_VALUE`.
 */
export const affordableLots = (most: number, funds: EntryFunds): Result<number> => {
  const { cash, price, lotSize, marginPercent } = funds;
  const quantity = carriedLots(most, funds);
  if (quantity * price > MOST_ORDER_VALUE)
    return fail(
      'refused',
      `The position would come to ${formatRupees(quantity * price)}, and no order may come to more than ${formatRupees(MOST_ORDER_VALUE)}. Use less capital or a smaller quantity.`,
    );
  if (quantity > 0) return succeed(quantity);
  const cost = formatRupees(marginFor(lotSize, price, marginPercent));
  return fail(
    'refused',
    `Free cash of ${formatRupees(cash)} does not carry ${lotText(lotSize)}, which takes ${cost}.`,
  );
};

/** Quantity to enter with: what the rule asks for, cut down to what the free cash carries. Refused as these two are. */
export const sizePosition = (input: SizingInput): Result<number> => {
  const wanted = wantedLots(input);
  return wanted.ok ? affordableLots(wanted.value, input) : wanted;
};
