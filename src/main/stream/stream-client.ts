import { setTimeout as pause } from 'node:timers/promises';
import { STREAM_PATH, StreamEventSchema } from '../../shared/contract/stream.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { eventToInside } from '../../shared/contract/wire-mapping.ts';
import type { Result } from '../../shared/failure.ts';
import type { Target } from '../gateway/http.ts';
import type { Pass } from '../gateway/token-queue.ts';
import type { Log } from '../log/log.ts';
import { parseJson } from '../parse-json.ts';
import { sseReader } from '../../shared/sse.ts';

export type StreamState = 'open' | 'polling' | 'closed';

export interface StreamDeps {
  readonly target: () => Promise<Target | null>;
  readonly tokens: {
    readonly hasSession: boolean;
    pass(): Promise<Result<Pass>>;
    passAfter(refused: Pass): Promise<Result<Pass>>;
  };
  readonly log: Log;
  readonly onEvent: (event: StreamEvent) => void;
  /** `heardAt`: epoch ms of the last word of the server, a heartbeat too; null before the first. */
  readonly onState: (state: StreamState, heardAt: number | null) => void;
  /** Ask for what a stream would push, if there is none. So it is on a server without a stream. */
  readonly poll: () => Promise<void>;
  readonly timing?: Partial<typeof TIMING>;
}

const TIMING = {
  /** Three heartbeats of the server missed. */
  silenceMs: 45_000,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  pollMs: 15_000,
};

/** Ending of a connection. */
type Ending = 'refused' | 'missing' | 'broken';

/**
 * The one stream of the app. It goes on from the last message it saw, tries again with growing pauses, and polls a
 * server that has no stream.
 */
export class StreamClient {
  readonly #deps: StreamDeps;
  readonly #timing: typeof TIMING;
  #run: AbortController | null = null;
  #connection: AbortController | null = null;
  #lastId: string | null = null;
  #heardAt: number | null = null;
  /** When the pause before the next try began, ms of `performance.now()`. */
  #pausedAt: number | null = null;
  #state: StreamState = 'closed';

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
  }

  get state(): StreamState {
    return this.#state;
  }

  /** Begins for the session that is signed in now. */
  start(): void {
    this.stop();
    this.#run = new AbortController();
    void this.#keepOpen(this.#run.signal).catch((error: Error) =>
      this.#deps.log.error('The stream ended', error),
    );
  }

  stop(): void {
    this.#run?.abort();
    this.#connection?.abort();
    this.#run = null;
    this.#lastId = null;
    this.#become('closed');
    this.#heardAt = null;
  }

  /** Connects anew at once: the computer has been asleep, or the backend is another process now. */
  reconnect(): void {
    this.#connection?.abort();
  }

  /** Ends the pause before the next try: the server has just answered a call. One of less than two seconds goes on. */
  hasten(): void {
    const least = this.#timing.firstRetryMs * 4;
    if (this.#pausedAt !== null && performance.now() - this.#pausedAt > least) this.reconnect();
  }

  async #keepOpen(run: AbortSignal): Promise<void> {
    let failures = 0;
    while (!run.aborted && this.#deps.tokens.hasSession) {
      const openedAt = Date.now();
      const ending = await this.#connectOnce(run);
      if (run.aborted) return;
      if (ending === 'missing') {
        this.#become('polling');
        await this.#deps.poll();
        await this.#rest(run, this.#timing.pollMs);
        continue;
      }
      const wasLong = Date.now() - openedAt > this.#timing.firstRetryMs * 4;
      const wasOpen = this.#state === 'open';
      this.#become('closed');
      failures = wasLong || wasOpen ? 1 : failures + 1;
      const wait = Math.min(this.#timing.firstRetryMs * 2 ** (failures - 1), this.#timing.longestRetryMs);
      // Apart from one another, so that clients of a restarted server do not all come at once.
      this.#pausedAt = performance.now();
      await this.#rest(run, wait * (0.75 + Math.random() / 2));
      this.#pausedAt = null;
    }
  }

  async #rest(run: AbortSignal, ms: number): Promise<void> {
    this.#connection = new AbortController();
    const signal = AbortSignal.any([run, this.#connection.signal]);
    await pause(ms, undefined, { signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  }

  async #connectOnce(run: AbortSignal): Promise<Ending> {
    const target = await this.#deps.target();
    if (!target) return 'broken';
    const first = await this.#deps.tokens.pass();
    if (!first.ok) return 'broken';
    const ending = await this.#listen(run, target, first.value);
    if (ending !== 'refused') return ending;
    const second = await this.#deps.tokens.passAfter(first.value);
    return second.ok ? this.#listen(run, target, second.value) : 'broken';
  }

  async #listen(run: AbortSignal, target: Target, pass: Pass): Promise<Ending> {
    const connection = new AbortController();
    this.#connection = connection;
    let watchdog = setTimeout(() => connection.abort(), this.#timing.silenceMs);
    try {
      const response = await fetch(target.baseUrl + STREAM_PATH, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${pass.accessToken}`,
          ...(this.#lastId !== null && { 'last-event-id': this.#lastId }),
        },
        signal: AbortSignal.any([run, connection.signal]),
      });
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return response.status === 401 ? 'refused' : response.status === 404 ? 'missing' : 'broken';
      }
      this.#heardAt = Date.now();
      this.#become('open');
      const read = sseReader();
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => connection.abort(), this.#timing.silenceMs);
        this.#heardAt = Date.now();
        for (const message of read(chunk)) this.#onMessage(message.id, message.data);
      }
    } catch (error) {
      if (!run.aborted) this.#deps.log.info('The stream broke off', (error as Error).message);
    } finally {
      clearTimeout(watchdog);
    }
    return 'broken';
  }

  #onMessage(id: string | null, data: string): void {
    if (id !== null) this.#lastId = id;
    if (data === '') return;
    const event = StreamEventSchema.safeParse(eventToInside(parseJson(data)));
    if (event.success) this.#deps.onEvent(event.data);
    else this.#deps.log.warn('The stream said something unknown', data.slice(0, 200));
  }

  #become(state: StreamState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#deps.onState(state, this.#heardAt);
  }
}
