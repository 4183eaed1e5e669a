import { create } from 'zustand';
import type { Source } from '../../shared/contract/fields.ts';
import type { Position } from '../../shared/contract/positions.ts';
import { noQuotes, type Quote, quoteIn, type Quotes, withQuotes, withValues } from '../../shared/quotes.ts';
import { apart } from './apart.ts';
import { registerReset } from './store-registry.ts';

/**
 * Values that move with the market, apart from every list. A component that shows one number paints that number alone.
 */
const useStore = create<Quotes>(noQuotes);

registerReset(() => useStore.setState(noQuotes()));

/** Keep fresh quotes, the latest of each instrument and source. They come at the pace of paints (`stream.ts`). */
export const acceptQuotes = (fresh: readonly Quote[]): void =>
  useStore.setState((before) => withQuotes(before, fresh));

/** Keep what open positions are worth now. Every one is in each message: what is not there any more is closed. */
export const acceptValues = (positions: readonly Position[]): void =>
  useStore.setState((before) => withValues(before, positions));

/** Moving values as they are painted now; for orders of rows, which must not change by themselves. */
export const quotesNow = (): Quotes => useStore.getState();

/** React hook: the last quote of an instrument on a source. Only the cell that asks is painted again. */
export const useQuote = (source: Source, symbol: string): Quote | undefined =>
  useStore((quotes) => quoteIn(quotes, source, symbol));

/** React hook: something worked out from what moves; painted again when it comes to another value. */
export const useQuotes = <Value>(read: (quotes: Quotes) => Value): Value => useStore(read);

/** Calls back with each paint of what moves. Returns the way to stop. */
export const onQuotes = (callback: () => void): (() => void) => useStore.subscribe(() => apart(callback));
