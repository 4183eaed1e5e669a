import type { z } from 'zod';
import type { Source } from './contract/fields.ts';
import type { QuoteSchema } from './contract/market.ts';
import type { Position } from './contract/positions.ts';

export type Quote = z.output<typeof QuoteSchema>;

/** The one pace of everything that moves: at most four paints a second, however fast the market is. */
export const PAINT_INTERVAL_MS = 250;

/** Instruments that one session may watch, and the longest name of one. */
export const WATCHED_MOST = 1_000;
export const WATCHED_LONGEST = 40;

/** Instruments whose market depth one account may watch. */
export const DEPTHS_WATCHED_MOST = 50;

const INDEX_END = ' index';

/**
 * Name under which a broker's price of an index itself comes. Under the symbol of the index comes that of the future
 * which is traded in its place.
 */
export const indexQuoteName = (symbol: string): string => `${symbol}${INDEX_END}`;

/** Symbol of the index whose price has such a name; null of any other name. */
export const indexOfQuote = (name: string): string | null =>
  name.endsWith(INDEX_END) ? name.slice(0, -INDEX_END.length) : null;

const DEPTH_END = ' depth';

/** Name under which a price comes together with its market depth. */
export const depthQuoteName = (symbol: string): string => `${symbol}${DEPTH_END}`;

/** Symbol of the instrument whose price and depth have such a name; null of any other name. */
export const symbolOfDepth = (name: string): string | null =>
  name.endsWith(DEPTH_END) ? name.slice(0, -DEPTH_END.length) : null;

/** Values that move with the market, apart from every list. */
export interface Quotes {
  readonly quotes: ReadonlyMap<string, Quote>;
  /** Positions by id, as the backend last valued them. */
  readonly values: ReadonlyMap<number, Position>;
  /** Epoch ms at which those values came; null before the first. */
  readonly valuedAt: number | null;
}

export const noQuotes = (): Quotes => ({ quotes: new Map(), values: new Map(), valuedAt: null });

const nameOf = (source: Source, symbol: string): string => `${source} ${symbol}`;

export const quoteIn = ({ quotes }: Quotes, source: Source, symbol: string): Quote | undefined =>
  quotes.get(nameOf(source, symbol));

/** With fresh quotes: the latest of each instrument and source is kept. */
export const withQuotes = (before: Quotes, fresh: readonly Quote[]): Quotes => ({
  ...before,
  quotes: new Map([
    ...before.quotes,
    ...fresh.map((quote) => [nameOf(quote.source, quote.symbol), quote] as const),
  ]),
});

/** Without the quotes of instruments that are not among these: they come no more, and would grow old. */
export const onlyQuotesOf = (before: Quotes, symbols: ReadonlySet<string>): Quotes => {
  const left = [...before.quotes].filter(([, { symbol }]) => symbols.has(symbol));
  return left.length === before.quotes.size ? before : { ...before, quotes: new Map(left) };
};

/**
 * Without the quotes of sources that do not move now. Of paper prices those of one source come, the feed's; the
 * broker's come beside it.
 */
export const onlyQuotesFrom = (before: Quotes, feed: Source): Quotes => {
  const left = [...before.quotes].filter(([, { source }]) => source === feed || source === 'broker');
  return left.length === before.quotes.size ? before : { ...before, quotes: new Map(left) };
};

/** With what open positions are worth now: of those that are missing none is open any more. */
export const withValues = (before: Quotes, positions: readonly Position[]): Quotes => ({
  ...before,
  values: new Map(positions.map((position) => [position.positionId, position])),
  valuedAt: Date.now(),
});

/** Values of open positions come every second; none for so long means that none come. */
const SILENCE_MS = 10_000;

/** Whether values still come: what was loaded since the last of them is newer. */
export const areValuesCurrent = ({ valuedAt }: Quotes): boolean =>
  valuedAt !== null && Math.abs(Date.now() - valuedAt) < SILENCE_MS;
