import { useEffect, useRef } from 'react';
import { shortcutOf } from '../../../shared/shortcuts.ts';
import { settings } from '../../state/settings.ts';

const LETTER = shortcutOf('raise-ticket').letter;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null;

/** React hook: the letter for it alone, pressed where nobody is typing and nothing lies over the page. */
export const useRaiseKey = (onPress: () => void): void => {
  const current = useRef(onPress);
  useEffect(() => {
    current.current = onPress;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toUpperCase() !== LETTER ||
        !settings.get().hasLetterKeys ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      if (isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      current.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
