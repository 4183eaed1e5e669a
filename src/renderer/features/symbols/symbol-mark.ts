import type { Source } from '../../../shared/contract/fields.ts';
import type { MenuPlace, MenuSubject } from '../../state/symbol-menu.ts';

/**
 * Attributes by which the menu of symbols finds its subject. An element of a symbol has `data-symbol`, with
 * `data-source` for the market it was seen on; a row that its list can do something with has `data-row-id`, under an
 * element with `data-row-actions`.
 */
const MARK = '[data-symbol], [data-row-id]';
const ROW = '[data-row], [role="row"]';

/** Attributes of an element that shows a symbol. */
export const markOf = (symbol: string, source: Source | null = null, rowId: number | null = null) => ({
  'data-symbol': symbol,
  ...(source !== null && { 'data-source': source }),
  ...(rowId !== null && { 'data-row-id': rowId }),
});

const subjectOf = (marked: HTMLElement): MenuSubject => {
  const { symbol, source, rowId } = marked.dataset;
  return {
    symbol: symbol ?? null,
    source: (source as Source | undefined) ?? null,
    rowId: rowId === undefined ? null : Number(rowId),
    list: marked.closest<HTMLElement>('[data-row-actions]')?.dataset['rowActions'] ?? null,
  };
};

/** The mark of a row that has one; of several nobody knows which is meant. */
const markIn = (row: Element | null): HTMLElement | null => {
  const marks = [...(row?.querySelectorAll<HTMLElement>(MARK) ?? [])];
  const symbols = new Set(marks.map(({ dataset }) => dataset['symbol']));
  return symbols.size === 1 ? (marks[0] ?? null) : null;
};

/** Row of an element. A grid keeps the focus itself and names its active row. */
export const rowAt = (target: Element): Element | null => {
  const named = target.getAttribute('aria-activedescendant');
  return named ? document.getElementById(named) : target.closest(ROW);
};

/** Fields and links have the menu of the system. */
const hasOwnMenu = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable="true"], a[href], [role="menu"]') !== null;

/** Marked element that an event is about. Null where there is none. */
const markedAt = (target: EventTarget | null): HTMLElement | null => {
  if (!(target instanceof Element) || hasOwnMenu(target)) return null;
  const row = rowAt(target);
  if (target.hasAttribute('aria-activedescendant')) return markIn(row);
  return target.closest<HTMLElement>(MARK) ?? markIn(row);
};

const placeOf = ({ left, top, bottom }: DOMRect): MenuPlace => ({ left, top, bottom });

/** Subject of a right click, and its place. Null where no symbol is. */
export const clickedSubject = ({
  target,
  clientX,
  clientY,
}: MouseEvent): { subject: MenuSubject; place: MenuPlace } | null => {
  const marked = markedAt(target);
  return marked && { subject: subjectOf(marked), place: { left: clientX, top: clientY, bottom: clientY } };
};

/** Subject that the focus is on, and its place. Null where no symbol is. */
export const focusedSubject = (
  target: EventTarget | null,
): { subject: MenuSubject; place: MenuPlace } | null => {
  const marked = markedAt(target);
  return marked && { subject: subjectOf(marked), place: placeOf(marked.getBoundingClientRect()) };
};
