import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ChannelTrouble } from './channel-trouble.ts';
import { addressesOf, lookupOf } from './outside-address.ts';

/** So long the other side may take for its answer. */
const PATIENCE_MS = 15_000;
/** Of an answer so much is read; the rest says nothing more. */
const MOST_ANSWER = 16 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  /** The pause that it asks for, ms; 0 where it asks for none. */
  readonly afterMs: number;
}

/** Pause of a `Retry-After` in seconds, ms. */
const pauseOf = (header: string | undefined): number => {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
};

/**
 * Post a text. Redirects are not followed: they lead to an address that nobody has looked at. `who` is what the person
 * knows the other side by; neither address nor text is in what is thrown.
 * @throws ChannelTrouble without an answer
 */
export const postMessage = async (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { who, mayBeInside }: { readonly who: string; readonly mayBeInside: boolean },
): Promise<HttpAnswer> => {
  const addresses = await addressesOf(url.hostname, mayBeInside);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const fail = (): void =>
      reject(
        isConnected
          ? new ChannelTrouble('unanswered', `${who} did not answer. The message may have arrived.`)
          : new ChannelTrouble('passing', `${who} could not be reached.`),
      );
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'TrickDesk' },
      lookup: lookupOf(addresses),
      // Its own connection each time: one that is kept may be closed by the other side as the message leaves.
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    outgoing.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true)),
    );
    outgoing.on('error', fail);
    // An answer in another protocol is no `response`, and its end no `error`: without this nothing would ever come.
    outgoing.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, body: '', afterMs: 0 });
    });
    outgoing.on('response', (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      const done = (): void =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(parts).toString('utf8').slice(0, MOST_ANSWER),
          afterMs: pauseOf(answer.headers['retry-after']),
        });
      answer.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size < MOST_ANSWER) return;
        done();
        answer.destroy();
      });
      answer.on('end', done);
      answer.on('error', done);
    });
    outgoing.end(body);
  });
};

const isDone = (status: number): boolean => status >= 200 && status < 300;
const isRedirect = (status: number): boolean => status >= 300 && status < 400;
/** Answers after which the same message may be taken later. */
const isPassing = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500;

/** Require that a message was taken. `says` has sentences for some statuses. @throws ChannelTrouble */
export const requireTaken = (
  { status, afterMs }: HttpAnswer,
  who: string,
  says: Readonly<Record<number, string>> = {},
): void => {
  if (isDone(status)) return;
  if (isPassing(status))
    throw new ChannelTrouble('passing', `${who} is busy or out of order (answer ${status}).`, afterMs);
  if (isRedirect(status))
    throw new ChannelTrouble(
      'refused',
      `${who} sends on to another address (answer ${status}), which is not followed. Give that address instead.`,
    );
  throw new ChannelTrouble('refused', says[status] ?? `${who} refused the message (answer ${status}).`);
};
