import { create } from 'zustand';
import type { z } from 'zod';
import type { Source } from '../../shared/contract/fields.ts';
import type { QuoteSchema } from '../../shared/contract/market.ts';
import type { Position } from '../../shared/contract/positions.ts';
import { registerReset } from './store-registry.ts';

export type Quote = z.output<typeof QuoteSchema>;

/** At most four paints a second, however fast the market moves. */
export const PAINT_INTERVAL_MS = 250;

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
let waitingQuotes = new Map<string, Quote>();
let waitingValues: Map<number, Position> | null = null;
let waitingSince: number | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;

const paint = (): void => {
  timer = null;
  const { quotes, values, valuedAt } = useStore.getState();
  useStore.setState({
    quotes: waitingQuotes.size > 0 ? new Map([...quotes, ...waitingQuotes]) : quotes,
    // Every open position is in each message: what is not there any more is closed.
    values: waitingValues ?? values,
    valuedAt: waitingSince ?? valuedAt,
  });
  waitingQuotes = new Map();
  waitingValues = null;
  waitingSince = null;
};

registerReset(() => {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  waitingQuotes = new Map();
  waitingValues = null;
  waitingSince = null;
  useStore.setState(nothing());
});

/** Takes fresh quotes in; the latest of each instrument and source is shown with the next paint. */
export const acceptQuotes = (quotes: readonly Quote[]): void => {
  for (const quote of quotes) waitingQuotes.set(nameOf(quote.source, quote.symbol), quote);
  timer ??= setTimeout(paint, PAINT_INTERVAL_MS);
};

/** Takes in what open positions are worth now; shown with the next paint. */
export const acceptValues = (positions: readonly Position[]): void => {
  waitingValues = new Map(positions.map((position) => [position.positionId, position]));
  waitingSince = Date.now();
  timer ??= setTimeout(paint, PAINT_INTERVAL_MS);
};

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
export const onQuotes = (callback: () => void): (() => void) => useStore.subscribe(callback);
