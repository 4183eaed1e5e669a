import { setTimeout as delay } from 'node:timers/promises';
import { STREAM_PATH, StreamEventSchema, type StreamEvent } from '../shared/contract/stream.ts';
import { eventToInside } from '../shared/contract/wire-mapping.ts';
import { sseReader } from '../shared/sse.ts';
import { istTime } from '../shared/time.ts';
import type { Client } from './client.ts';
import { flatRow, jsonOf, type Output } from './print.ts';
import { EXIT, type Exit, Trouble } from './trouble.ts';
import { numberGiven, verb } from './verb.ts';

/** Pause before the stream is opened again, ms; it doubles up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const [UNAUTHORISED, FORBIDDEN] = [401, 403];

const lineOf = (event: StreamEvent): string => {
  const { type, ...rest } = event;
  const fields = Object.entries(flatRow(rest))
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value as string | number | boolean)}`);
  return `${istTime(Date.now())}  ${type}  ${fields.join(' ')}`;
};

interface Follow {
  readonly client: Client;
  readonly lastId: string | null;
  readonly signal: AbortSignal;
  /** Called when it is open: prices that are watched are as old as the stream. */
  readonly onOpen: () => Promise<void>;
  /** Called with each event; false ends the stream. */
  readonly onEvent: (event: StreamEvent) => boolean;
  readonly onId: (id: string) => void;
}

/** @throws Trouble where the key may not */
const refuse = async (response: Response): Promise<void> => {
  if (response.status !== UNAUTHORISED && response.status !== FORBIDDEN) return;
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
  const message = body?.message;
  throw new Trouble(EXIT.key, typeof message === 'string' ? message : 'The key may not follow the stream.');
};

/** Follow the stream once. Returns whether it was open; it ended or broke off then. */
const followOnce = async ({ client, lastId, signal, onOpen, onEvent, onId }: Follow): Promise<boolean> => {
  // However this ends: a connection that stays open would keep the command from ending.
  const own = new AbortController();
  try {
    const response = await fetch(`${client.connection.url}${STREAM_PATH}`, {
      headers: { ...client.headers, ...(lastId !== null && { 'last-event-id': lastId }) },
      signal: AbortSignal.any([signal, own.signal]),
    });
    await refuse(response);
    if (!response.ok || !response.body) return false;
    await onOpen();
    const read = sseReader();
    const decoder = new TextDecoder();
    for await (const chunk of response.body as AsyncIterable<Uint8Array>)
      for (const { id, data } of read(decoder.decode(chunk, { stream: true }))) {
        if (id !== null) onId(id);
        if (data === '') continue;
        const event = StreamEventSchema.safeParse(eventToInside(JSON.parse(data)));
        // A later version may have kinds that this one does not know.
        if (event.success && !onEvent(event.data)) return true;
      }
    return true;
  } finally {
    own.abort();
  }
};

const follow = async (
  client: Client,
  end: AbortSignal,
  out: Output,
  { onOpen, onEvent }: Pick<Follow, 'onOpen' | 'onEvent'>,
): Promise<void> => {
  let lastId: string | null = null;
  let isOver = false;
  const follower = {
    client,
    signal: end,
    onOpen,
    onEvent: (event: StreamEvent) => {
      isOver = !onEvent(event);
      return !isOver;
    },
    onId: (id: string) => void (lastId = id),
  };
  for (let pause = FIRST_PAUSE_MS; !isOver && !end.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      if (await followOnce({ ...follower, lastId })) pause = FIRST_PAUSE_MS;
    } catch (error) {
      if (end.aborted) return;
      if (error instanceof Trouble) throw error;
      if (lastId === null && pause === FIRST_PAUSE_MS)
        throw new Trouble(
          EXIT.away,
          `TrickDesk does not answer at ${client.connection.url}. Is it running?`,
          {
            cause: error,
          },
        );
    }
    if (isOver || end.aborted) return;
    out.say('The stream broke off; it is opened again.');
    await delay(pause, undefined, { signal: end }).catch(() => undefined);
  }
};

/** `trickdesk tail`: what happens, as it happens. */
export const tail = verb('tail', {
  summary: 'Follow what happens: orders, trades, alerts, and prices that are watched. End it with Ctrl-C.',
  help: ['It is opened again where it breaks off, and misses nothing of the last ten minutes.'],
  options: {
    watch: { value: 'SYMBOLS', help: 'Prices to bring too, with commas between them.' },
    only: { value: 'KINDS', help: 'Only these kinds of events, such as order,trade.' },
    count: { value: 'N', help: 'End after so many.' },
    for: { value: 'SECONDS', help: 'End after so long.' },
    json: { help: 'One event a line, as JSON.' },
  },
  run: async ({ options, client: connect, out }): Promise<Exit> => {
    const client = connect();
    const seconds = numberGiven('for', options.for);
    const most = numberGiven('count', options.count) ?? Infinity;
    const kinds = options.only === undefined ? null : new Set(options.only.split(','));
    const end = seconds === undefined ? new AbortController().signal : AbortSignal.timeout(seconds * 1_000);
    const symbols = options.watch?.split(',').map((symbol) => symbol.trim().toUpperCase());
    let count = 0;
    await follow(client, end, out, {
      onOpen: async () => {
        if (!symbols) return;
        const { unknown } = await client.call('stream.watch', { symbols });
        if (unknown.length > 0)
          throw new Trouble(EXIT.usage, `There is no instrument ${unknown.join(', ')}.`);
      },
      onEvent: (event) => {
        if (kinds && !kinds.has(event.type)) return true;
        out.print(options.json ? jsonOf(event, 0) : lineOf(event));
        return ++count < most;
      },
    });
    return EXIT.done;
  },
});
