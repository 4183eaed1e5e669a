import { useEffect } from 'react';
import { WATCHED_LONGEST } from '../../shared/quotes.ts';
import { desktop } from '../api/desktop.ts';
import { apart } from './apart.ts';

/** A page that changes for another says once what it shows. */
const SETTLE_MS = 100;
/** Pause after a list that main did not take. */
const TELL_AGAIN_MS = 1_000;

/** Components on the screen by the symbol whose price they show. */
const shown = new Map<string, number>();
const listeners = new Set<(symbols: ReadonlySet<string>) => void>();
/** The list as main has it; null where main is still to be told. */
let told: string | null = null;
let isFollowed = false;
/** As last heard, not asked of the page: a list may settle when its page has ended. */
let isHidden = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Symbols whose prices this window shows; none while nobody can see it. */
export const watchedNow = (): ReadonlySet<string> => new Set(isHidden ? [] : shown.keys());

/** Calls back when the window has shown something else for a moment. */
export const onWatched = (callback: (symbols: ReadonlySet<string>) => void): void =>
  void listeners.add(callback);

const settle = (): void => {
  timer = undefined;
  const symbols = watchedNow();
  const list = [...symbols].sort();
  if (list.join(' ') === told) return;
  for (const listener of listeners) apart(() => listener(symbols));
  if (!isFollowed) return;
  told = list.join(' ');
  void desktop('stream.watch', { symbols: list }).then((answer) => {
    if (answer.ok) return;
    told = null;
    soon(TELL_AGAIN_MS);
  });
};

const soon = (ms = SETTLE_MS): void => {
  timer ??= setTimeout(settle, ms);
};

/** Keep main informed of the symbols on the screen. Returns the way to stop. */
export const followWatched = (): (() => void) => {
  const refresh = () => {
    isHidden = document.hidden;
    clearTimeout(timer);
    settle();
  };
  isFollowed = true;
  isHidden = document.hidden;
  // A page that was loaded again shows nothing yet, while main still knows what it showed before.
  told = null;
  soon();
  document.addEventListener('visibilitychange', refresh);
  return () => {
    isFollowed = false;
    clearTimeout(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', refresh);
  };
};

const show = (symbol: string): (() => void) => {
  shown.set(symbol, (shown.get(symbol) ?? 0) + 1);
  soon();
  return () => {
    const others = (shown.get(symbol) ?? 0) - 1;
    if (others > 0) shown.set(symbol, others);
    else shown.delete(symbol);
    soon();
  };
};

/** React hook: prices of instruments come while the component is there, whether they are in view or not. */
export const useAllWatched = (symbols: readonly string[]): void => {
  const names = symbols.filter((symbol) => symbol.length <= WATCHED_LONGEST).join('\n');
  useEffect(() => {
    const stops = names === '' ? [] : names.split('\n').map(show);
    return () => stops.forEach((stop) => stop());
  }, [names]);
};

/** React hook: prices of an instrument come while the component is there; null for none. */
export const useWatched = (symbol: string | null): void =>
  useEffect(() => {
    if (symbol === null || symbol === '' || symbol.length > WATCHED_LONGEST) return undefined;
    return show(symbol);
  }, [symbol]);
