import { STREAM_PATH, type StreamEvent } from '../../src/shared/contract/stream.ts';
import { eventToInside } from '../../src/shared/contract/wire-mapping.ts';

interface ReceivedEvent {
  readonly id: number;
  readonly event: StreamEvent;
}

/** A client of `/stream` that keeps what it hears. */
export interface StreamReader {
  readonly status: number;
  readonly received: readonly ReceivedEvent[];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

const parseFrame = (frame: string): ReceivedEvent | null => {
  const field = (name: string) =>
    frame
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = field('data');
  return data === undefined
    ? null
    : { id: Number(field('id')), event: eventToInside(JSON.parse(data)) as StreamEvent };
};

/** Opens the stream of a user; with `lastEventId` it asks for what was missed since. */
export const openStream = async (
  url: string,
  accessToken: string,
  lastEventId?: number,
): Promise<StreamReader> => {
  const abort = new AbortController();
  const response = await fetch(`${url}${STREAM_PATH}`, {
    signal: abort.signal,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
  });
  const received: ReceivedEvent[] = [];
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      received.push(...frames.flatMap((frame) => parseFrame(frame) ?? []));
    }
  };
  const ended = read().catch((error: unknown) => {
    // Ended by us, or cut by the server: either way it is over.
    if (!(error instanceof Error)) throw error;
  });
  return { status: response.status, received, ended, close: () => abort.abort() };
};
