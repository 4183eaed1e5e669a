import { useEffect, useRef } from 'react';
import { createKeybindingsHandler, type KeybindingHandler } from 'tinykeys';
import { keysOn } from '../../shared/shortcut-keys.ts';
import { SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts';
import { settings } from '../state/settings.ts';
import { KEYBOARD } from '../state/shortcut-text.ts';
import { isOtherScript, pressOf } from './key-presses.ts';
import { isListInReach, isTyping } from './list-focus.ts';

type Act = (shortcut: Shortcut) => void;

const shortcuts: readonly Shortcut[] = SHORTCUTS;

/** Holding these down goes on; everything else happens once for each press. */
const REPEATING: readonly Shortcut['id'][] = ['next-row', 'previous-row', 'zoom-in', 'zoom-out'];

/** A question that must be answered: nothing leads away from it. */
const isQuestionOpen = (): boolean => document.querySelector('[role="alertdialog"]') !== null;
const leadsAway = ({ route, id }: Shortcut): boolean =>
  route !== undefined || id === 'back' || id === 'forward' || id === 'palette' || id === 'sign-out';

const bindingsOf = (act: Act, isByPlace: boolean): Record<string, KeybindingHandler> => {
  const bindings: Record<string, KeybindingHandler> = {};
  const run = (shortcut: Shortcut) => (event: KeyboardEvent) => {
    event.preventDefault();
    if (event.repeat && !REPEATING.includes(shortcut.id)) return;
    if (!leadsAway(shortcut) || !isQuestionOpen()) act(shortcut);
  };
  for (const shortcut of shortcuts) {
    if (shortcut.isInherent || shortcut.scope === 'page') continue;
    for (const keys of keysOn(shortcut, KEYBOARD)) bindings[pressOf(keys, isByPlace)] = run(shortcut);
    if (shortcut.letter === undefined) continue;
    const runHere = run(shortcut);
    bindings[pressOf(shortcut.letter, isByPlace)] = (event) => {
      const isOn = settings.get().hasLetterKeys && isListInReach() && !isTyping(event.target);
      if (isOn) runHere(event);
    };
  }
  return bindings;
};

const ignore = (event: KeyboardEvent): boolean => event.isComposing || event.defaultPrevented;

/** React hook: every key of the list of shortcuts, wherever the focus is; plain letters only where a list is in reach. */
export const useShortcutKeys = (act: Act): void => {
  const current = useRef(act);
  useEffect(() => {
    current.current = act;
  });
  useEffect(() => {
    const run: Act = (shortcut) => current.current(shortcut);
    const byCharacter = createKeybindingsHandler(bindingsOf(run, false), { ignore });
    const byPlace = createKeybindingsHandler(bindingsOf(run, true), { ignore });
    const onKey = (event: KeyboardEvent) => (isOtherScript(event) ? byPlace : byCharacter)(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
