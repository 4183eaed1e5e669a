import { once } from 'node:events';
import {
  Agent as PlainAgent,
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

/** Time for which a connection is kept. Every server keeps it longer. */
const KEPT = { keepAlive: true, timeout: 4_000 };
const agents = { 'http:': new PlainAgent(KEPT), 'https:': new SecureAgent(KEPT) };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Time for the whole answer, connecting included, ms. */
  readonly patienceMs: number;
  /** Asked once the connection stands, right before the first byte leaves. */
  readonly mayLeave: () => boolean;
}

/** Outcome of a request. `wasSent` is false only when no byte of it can have left. */
export type HttpOutcome =
  | { readonly kind: 'answered'; readonly wasSent: true; readonly status: number; readonly text: string }
  | { readonly kind: 'withdrawn'; readonly wasSent: false }
  | {
      readonly kind: 'failed';
      readonly wasSent: boolean;
      readonly isTimeout: boolean;
      readonly code: string;
    };

/** Resolves when the socket of a request can be written to. */
const connected = async (request: ClientRequest, signal: AbortSignal): Promise<void> => {
  const [socket] = (await once(request, 'socket', { signal })) as [Socket];
  const ready = 'encrypted' in socket ? 'secureConnect' : 'connect';
  // A kept connection was ready before.
  if (!request.reusedSocket) await once(socket, ready, { signal });
  // A kept connection may have been ended by the server, and nobody has looked yet.
  if (request.reusedSocket) await setImmediate();
  if (socket.destroyed) throw new Error('The connection has ended.');
};

const codeOf = (error: unknown): string => {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const code = (first as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
};

/**
 * Send a request once. Nothing of it leaves before the connection stands and `mayLeave` has said yes, so one that waits
 * for a connection can still be withdrawn. A redirect is an answer like another: it is never followed.
 */
export const sendHttp = async (call: HttpRequest): Promise<HttpOutcome> => {
  const signal = AbortSignal.timeout(call.patienceMs);
  for (;;) {
    const { outcome, isKept } = await attempt(call, signal);
    // A kept connection had ended: there is another, or one is made.
    if (outcome.wasSent || outcome.kind !== 'failed' || !isKept || outcome.isTimeout) return outcome;
  }
};

interface Attempt {
  readonly outcome: HttpOutcome;
  /** Whether it went over a connection that an earlier request had made. */
  readonly isKept: boolean;
}

const attempt = async (call: HttpRequest, signal: AbortSignal): Promise<Attempt> => {
  const url = new URL(call.url);
  const isSecure = url.protocol === 'https:';
  const request = (isSecure ? secureRequest : plainRequest)(url, {
    method: call.method,
    headers: { ...call.headers, 'Content-Length': Buffer.byteLength(call.body ?? '') },
    agent: agents[isSecure ? 'https:' : 'http:'],
    signal,
  });
  // Every failure is met below; some come while nobody waits.
  request.on('error', () => undefined);
  let wasSent = false;
  const end = (outcome: HttpOutcome): Attempt => ({ outcome, isKept: request.reusedSocket });
  try {
    await connected(request, signal);
    if (!call.mayLeave()) {
      request.destroy();
      return end({ kind: 'withdrawn', wasSent });
    }
    wasSent = true;
    request.end(call.body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return end({ kind: 'answered', wasSent, status: response.statusCode ?? 0, text: await text(response) });
  } catch (error) {
    request.destroy();
    return end({ kind: 'failed', wasSent, isTimeout: signal.aborted, code: codeOf(error) });
  }
};
