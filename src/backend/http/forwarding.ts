import { createHash } from 'node:crypto';
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../refusal.ts';
import { clientOf, FORWARDED } from './forwarded.ts';
import { hungUp, requireConnection } from './hung-up.ts';

/** Headers of one connection, which are not passed on. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);
/** Headers of a request that only this process writes. */
const OWN: ReadonlySet<string> = new Set(Object.values(FORWARDED));

/** Time in which another process takes a connection. */
const CONNECT_MS = 2_000;
/** An idle connection is closed well before the other side does: nothing is sent on one that is being closed. */
const IDLE_MS = 30_000;
/** Idle connections that are kept to each of the others. */
const MOST_IDLE = 16;

/** Answer of a process that does not serve the user (any more). */
export const MISDIRECTED = 421;

const MOVING = 'The server of your account is just starting. Nothing was done; try again in a moment.';

export interface ForwardingDeps {
  readonly map: {
    /** Address of the process that serves a user: null for this one, '' while there is none. */
    addressOf(userId: number): string | null;
    look(): Promise<void>;
    onLooked(listener: () => void): void;
  };
  /** The secret of the house. */
  readonly secret: string;
  readonly logger: Logger;
  /** Called when a connection carries a request of a user; returns how to say that it is done. */
  readonly carries: (socket: Socket, userId: number) => () => void;
  /** Called for each request that is forwarded. */
  readonly onForward?: (() => void) | undefined;
}

/** Where a request goes, and for whom. */
interface Destination {
  readonly userId: number;
  readonly address: string;
}

/** A request at another process. */
interface UnderWay extends Destination {
  readonly end: () => void;
}

/** Beyond the id of every user. */
const STRANGERS = 2 ** 40;
const STRANGERS_APART = 4_096;

/** Stands for people of a network who have not signed in. */
const strangerOf = (source: string): number =>
  STRANGERS + (createHash('sha256').update(source).digest().readUInt32BE(0) % STRANGERS_APART);

const without = (headers: IncomingHttpHeaders, left: ReadonlySet<string>): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)));

/**
 * Headers of a request at the other process. A body without a length is in chunks there too: of a GET Node would write
 * it bare, and what follows on the connection would begin inside it.
 */
const headersThere = (request: FastifyRequest, secret: string): IncomingHttpHeaders => ({
  ...without(without(request.headers, OF_CONNECTION), OWN),
  ...(request.headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
  [FORWARDED.secret]: secret,
  [FORWARDED.client]: clientOf(request),
  [FORWARDED.requestId]: request.id,
});

/**
 * Forwards whole requests to the process that serves their user, streams too. A request is sent once: when no
 * connection comes about nothing was done, and the caller is told so; when an answer is lost the caller's connection is
 * cut, as where a server dies, since nobody knows what was done.
 */
export class Forwarding {
  private readonly deps: ForwardingDeps;
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MOST_IDLE });
  private readonly underWay = new Set<UnderWay>();

  constructor(deps: ForwardingDeps) {
    this.deps = deps;
    deps.map.onLooked(() => this.endMoved());
  }

  /**
   * Forward a request if another process serves its caller.
   * @returns whether it was; `reply` is answered then
   * @throws Refusal `unavailable` while no process does
   */
  async forward(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { map } = this.deps;
    const { userId } = request.caller;
    let address = map.addressOf(userId);
    if (address === null) return false;
    if (request.isForwarded) {
      void reply.code(MISDIRECTED).send();
      return true;
    }
    if (address === '') {
      await map.look();
      address = map.addressOf(userId) ?? '';
      if (address === '') throw new Refusal('unavailable', MOVING);
    }
    return this.carry(request, reply, { address, userId });
  }

  /**
   * Forward a call of somebody who has not signed in. It goes to the process that counts those of their network
   * (`source`): the limit of an address holds whichever is called.
   * @returns whether it was; `reply` is answered then
   */
  async forwardStranger(
    request: FastifyRequest,
    reply: FastifyReply,
    source: string | null,
  ): Promise<boolean> {
    if (source === null || request.isForwarded) return false;
    const userId = strangerOf(source);
    const address = this.deps.map.addressOf(userId);
    // While nobody serves that part, any process does.
    if (address === null || address === '') return false;
    return this.carry(request, reply, { address, userId });
  }

  private async carry(request: FastifyRequest, reply: FastifyReply, to: Destination): Promise<true> {
    const { map } = this.deps;
    // One who has hung up meanwhile would never be heard to.
    requireConnection(request);
    this.deps.onForward?.();
    const answer = await this.send(request, to);
    if (answer.statusCode === MISDIRECTED) {
      answer.resume();
      await map.look();
      throw new Refusal('unavailable', MOVING);
    }
    reply.hijack();
    reply.raw.writeHead(answer.statusCode ?? 502, without(answer.headers, OF_CONNECTION));
    reply.raw.flushHeaders();
    answer.pipe(reply.raw);
    // Half an answer is none: the caller hears that it was cut off.
    answer.once('error', () => reply.raw.destroy());
    answer.once('aborted', () => reply.raw.destroy());
    return true;
  }

  close(): void {
    for (const { end } of this.underWay) end();
    this.agent.destroy();
  }

  /** Resolves with the head of the answer. @throws Refusal when nothing was sent */
  private send(request: FastifyRequest, { address, userId }: Destination): Promise<IncomingMessage> {
    const { raw } = request;
    const outgoing = send(address, {
      agent: this.agent,
      method: raw.method,
      // As it came: a whole URL, or one that begins with two slashes, names nowhere else.
      path: raw.url,
      headers: headersThere(request, this.deps.secret),
    });
    const entry: UnderWay = { userId, address, end: () => outgoing.destroy() };
    this.underWay.add(entry);
    outgoing.once('close', () => this.underWay.delete(entry));
    outgoing.once('socket', (socket) => outgoing.once('close', this.deps.carries(socket, userId)));
    // A caller who hangs up has the work ended where it is done.
    raw.socket.once('close', entry.end);
    outgoing.once('close', () => raw.socket.off('close', entry.end));
    return new Promise((resolve, reject) => {
      const hasConnection = connected(outgoing, () => raw.pipe(outgoing));
      outgoing.once('response', resolve);
      outgoing.on('error', (error) => {
        if (raw.socket.destroyed) {
          reject(hungUp());
          return;
        }
        if (hasConnection()) {
          this.deps.logger.warn({ err: error, address }, 'the answer of another process was lost');
          raw.socket.destroy();
          reject(error);
          return;
        }
        void this.deps.map.look();
        reject(new Refusal('unavailable', MOVING, { cause: error }));
      });
    });
  }

  /** End requests at processes that do not serve their users any more. A frozen one never would. */
  private endMoved(): void {
    for (const { userId, address, end } of this.underWay)
      if (this.deps.map.addressOf(userId) !== address) end();
  }
}

/** Calls `then` when a request has its connection. Returns whether it has. */
const connected = (outgoing: ClientRequest, then: () => void): (() => boolean) => {
  let isConnected = false;
  const use = (): void => {
    isConnected = true;
    then();
  };
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) {
      use();
      return;
    }
    const patience = setTimeout(() => outgoing.destroy(new Error('no connection in time')), CONNECT_MS);
    socket.once('connect', () => {
      clearTimeout(patience);
      use();
    });
    socket.once('close', () => clearTimeout(patience));
  });
  return () => isConnected;
};
