import { create } from 'zustand';
import type { QuoteSchema } from '../../shared/contract/market.ts';
import type { z } from 'zod';
import { registerReset } from './store-registry.ts';

export type Quote = z.output<typeof QuoteSchema>;

/** At most four paints a second, however fast the market moves. */
export const PAINT_INTERVAL_MS = 250;

const useStore = create<{ bySymbol: ReadonlyMap<string, Quote> }>(() => ({ bySymbol: new Map() }));
let waiting = new Map<string, Quote>();
let timer: ReturnType<typeof setTimeout> | null = null;

const paint = (): void => {
  timer = null;
  const bySymbol = new Map(useStore.getState().bySymbol);
  for (const [symbol, quote] of waiting) bySymbol.set(symbol, quote);
  waiting = new Map();
  useStore.setState({ bySymbol });
};

registerReset(() => {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  waiting = new Map();
  useStore.setState({ bySymbol: new Map() });
});

/** Takes fresh quotes in; the latest of each symbol is shown with the next paint. */
export const acceptQuotes = (quotes: readonly Quote[]): void => {
  for (const quote of quotes) waiting.set(quote.symbol, quote);
  timer ??= setTimeout(paint, PAINT_INTERVAL_MS);
};

/** React hook: the last quote of one symbol. Only the cell that asks is painted again. */
export const useQuote = (symbol: string): Quote | undefined =>
  useStore((state) => state.bySymbol.get(symbol));

/** React hook: every quote; for sums over many symbols. */
export const useQuotes = (): ReadonlyMap<string, Quote> => useStore((state) => state.bySymbol);
