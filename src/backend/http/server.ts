import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { KnownCaller } from './authenticator.ts';
import { callLimits } from './call-limits.ts';
import { notFound, Refusal } from '../refusal.ts';
import { failureAnswer } from './envelope.ts';
import { nulRefusal } from './nul-text.ts';
import { MOST_LEVELS } from './nesting.ts';
import { readBody, type ReadBody } from './read-body.ts';
import { MOST_VALUES } from './values.ts';
import { formatCount } from '../../shared/money.ts';
import { type CallObserver, observeCalls } from './observed-calls.ts';
import { requestIds, scopeRequests } from './request-ids.ts';
import { clientOf, forwarded } from './forwarded.ts';
import { Forwarding, type ForwardingDeps } from './forwarding.ts';
import { type ForwardRequest, registerRoutes, type RouteDeps } from './routes.ts';
import { Connections } from './connections.ts';
import { registerOpenApi } from './openapi.ts';
import { registerStream, type StreamDeps } from './stream.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: KnownCaller;
    /** Called when the work of a costly call is done; harmless a second time. */
    endCostly: (() => void) | null;
  }
  interface FastifyContextConfig {
    /** Asked every few seconds by a machine: of no interest in a log. */
    isProbe?: boolean;
  }
}

const noSchema = (): never => {
  throw new Error('Calls are checked by the contract: a route has no schema of its own.');
};
/**
 * Stand-ins for Fastify's own schema compilers. Nothing here needs those, and they take a good part of the time of a
 * start.
 */
const NO_COMPILERS = { buildValidator: () => noSchema, buildSerializer: () => noSchema };

/** Longest head of a request that Node accepts. */
const LONGEST_URL = 16 * 1024;
const REQUEST_TIMEOUT_MS = 120_000;
/** The head of a request is a few lines; a client that has not sent it by then is not going to. */
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * Time after which an idle connection is closed. Nothing moves on it any more, as where an answer is not read. The
 * stream has news more often.
 */
const IDLE_TIMEOUT_MS = 180_000;
/** Interval of checks for late requests. */
const LATE_ROUND_MS = 2_000;
/** A request of more bytes is read on a thread: nobody waits while it is. */
const LARGE_BODY = 512 * 1024;

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Names by which this server may be addressed; any other may be an attempt at DNS rebinding. */
const LOOPBACK_HOST = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;

export interface ServerDeps extends Omit<RouteDeps & StreamDeps, 'countCall' | 'forward'> {
  /** Calls a minute of each user; null where the backend is somebody's own. */
  readonly callsPerMinute: number | null;
  readonly logger: Logger;
  /** Adds what is served beside the contract. */
  readonly registerOthers: (app: FastifyInstance) => Promise<void>;
  /** Addresses whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  /** The other processes of a house; null of one that is alone. */
  readonly others: Pick<ForwardingDeps, 'map' | 'secret'> | null;
  /** Called for each request that is forwarded; for metrics. */
  readonly onForward?: (() => void) | undefined;
  /** Only answer to loopback names. */
  readonly isLoopback: boolean;
  /** Called as calls begin and end; for metrics. */
  readonly calls?: CallObserver | undefined;
  /** Reads the JSON of a large request on a thread; the bytes are gone then. */
  readonly readLargeBody: (bytes: Uint8Array<ArrayBuffer>) => Promise<ReadBody>;
}

/** The HTTP server: every contract call, the stream, one error envelope. */
export const createServer = async (deps: ServerDeps): Promise<FastifyInstance> => {
  const isForwarded = forwarded(deps.others?.secret);
  const app = Fastify({
    genReqId: requestIds(deps.trustedProxies, isForwarded),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: LATE_ROUND_MS },
    forceCloseConnections: true,
    // Only what exactly these say of where a call came from is believed.
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    // A part of a path is as long as a URL may be: its call says that nothing is found.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: LONGEST_URL },
    schemaController: { compilersFactory: NO_COMPILERS },
    // A path that the router cannot take: broken escapes. It names nothing, so nothing is found.
    frameworkErrors: (_error, request, reply) => {
      const { status, body } = failureAnswer(notFound('thing'), request.id);
      const plain = reply as FastifyReply;
      void plain
        .code(status)
        .headers({ ...SECURITY_HEADERS, 'x-request-id': request.id })
        .send(body);
    },
  });
  app.decorateRequest('caller');
  const connections = new Connections();
  connections.watch(app.server);
  const others =
    deps.others &&
    new Forwarding({
      ...deps.others,
      logger: deps.logger,
      onForward: deps.onForward,
      carries: (socket, userId) => connections.carries(socket, userId),
    });
  const forward: ForwardRequest = (request, reply) => {
    if (!others) return Promise.resolve(false);
    // With the program's token alone nobody is signed in.
    if (request.caller.ability === null)
      return others.forwardStranger(request, reply, deps.sourceOf(clientOf(request)));
    if (request.isForwarded)
      reply.raw.once('close', connections.carries(request.raw.socket, request.caller.userId));
    else connections.isKnown(request.raw.socket, request.caller.userId);
    return others.forward(request, reply);
  };
  app.addHook('onClose', () => others?.close());
  app.decorateRequest('isForwarded', false);
  app.decorateRequest('endCostly', null);
  app.decorateRequest('failure', null);
  scopeRequests(app);
  if (deps.calls) observeCalls(app, deps.calls);

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
    request.isForwarded = isForwarded(request.headers);
    if (deps.isLoopback && !LOOPBACK_HOST.test(request.headers.host ?? '')) {
      request.failure = 'forbidden';
      void reply.code(403).send({
        status: false,
        message: 'This server only answers on this machine.',
        code: 'forbidden',
        requestId: request.id,
      });
      return;
    }
    done();
  });

  // Behind the door: whoever is let in has shown a token. That of the program, which many have, makes nobody known.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const caller = request.caller as KnownCaller | undefined;
    if (caller?.ability && !request.isForwarded) connections.isKnown(request.raw.socket, caller.userId);
    done(null, payload);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.isProbe ? 'debug' : 'info';
    deps.logger[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.call?.route.path ?? request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: (request.caller as KnownCaller | undefined)?.userId ?? 0,
      },
      'call',
    );
    const { keyDeed, caller } = request;
    if (keyDeed && caller.key)
      deps.keyUses
        .write(caller.userId, caller.key, {
          call: keyDeed,
          result: request.failure ?? 'ok',
          address: clientOf(request),
        })
        .catch((error: unknown) => deps.logger.error({ err: error }, 'the use of a key was not written'));
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    // Also what never came to its handler: a body that could not be read, say.
    request.endCostly?.();
    const answer = failureAnswer(error, request.id);
    request.failure = answer.body.code;
    if (answer.isDefect) deps.logger.error({ requestId: request.id, err: error }, 'call failed');
    void reply.code(answer.status).send(answer.body);
  });
  app.setNotFoundHandler((request, reply) => {
    request.failure = 'no-such-call';
    void reply.code(404).send({
      status: false,
      message: 'There is no such call.',
      code: 'no-such-call',
      requestId: request.id,
    });
  });

  // An empty body is an empty payload, whatever its content type says.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer<ArrayBuffer>) => {
      const read = await (body.length > LARGE_BODY ? deps.readLargeBody(body) : readBody(body));
      if (read.ok) return read.value;
      if (read.why === 'nul') throw nulRefusal(read.fields);
      if (read.why === 'not-json') throw Object.assign(new Error('not JSON'), { statusCode: 400 });
      if (read.why === 'many')
        throw new Refusal('invalid', `The request holds more than ${formatCount(MOST_VALUES)} values.`);
      throw new Refusal('invalid', `The request is nested deeper than ${MOST_LEVELS} levels.`);
    },
  );

  await app.register(rateLimit, { global: false });
  const counted = { ...deps, forward, countCall: callLimits(app, deps.callsPerMinute, deps.sourceOf) };
  registerRoutes(app, counted);
  registerStream(app, counted);
  registerOpenApi(app);
  await deps.registerOthers(app);
  return app;
};
