import type { z } from 'zod';
import type { QuoteSchema } from './contract/market.ts';
import type { Position } from './contract/positions.ts';
import type { StreamEvent } from './contract/stream.ts';

type Quote = z.output<typeof QuoteSchema>;

/** Name of an event without parts: a later one of the same name takes its place. */
const nameOf = (event: StreamEvent): string =>
  event.type === 'backtest' ? `backtest ${event.backtestId}` : event.type;

/**
 * Keeps what moves until its reader can take it: of each instrument the last price, and the last message of positions,
 * which has every open one in it: an empty one says that none is open any more.
 * However long that takes, no more is kept than there are things that move.
 */
export class LatestEvents {
  private quotes = new Map<string, Quote>();
  private positions: Map<number, Position> | null = null;
  private others = new Map<string, StreamEvent>();

  /** Whether there is nothing to hand over. */
  get isEmpty(): boolean {
    return this.positions === null && this.quotes.size + this.others.size === 0;
  }

  /** Things of which something is kept. */
  get size(): number {
    return this.quotes.size + (this.positions?.size ?? 0) + this.others.size;
  }

  put(event: StreamEvent): void {
    if (event.type === 'quote')
      for (const quote of event.quotes) this.quotes.set(`${quote.source} ${quote.symbol}`, quote);
    else if (event.type === 'positions')
      this.positions = new Map(event.positions.map((position) => [position.positionId, position]));
    else this.others.set(nameOf(event), event);
  }

  /** Drop what a fact has made obsolete: a closed position must not come back, nor an open one with an older value. */
  supersede(fact: StreamEvent): void {
    if (fact.type === 'position') {
      const { position } = fact;
      if (position.status === 'open') this.positions?.set(position.positionId, position);
      else this.positions?.delete(position.positionId);
    } else this.others.delete(nameOf(fact));
  }

  /** Hand out the stored events, one of a kind, and start afresh. */
  drain(): StreamEvent[] {
    const events = [...this.others.values()];
    if (this.quotes.size > 0) events.push({ type: 'quote', quotes: [...this.quotes.values()] });
    if (this.positions) events.push({ type: 'positions', positions: [...this.positions.values()] });
    this.clear();
    return events;
  }

  clear(): void {
    this.quotes = new Map();
    this.positions = null;
    this.others = new Map();
  }
}
