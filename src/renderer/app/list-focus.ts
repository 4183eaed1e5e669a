/**
 * Attributes that mark lists and rows for the keys. Lists and grids have `data-list`, their rows `data-row`, and what a
 * key may press in a row `data-act`. So one set of keys works in tables, grids and cards alike.
 */
const LIST = '[data-list]';
const ROW = '[data-row]';

export type RowAct = 'details' | 'start-stop' | 'exit' | 'change';

/** Whether text goes where the event does. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]') !==
    null;

const PAGE = '[data-region="page"]';

/** The list with the focus, or the first of the page. The latter holds while the focus is at the start of the page. */
const listInReach = (): HTMLElement | null => {
  const focused = document.activeElement;
  const isAtStart = focused === document.body || focused?.matches(PAGE);
  return isAtStart
    ? document.querySelector<HTMLElement>(`${PAGE} ${LIST}`)
    : (focused?.closest<HTMLElement>(LIST) ?? null);
};

/** Whether letters move through a list from where the focus is. */
export const isListInReach = (): boolean => listInReach() !== null;

/** A grid keeps the focus itself and names its active row; elsewhere it is the row that the focus is in. */
const activeRow = (): Element | null => {
  const focused = document.activeElement;
  const named = focused?.getAttribute('aria-activedescendant');
  return (named ? document.getElementById(named) : focused?.closest(ROW)) ?? null;
};

/** A key that the list itself knows what to do with. */
const pressKey = (key: string): void =>
  void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

/** Moves to the row after or before the one with the focus; into the list, to its first. */
export const moveRow = (step: 1 | -1): void => {
  const list = listInReach();
  if (list?.getAttribute('role') === 'grid') {
    if (!list.contains(document.activeElement)) {
      list.focus();
      return;
    }
    pressKey(step === 1 ? 'ArrowDown' : 'ArrowUp');
    return;
  }
  const rows = [...(list?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here === -1 ? rows[0] : rows[here + step];
  if (!next) return;
  (next.querySelector<HTMLElement>('[data-act="details"]') ?? next).focus();
};

/** Presses what a row has for it: the row with the focus, or nothing. What cannot be pressed now is not. */
export const pressInRow = (act: RowAct): void => {
  const control = activeRow()?.querySelector<HTMLElement>(`[data-act="${act}"]`);
  if (control) {
    if (control.getAttribute('aria-disabled') !== 'true') control.click();
  } else if (act === 'details') pressKey('Enter');
};
