import { type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusRows {
  /** Element around the rows of the screen. */
  readonly root: RefObject<HTMLDivElement | null>;
  /** Focus the rows of a list once they are shown. */
  readonly focusRows: (listId: number) => void;
}

/**
 * React hook: the focus of the rows. It moves while the rows are painted, never later: the next key goes where the
 * person sees it go, and a field that has opened since keeps the focus.
 */
export const useFocusRows = (shownId: number | null, isAdding: boolean): FocusRows => {
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (isAdding) wanted.current = null;
    if (wanted.current === null || wanted.current !== shownId) return;
    wanted.current = null;
    root.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  });
  return {
    root,
    focusRows: (listId) => {
      wanted.current = listId;
    },
  };
};
