import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/** Elements that take the focus. A file field is not seen: a button of its own presses it. */
const FOCUSABLE =
  'button:not(:disabled), input:not(:disabled, [type="file"]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

const firstIn = (part: Element): HTMLElement | null =>
  part.matches(FOCUSABLE) ? (part as HTMLElement) : part.querySelector<HTMLElement>(FOCUSABLE);

/** Place to go on in a part: what adds to a list, or the last of a full one. */
const placeIn = (part: Element): HTMLElement | null => {
  for (const child of [...part.children].toReversed()) {
    const place = firstIn(child);
    if (place) return place;
  }
  return null;
};

/**
 * React hook: the keyboard stays in a part of the window when what had the focus is taken out of it. It goes to the
 * end of the list that it was in. Ask for it in the component that is drawn when the list changes.
 */
export const useKeptFocus = (): { onFocus: (event: FocusEvent<HTMLElement>) => void } => {
  /** The element with the focus, and those around it, the outermost last. */
  const around = useRef<readonly Element[]>([]);
  useLayoutEffect(() => {
    const [focused, ...parts] = around.current;
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    around.current = [];
    const part = parts.find(({ isConnected }) => isConnected);
    if (part) placeIn(part)?.focus();
  });
  return {
    onFocus: ({ target, currentTarget }) => {
      // What is painted elsewhere, such as a menu, returns the focus itself.
      if (!currentTarget.contains(target)) return;
      const elements: Element[] = [];
      for (let element: Element | null = target; element; element = element.parentElement) {
        elements.push(element);
        if (element === currentTarget) break;
      }
      around.current = elements;
    },
  };
};
