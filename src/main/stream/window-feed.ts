import type { StreamEvent } from '../../shared/contract/stream.ts';
import { LatestEvents } from '../../shared/latest-events.ts';

type Answer = (events: StreamEvent[]) => void;

/**
 * Moving events on their way to the window. The window asks for the next when it has dealt with the last, so one that
 * is busy or frozen has the latest of each thing waiting for it, and nothing else.
 */
export class WindowFeed {
  readonly #latest = new LatestEvents();
  #asked: Answer | null = null;

  /** Things of which something waits. */
  get waiting(): number {
    return this.#latest.size;
  }

  put(event: StreamEvent): void {
    this.#latest.put(event);
    this.#answer();
  }

  /** A fact has gone to the window by itself; what it has overtaken must not follow it. */
  supersede(fact: StreamEvent): void {
    this.#latest.supersede(fact);
  }

  /** Resolves when something has moved. A page that was loaded again asks anew: the one before gets nothing. */
  next(): Promise<StreamEvent[]> {
    this.#asked?.([]);
    const { promise, resolve } = Promise.withResolvers<StreamEvent[]>();
    this.#asked = resolve;
    this.#answer();
    return promise;
  }

  /** Somebody else signs in: what moved for the last one is not for the next. */
  clear(): void {
    this.#latest.clear();
  }

  #answer(): void {
    if (!this.#asked || this.#latest.isEmpty) return;
    this.#asked(this.#latest.drain());
    this.#asked = null;
  }
}
