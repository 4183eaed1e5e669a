import { useContext, useEffect, useEffectEvent } from 'react';
import { activePane } from '../../state/active-pane.ts';
import { PaneContext } from '../../state/pane.ts';

const LETTER = /^[\p{L}\p{N}]$/u;
const PAGE = '[data-region="page"]';

/** Whether keys are the page's: nothing else has the focus, or something of the page that takes no text. */
const isOfPage = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return false;
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="listbox"]')) return false;
  return target === document.body || target.closest(PAGE) !== null;
};

interface PageKeys {
  /** A letter or a digit was typed where no text goes. */
  readonly onLetter: (letter: string) => void;
  /** Alt with a digit: 1 is the first, 0 the tenth. */
  readonly onNumber: (index: number) => void;
}

/** React hook: what is typed anywhere on the page, or in its pane, while the screen is open. */
export const usePageKeys = ({ onLetter, onNumber }: PageKeys): void => {
  const pane = useContext(PaneContext);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (activePane.get().pane !== pane) return;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
    if (!isOfPage(event.target)) return;
    const digit = /^Digit(\d)$/.exec(event.code)?.[1];
    if (event.altKey && digit !== undefined) onNumber((Number(digit) + 9) % 10);
    else if (!event.altKey && LETTER.test(event.key)) onLetter(event.key);
    else return;
    // Letters that move through lists elsewhere are text here.
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Below the window, whose turn is first: armed keys listen there, whichever of both came first.
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
};
