import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { STREAM_PATH, type StreamEvent } from '../../shared/contract/stream.ts';
import type { Clock } from '../clock.ts';
import { QUOTAS } from '../quotas.ts';
import { Refusal } from '../refusal.ts';
import { type KeyUses, requireScope } from '../credentials/script-keys.ts';
import type { Authenticator, KnownCaller } from './authenticator.ts';
import type { CountCall } from './call-limits.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { ForwardRequest } from './routes.ts';
import { requireConnection } from './hung-up.ts';
import { StreamWriter } from './stream-writer.ts';

/** A comment line this often keeps proxies and clients from giving up. */
const HEARTBEAT_MS = 15_000;

const addTo = (sets: Map<number, Set<() => void>>, id: number, close: () => void): (() => void) => {
  const set = sets.get(id) ?? new Set();
  set.add(close);
  sets.set(id, set);
  return () => {
    // Once: by a second time others may have come under the same id.
    if (set.delete(close) && set.size === 0) sets.delete(id);
  };
};

/** Open streams by session: a revoked session is cut off at once. */
export class OpenStreams {
  private readonly closers = new Map<number, Set<() => void>>();
  /** Streams of scripts, by user. */
  private readonly scripts = new Map<number, Set<() => void>>();

  add({ userId, sessionId, key }: KnownCaller, close: () => void): () => void {
    const release = addTo(this.closers, sessionId, close);
    const releaseScript = key && addTo(this.scripts, userId, close);
    return () => {
      release();
      releaseScript?.();
    };
  }

  /** Open streams of a user's keys, all together. */
  ofKeys(userId: number): number {
    return this.scripts.get(userId)?.size ?? 0;
  }

  get count(): number {
    let count = 0;
    for (const set of this.closers.values()) count += set.size;
    return count;
  }

  closeSession(sessionId: number): void {
    for (const close of this.closers.get(sessionId) ?? []) close();
  }

  /** End streams of sessions that were ended elsewhere; `revokedOf` picks them out. */
  async endRevoked(revokedOf: (sessionIds: readonly number[]) => Promise<readonly number[]>): Promise<void> {
    if (this.closers.size === 0) return;
    for (const sessionId of await revokedOf([...this.closers.keys()])) this.closeSession(sessionId);
  }

  closeAll(): void {
    for (const set of [...this.closers.values()]) for (const close of [...set]) close();
  }
}

export interface StreamDeps {
  readonly authenticator: Authenticator;
  readonly keyUses: KeyUses;
  readonly countCall: CountCall;
  readonly forward: ForwardRequest;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly streams: OpenStreams;
  /** Prices of what the session of a stream watches. */
  readonly prices: {
    open(userId: number, sessionId: number, send: (event: StreamEvent) => void): () => void;
  };
}

/** Scripts have streams of their own: whatever they open, the window still hears what happens. @throws Refusal */
const requireStreamRoom = ({ hub, streams }: StreamDeps, { userId, key }: KnownCaller): void => {
  const ofKeys = streams.ofKeys(userId);
  if (key && ofKeys >= QUOTAS.streams)
    throw new Refusal(
      'rate',
      `No more than ${QUOTAS.streams} streams of an account’s keys are open at once.`,
    );
  if (!key && hub.listenersOf(userId) - ofKeys >= QUOTAS.streams)
    throw new Refusal('rate', `No more than ${QUOTAS.streams} streams of one account are open at once.`);
};

/** `GET /stream`: server-sent events of the signed-in user, resumable with `Last-Event-ID`. */
export const registerStream = (app: FastifyInstance, deps: StreamDeps): void => {
  app.get(STREAM_PATH, {
    onRequest: async (request, reply) => {
      request.caller = await deps.authenticator.authenticate('bearer', request.headers);
      if (await deps.forward(request, reply)) return;
      const { key } = request.caller;
      if (key) {
        request.keyDeed = 'stream';
        deps.keyUses.count(key);
      }
      await deps.countCall('stream', request, reply);
      if (key) {
        requireScope(key, { keyScope: 'read' });
        if (key.onlyStrategyIds !== null)
          throw new Refusal(
            'forbidden',
            'This key is limited to some strategies, and the stream tells of all. Make one without that limit.',
          );
      }
      requireConnection(request);
      requireStreamRoom(deps, request.caller);
    },
    handler: (request, reply) => {
      const { userId, sessionId, key } = request.caller;
      reply.hijack();
      const raw = reply.raw;
      raw.writeHead(200, {
        // What every answer says of itself: a stream that is written by hand would leave it out.
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        connection: 'keep-alive',
      });
      const { hub } = deps;
      const lastSeen = Number(request.headers['last-event-id']);
      const writer = new StreamWriter(raw, hub.latestId);
      const send = (event: StreamEvent, isVolatile: boolean): void =>
        writer.send({ id: hub.latestId, at: 0, event, isVolatile });
      if (Number.isFinite(lastSeen) && request.headers['last-event-id'] !== undefined) {
        const missed = hub.missedSince(userId, lastSeen);
        if (missed) for (const message of missed) writer.send(message);
        else send({ type: 'reload' }, false);
      } else writer.greet();
      const leavePrices = deps.prices.open(userId, sessionId, (event) => send(event, true));
      const unsubscribe = hub.subscribe(userId, (message) => writer.send(message));
      const heartbeat = setInterval(() => {
        if (key && key.expiresAt <= deps.clock.now()) deps.streams.closeSession(sessionId);
        else writer.beat();
      }, HEARTBEAT_MS);
      const release = deps.streams.add(request.caller, () => {
        stop();
        raw.end();
      });
      // Also before it is closed: what is published between the end and the close has nobody to go to.
      const stop = (): void => {
        clearInterval(heartbeat);
        unsubscribe();
        leavePrices();
        release();
      };
      raw.on('close', stop);
    },
  });
};
