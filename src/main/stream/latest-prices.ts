import type { StreamEvent } from '../../shared/contract/stream.ts';
import {
  noQuotes,
  onlyQuotesFrom,
  onlyQuotesOf,
  type Quote,
  type Quotes,
  withQuotes,
} from '../../shared/quotes.ts';

/**
 * Last price of each instrument that a window shows. The backend sends a price when it changes; a window that comes to
 * show one later gets it from here.
 */
export class LatestPrices {
  readonly #shown: () => readonly string[];
  #latest = noQuotes();

  /** `shown` returns the symbols that the windows show now. */
  constructor(shown: () => readonly string[]) {
    this.#shown = shown;
  }

  /** All that are known, without values of positions. */
  get quotes(): Quotes {
    return this.#latest;
  }

  onEvent(event: StreamEvent): void {
    if (event.type === 'quote') {
      this.#latest = withQuotes(this.#latest, event.quotes);
      this.keepShown();
    }
    if (event.type === 'market') this.#latest = onlyQuotesFrom(this.#latest, event.feed.kind);
  }

  /** Forget what no window shows any more: its price comes no more, and would grow old. */
  keepShown(): void {
    this.#latest = onlyQuotesOf(this.#latest, new Set(this.#shown()));
  }

  of(symbols: readonly string[]): readonly Quote[] {
    const wanted = new Set(symbols);
    return [...this.#latest.quotes.values()].filter(({ symbol }) => wanted.has(symbol));
  }

  /** Somebody else signs in. */
  clear(): void {
    this.#latest = noQuotes();
  }
}
