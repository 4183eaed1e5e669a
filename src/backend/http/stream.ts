import type { FastifyInstance } from 'fastify';
import { STREAM_PATH } from '../../shared/contract/stream.ts';
import type { Authenticator } from './authenticator.ts';
import type { EventHub, StreamMessage } from './event-hub.ts';

/** A comment line this often keeps proxies and clients from giving up. */
const HEARTBEAT_MS = 15_000;
/** A client that reads so slowly that this much waits for it is cut off and told to reload on its return. */
const BACKLOG_LIMIT = 4 * 1024 * 1024;

const frame = (message: StreamMessage): string =>
  `id: ${message.id}\nevent: ${message.event.type}\ndata: ${JSON.stringify(message.event)}\n\n`;

/** Open streams by session, so that a revoked session is cut off at once. */
export class OpenStreams {
  private readonly closers = new Map<number, Set<() => void>>();

  add(sessionId: number, close: () => void): () => void {
    const set = this.closers.get(sessionId) ?? new Set();
    set.add(close);
    this.closers.set(sessionId, set);
    return () => {
      set.delete(close);
      if (set.size === 0) this.closers.delete(sessionId);
    };
  }

  closeSession(sessionId: number): void {
    for (const close of this.closers.get(sessionId) ?? []) close();
  }

  closeAll(): void {
    for (const set of [...this.closers.values()]) for (const close of [...set]) close();
  }
}

/** `GET /stream`: server-sent events of the signed-in user, resumable with `Last-Event-ID`. */
export const registerStream = (
  app: FastifyInstance,
  needs: { authenticator: Authenticator; hub: EventHub; streams: OpenStreams },
): void => {
  app.get(STREAM_PATH, {
    onRequest: async (request) => {
      request.caller = await needs.authenticator.authenticate('bearer', request.headers);
    },
    handler: (request, reply) => {
      const { userId, sessionId } = request.caller;
      reply.hijack();
      const raw = reply.raw;
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'keep-alive',
        'x-request-id': request.id,
      });
      const lastSeen = Number(request.headers['last-event-id']);
      if (Number.isFinite(lastSeen) && request.headers['last-event-id'] !== undefined) {
        const missed = needs.hub.missedSince(userId, lastSeen);
        if (missed) for (const message of missed) raw.write(frame(message));
        else raw.write(frame({ id: needs.hub.latestId, at: 0, event: { type: 'reload' } }));
      } else raw.write(`id: ${needs.hub.latestId}\n: connected\n\n`);
      const unsubscribe = needs.hub.subscribe(userId, (message) => {
        raw.write(frame(message));
        if (raw.writableLength > BACKLOG_LIMIT) raw.destroy();
      });
      const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
      const release = needs.streams.add(sessionId, () => {
        stop();
        raw.end();
      });
      // Also before it is closed: what is published between the end and the close has nobody to go to.
      const stop = (): void => {
        clearInterval(heartbeat);
        unsubscribe();
        release();
      };
      raw.on('close', stop);
    },
  });
};
