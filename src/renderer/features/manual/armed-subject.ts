import type { Source } from '../../../shared/contract/fields.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import { focusedSubject, rowAt } from '../symbols/symbol-mark.ts';
import type { ArmedSubject, Held } from './armed-order.ts';

/** Attributes of a part of a page about one instrument. */
export const tradeMarkOf = (symbol: string, source: Source) => ({
  'data-trade-symbol': symbol,
  'data-trade-source': source,
});

/** Attributes of the row of a position by hand. */
export const heldMarkOf = ({ isManual, side, product }: Position) =>
  isManual ? { 'data-held-side': side, 'data-held-product': product } : {};

/** Position by hand in a row; undefined of none. */
const heldIn = (row: Element | null): Held | undefined => {
  const { heldSide, heldProduct } = row?.querySelector<HTMLElement>('[data-held-product]')?.dataset ?? {};
  return heldProduct === undefined ? undefined : ({ side: heldSide, product: heldProduct } as Held);
};

/** Price of the row that a grid names, paise; null of none, undefined of one that is out of view. */
const rowPrice = (target: Element): number | null | undefined => {
  if (target.hasAttribute('data-chosen-out-of-view')) return undefined;
  const id = target.getAttribute('aria-activedescendant');
  const price = id === null ? undefined : document.getElementById(id)?.dataset['price'];
  return price === undefined ? null : Number(price);
};

/** The instrument that has the focus: that of its row, or of the part of the page. Null of none. */
export const armedSubjectAt = (target: EventTarget | null): ArmedSubject | null => {
  if (!(target instanceof Element)) return null;
  const part = target.closest<HTMLElement>('[data-trade-symbol]');
  const { tradeSymbol: symbol, tradeSource: source } = part?.dataset ?? {};
  if (symbol !== undefined)
    return { symbol, source: (source as Source | undefined) ?? null, price: rowPrice(target) };
  const row = focusedSubject(target)?.subject;
  return row?.symbol
    ? { symbol: row.symbol, source: row.source, price: null, held: heldIn(rowAt(target)) }
    : null;
};
