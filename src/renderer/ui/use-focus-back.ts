import { useEffect, useState } from 'react';

const FRAME = '[role="dialog"], [role="alertdialog"]';

/** Element with the focus before the first of the open dialogs. Dialogs that took each other's place count as open. */
let outside: HTMLElement | null = null;

const focusedNow = (): HTMLElement | null => {
  const { activeElement } = document;
  const focused =
    activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
  if (!focused?.closest(FRAME)) outside = focused;
  return focused;
};

/**
 * Return the focus when a dialog or drawer goes. It goes back to where it was, unless something has it already. A
 * dialog that took the place of another returns it to where the focus was before the first.
 */
export const useFocusBack = (): void => {
  // Looked at while it is drawn: once it stands there, it has the focus itself.
  const [opener] = useState(focusedNow);
  useEffect(
    () => () =>
      void setTimeout(() => {
        if (document.activeElement !== document.body) return;
        // One that has opened meanwhile takes the focus itself: outside of it nothing must.
        const open = [...document.querySelectorAll<HTMLElement>(FRAME)].at(-1);
        const was = [opener, outside].find(
          (element) => element?.isConnected && (!open || element.closest(FRAME) !== null),
        );
        // Where it was may be gone. A dialog without the focus would be hidden from screen readers.
        (was ?? open)?.focus();
      }),
    [opener],
  );
};
