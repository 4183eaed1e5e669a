import { create } from 'zustand';
import type { z } from 'zod';
import type { Source } from '../../shared/contract/fields.ts';
import type { QuoteSchema } from '../../shared/contract/market.ts';
import type { Position } from '../../shared/contract/positions.ts';
import { apart } from './apart.ts';
import { registerReset } from './store-registry.ts';

export type Quote = z.output<typeof QuoteSchema>;

/** What moves with the market, apart from every list: whoever shows a number of it paints that number alone. */
export interface Quotes {
  readonly quotes: ReadonlyMap<string, Quote>;
  /** Positions by id, as the backend last valued them. */
  readonly values: ReadonlyMap<number, Position>;
  /** Epoch ms at which those values came; null before the first. */
  readonly valuedAt: number | null;
}

const nameOf = (source: Source, symbol: string): string => `${source} ${symbol}`;

const nothing = (): Quotes => ({ quotes: new Map(), values: new Map(), valuedAt: null });
const useStore = create<Quotes>(nothing);

registerReset(() => useStore.setState(nothing()));

/** Keep fresh quotes, the latest of each instrument and source. They come at the pace of paints (`stream.ts`). */
export const acceptQuotes = (fresh: readonly Quote[]): void =>
  useStore.setState(({ quotes }) => ({
    quotes: new Map([
      ...quotes,
      ...fresh.map((quote) => [nameOf(quote.source, quote.symbol), quote] as const),
    ]),
  }));

/** Keep what open positions are worth now. Every one is in each message: what is not there any more is closed. */
export const acceptValues = (positions: readonly Position[]): void =>
  useStore.setState({
    values: new Map(positions.map((position) => [position.positionId, position])),
    valuedAt: Date.now(),
  });

export const quoteIn = ({ quotes }: Quotes, source: Source, symbol: string): Quote | undefined =>
  quotes.get(nameOf(source, symbol));

/** What moves, as it is painted now; for orders of rows, which must not change by themselves. */
export const quotesNow = (): Quotes => useStore.getState();

/** React hook: the last quote of an instrument on a source. Only the cell that asks is painted again. */
export const useQuote = (source: Source, symbol: string): Quote | undefined =>
  useStore((quotes) => quoteIn(quotes, source, symbol));

/** React hook: something worked out from what moves; painted again when it comes to another value. */
export const useQuotes = <Value>(read: (quotes: Quotes) => Value): Value => useStore(read);

/** Calls back with each paint of what moves. Returns the way to stop. */
export const onQuotes = (callback: () => void): (() => void) => useStore.subscribe(() => apart(callback));
