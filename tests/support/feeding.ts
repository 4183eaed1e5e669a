import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { isMoving, stream, STREAM_PATH, type StreamEvent } from '../../src/shared/contract/stream.ts';
import { succeed } from '../../src/shared/failure.ts';
import { sseReader } from '../../src/shared/sse.ts';
import { StreamClient } from '../../src/main/stream/stream-client.ts';
import { WindowFeed } from '../../src/main/stream/window-feed.ts';
import { type AngelOneServer, startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { madeUpShares, type ServerInstrument } from '../angel-one/instruments.ts';
import type { FeedingReady, FeedingState, FeedingTask } from './feeding-process.ts';
import { startTalkingChild } from './talking-child.ts';

type Quotes = Extract<StreamEvent, { type: 'quote' }>['quotes'];

/** Ten in the morning of a trading day. */
const OPEN = Date.parse('2026-11-20T10:00:00+05:30');

/**
 * A broker's feed of made-up shares, with a backend process. The user of that backend, a process of its own, holds all
 * of them.
 */
export interface Feeding extends FeedingReady {
  readonly server: AngelOneServer;
  readonly instruments: readonly ServerInstrument[];
  /** Market time, epoch ms. */
  now(): number;
  /** Collects the backend's garbage and asks how it is. */
  state(): Promise<FeedingState>;
  close(): Promise<void>;
}

export const startFeeding = async (
  tokens: number,
  strategies = 1,
  tradesByHand = false,
): Promise<Feeding> => {
  const ahead = OPEN - Date.now();
  const now = (): number => Date.now() + ahead;
  // What is traded by hand is none of what is held: the account of the broker is empty.
  const instruments = madeUpShares(tokens + (tradesByHand ? 1 : 0));
  const server = await startAngelOneServer({ instruments, now, hasRateLimits: false });
  const { code: clientCode, apiKey, pin, totpSecret } = server.client;
  const credentials = { clientCode, apiKey, pin, totpSecret };
  const task: FeedingTask = {
    ...{ hosts: server.hosts, credentials, tokens, strategies, tradesByHand, ahead },
  };
  const child = await startTalkingChild<FeedingReady, FeedingState>('tests/support/feeding-process.ts', task);
  return {
    ...child.ready,
    server,
    instruments,
    now,
    state: () => child.ask('state'),
    close: async () => {
      await child.end();
      await server.close();
    },
  };
};

/** Says that every price is shown; to be called once a stream is open. */
const watchAll = async ({ url, accessToken, instruments }: Feeding): Promise<void> => {
  const response = await fetch(`${url}${stream.watch.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ symbols: instruments.map(({ name }) => name) }),
  });
  if (!response.ok) throw new Error(`The stream watches nothing: ${await response.text()}`);
};

/** Desktop side of the stream, with a window that can freeze. The window asks for what moves. */
export class FeedWindow {
  /** Last quote of each instrument of the broker. */
  readonly last = new Map<string, Quotes[number]>();
  /** Last price of each position, in paise. */
  readonly valued = new Map<string, number | null>();
  /** Messages with prices. */
  messages = 0;
  /** Most things that ever waited for the window. */
  mostWaiting = 0;
  /** Milliseconds from the exchange's stamp to the window, of every quote. */
  readonly lags: number[] = [];
  private readonly feed = new WindowFeed();
  private readonly client: StreamClient;
  private readonly now: () => number;
  private thaw: (() => void) | null = null;
  private frozen: Promise<void> = Promise.resolve();
  private isOver = false;

  constructor(feeding: Feeding) {
    const { url, accessToken, now } = feeding;
    this.now = now;
    const pass = succeed({ accessToken, renewals: 0, epoch: 1 });
    this.client = new StreamClient({
      target: () => Promise.resolve({ baseUrl: url, apiToken: '' }),
      tokens: { hasSession: true, pass: () => Promise.resolve(pass), passAfter: () => Promise.resolve(pass) },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onEvent: (event) => {
        if (!isMoving(event)) return;
        this.feed.put(event);
        this.mostWaiting = Math.max(this.mostWaiting, this.feed.waiting);
      },
      onState: (state) => {
        if (state === 'open') void watchAll(feeding);
      },
      poll: () => Promise.resolve(),
    });
  }

  open(): void {
    this.client.start();
    void this.paint();
  }

  /** Stops asking, as a window does whose page is busy. */
  freeze(): void {
    this.frozen = new Promise((resolve) => (this.thaw = resolve));
  }

  wake(): void {
    this.thaw?.();
  }

  close(): void {
    this.isOver = true;
    this.client.stop();
  }

  private async paint(): Promise<void> {
    while (!this.isOver) {
      await this.frozen;
      for (const event of await this.feed.next()) this.count(event);
    }
  }

  private count(event: StreamEvent): void {
    if (event.type === 'positions')
      for (const { symbol, ltp } of event.positions) this.valued.set(symbol, ltp);
    if (event.type !== 'quote') return;
    const quotes = event.quotes.filter(({ source }) => source === 'broker');
    if (quotes.length === 0) return;
    this.messages++;
    const now = this.now();
    for (const quote of quotes) {
      this.last.set(quote.symbol, quote);
      this.lags.push(now - Date.parse(quote.at));
    }
  }
}

/** A stream client that connects, then reads nothing until told. */
export interface SleepingReader {
  /** Last price read of each broker instrument, in paise. */
  readonly last: ReadonlyMap<string, number>;
  wake(): void;
  close(): void;
}

export const openSleepingReader = async (feeding: Feeding): Promise<SleepingReader> => {
  const { url, accessToken } = feeding;
  const request = get(`${url}${STREAM_PATH}`, { headers: { authorization: `Bearer ${accessToken}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await watchAll(feeding);
  const last = new Map<string, number>();
  const count = (event: StreamEvent): void => {
    if (event.type !== 'quote') return;
    for (const { symbol, source, ltp } of event.quotes) if (source === 'broker') last.set(symbol, ltp);
  };
  return {
    last,
    wake: () => {
      const read = sseReader();
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        for (const { data } of read(chunk)) if (data !== '') count(JSON.parse(data) as StreamEvent);
      });
    },
    close: () => request.destroy(),
  };
};
