import { setTimeout as pause } from 'node:timers/promises';
import { contract } from '../../shared/contract/index.ts';
import { DEPTHS_WATCHED_MOST, symbolOfDepth, WATCHED_MOST } from '../../shared/quotes.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Log } from '../log/log.ts';
import type { StreamState } from './stream-client.ts';

export interface WatchListDeps {
  readonly call: Gateway['call'];
  /** Symbols that the windows show now, each once. */
  readonly shown: () => readonly string[];
  readonly log: Log;
  readonly retryMs?: number;
}

/** Pause before a list that was not taken is said again. */
const RETRY_MS = 1_000;

/**
 * List of the symbols that all windows show together. It is submitted to each new stream, since the backend forgets it
 * with the stream. One list is on its way on a stream at a time; where an earlier stream's may still arrive, the list is
 * said once more after it.
 */
export class WatchList {
  readonly #deps: WatchListDeps;
  /** Counts streams: what was said to an earlier one counts no more. Null while none is open. */
  #stream: number | null = null;
  #streams = 0;
  /** The list that the open stream has taken. */
  #taken = '';
  #isAsking = false;
  /** Lists of earlier streams that were answered since: one may have taken the place of a newer. */
  #late = 0;

  constructor(deps: WatchListDeps) {
    this.#deps = deps;
  }

  onState(state: StreamState): void {
    this.#stream = state === 'open' ? ++this.#streams : null;
    this.#taken = '';
    // A question that went over the stream before may have no answer for half a minute.
    this.#isAsking = false;
    this.refresh();
  }

  /** To be called when windows show something else. */
  refresh(): void {
    if (this.#isAsking || this.#stream === null) return;
    this.#isAsking = true;
    void this.#ask(this.#stream);
  }

  async #ask(stream: number): Promise<void> {
    for (;;) {
      const symbols = this.#symbols();
      const wanted = symbols.join(' ');
      if (wanted === this.#taken) break;
      const late = this.#late;
      const answer = await this.#deps.call(contract.stream.watch, { symbols });
      if (stream !== this.#stream) {
        this.#late += 1;
        this.#taken = '';
        this.refresh();
        return;
      }
      if (answer.ok) this.#taken = late === this.#late ? wanted : '';
      else await pause(this.#deps.retryMs ?? RETRY_MS, undefined, { ref: false });
      if (stream !== this.#stream) return;
    }
    this.#isAsking = false;
  }

  #symbols(): string[] {
    const shown = [...this.#deps.shown()].sort();
    const depths = shown.filter((name) => symbolOfDepth(name) !== null);
    // What is left out has no price on the screen, and so no old one.
    if (shown.length > WATCHED_MOST || depths.length > DEPTHS_WATCHED_MOST)
      this.#deps.log.warn('The windows show too much', shown.length);
    const tooDeep = new Set(depths.slice(DEPTHS_WATCHED_MOST));
    return shown.filter((name) => !tooDeep.has(name)).slice(0, WATCHED_MOST);
  }
}
