import { create, type StoreApi, type UseBoundStore, useStore } from 'zustand';
import type { Source } from '../../shared/contract/fields.ts';
import type { Position } from '../../shared/contract/positions.ts';
import {
  noQuotes,
  onlyQuotesFrom,
  onlyQuotesOf,
  type Quote,
  quoteIn,
  type Quotes,
  symbolOfDepth,
  withQuotes,
  withValues,
} from '../../shared/quotes.ts';
import { apart } from './apart.ts';
import { registerReset } from './store-registry.ts';
import { onWatched, useWatched, watchedNow } from './watched.ts';

/**
 * Values that move with the market, apart from every list. A component that shows one number paints that number alone.
 */
const usePrices = create<Quotes>(noQuotes);

/** Quotes with market depth. They come in a frame of their own, in which nothing else is painted or sorted. */
const useDepths = create<Quotes>(noQuotes);

const STORES = [usePrices, useDepths];

const storeOf = (name: string): UseBoundStore<StoreApi<Quotes>> =>
  symbolOfDepth(name) === null ? usePrices : useDepths;

const changeAll = (change: (before: Quotes) => Quotes): void => {
  for (const store of STORES) store.setState(change);
};

registerReset(() => changeAll(noQuotes));

/**
 * Keep fresh quotes, the latest of each instrument and source. They come at the pace of paints (`stream.ts`). What this
 * window does not show came for another one: it may stop coming at any moment, so it is not kept.
 */
export const acceptQuotes = (fresh: readonly Quote[]): void => {
  const watched = watchedNow();
  const shown = fresh.filter(({ symbol }) => watched.has(symbol));
  for (const store of STORES) {
    const own = shown.filter(({ symbol }) => storeOf(symbol) === store);
    if (own.length > 0) store.setState((before) => withQuotes(before, own));
  }
};

/** Forget prices that do not move now: those of another feed than the one that says how it stands. */
export const acceptFeed = (feed: Source): void => changeAll((before) => onlyQuotesFrom(before, feed));

onWatched((symbols) => changeAll((before) => onlyQuotesOf(before, symbols)));

/** Keep what open positions are worth now. Every one is in each message: what is not there any more is closed. */
export const acceptValues = (positions: readonly Position[]): void =>
  usePrices.setState((before) => withValues(before, positions));

/** Moving values as they are painted now; for orders of rows, which must not change by themselves. */
export const quotesNow = (): Quotes => usePrices.getState();

/** The last quote of a name, perhaps one of market depth. */
export const quoteNow = (source: Source, name: string): Quote | undefined =>
  quoteIn(storeOf(name).getState(), source, name);

/**
 * React hook: the last quote of an instrument on a source (null: of none), or something read from it. It is watched while
 * the component is there. Only the cell that asks is painted again.
 */
export function useQuote(source: Source | null, symbol: string): Quote | undefined;
export function useQuote<Value>(
  source: Source | null,
  symbol: string,
  read: (quote: Quote | undefined) => Value,
): Value;
export function useQuote(
  source: Source | null,
  symbol: string,
  read: (quote: Quote | undefined) => unknown = (quote) => quote,
): unknown {
  useWatched(source === null ? null : symbol);
  return useStore(storeOf(symbol), (quotes) =>
    read(source === null ? undefined : quoteIn(quotes, source, symbol)),
  );
}

/**
 * React hook: something worked out from the worth of open positions, which comes without being watched; painted again
 * when it comes to another value. A quote is read with `useQuote`: one that nobody watches does not move.
 */
export const useQuotes = <Value>(read: (quotes: Quotes) => Value): Value => usePrices(read);

/** Calls back with each paint of what moves. Returns the way to stop. */
export const onQuotes = (callback: () => void): (() => void) => usePrices.subscribe(() => apart(callback));
