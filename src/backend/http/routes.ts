import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { whyNot } from '../../shared/ability.ts';
import { type CallId, contract } from '../../shared/contract/index.ts';
import { BODY_LIMIT, type Endpoint, Reply } from '../../shared/contract/endpoint.ts';
import {
  detailsToWire,
  pathValueOf,
  problemsToWire,
  toInside,
  toWire,
} from '../../shared/contract/wire-mapping.ts';
import type { CallContext } from '../call-context.ts';
import type { Clock } from '../clock.ts';
import { requireProof, consumeProof } from '../credentials/proofs.ts';
import { type KeyDeed, type KeyUses, requireScope, requireStrategies } from '../credentials/script-keys.ts';
import type { SecondStepDeps } from '../credentials/second-step.ts';
import type { Database } from '../db/database.ts';
import type { AllHandlers, AnyHandler } from './call-handlers.ts';
import { pauses } from '../pauses.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Authenticator } from './authenticator.ts';
import { successBody } from './envelope.ts';
import { fieldProblems, problemSentence } from '../../shared/field-problems.ts';
import { languageOfHeader } from '../../shared/languages.ts';
import { PROOF_HEADER, readProof } from '../../shared/proof.ts';
import { attemptOf } from '../attempt.ts';
import { type CountCall, LEAVING } from './call-limits.ts';
import { clientOf } from './forwarded.ts';
import { FairTurns } from './fair-turns.ts';
import { answerBytes } from './answer-bytes.ts';
import { LongAnswers } from './long-answers.ts';
import { UnderWay } from './under-way.ts';
import { onceByKey } from './idempotency.ts';
import { requireConnection } from './hung-up.ts';
import type { SourceOf } from './source.ts';

const UuidSchema = z.uuid();

/** One HTTP route of an endpoint; an enumerated path parameter gives one route per value. */
export interface Route {
  readonly path: string;
  /** Path parameters that the path itself fixes. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** Expands `{name}` placeholders: enumerated in the middle of nothing else become literal routes, others `:name`. */
export const routesOf = (endpoint: Endpoint): Route[] => {
  // Without parameters there is nothing to look up, and no schema to build.
  if (!endpoint.path.includes('{')) return [{ path: endpoint.path, fixed: {} }];
  const shape: Readonly<Record<string, z.core.$ZodType>> = endpoint.params._zod.def.shape;
  const names = Object.keys(shape);
  const only = names.length === 1 ? names[0] : undefined;
  const schema: unknown = only ? shape[only] : undefined;
  if (only && schema instanceof z.ZodEnum)
    return schema.options.map((value: string | number) => ({
      path: endpoint.path.replace(`{${only}}`, pathValueOf(only, String(value))),
      fixed: { [only]: String(value) },
    }));
  return [{ path: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), fixed: {} }];
};

const parsePart = (endpoint: Endpoint, part: 'query' | 'body', sent: unknown): Record<string, unknown> => {
  const schema = endpoint[part];
  const value = toInside(schema, sent ?? {});
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const fields = problemsToWire(endpoint, fieldProblems(parsed.error, value));
  throw new Refusal('invalid', problemSentence(fields), { fields });
};

const parseParams = (endpoint: Endpoint, value: unknown): Record<string, unknown> => {
  const parsed = z.safeParse(endpoint.params, value ?? {});
  if (!parsed.success) throw notFound('thing');
  return parsed.data;
};

/** Payload that belongs to a key: as it was sent, so that a key stays the same over a version. */
const payloadOf = (endpoint: Endpoint, params: object, query: object, body: object): object => ({
  ...params,
  ...(toWire(endpoint.query, query) as object),
  ...(toWire(endpoint.body, body) as object),
});

/** A refusal of a handler by the names that its caller knows. */
const refusalOnWire = (endpoint: Endpoint, { code, message, fields, details }: Refusal): Refusal =>
  new Refusal(code, message, {
    ...(fields && { fields: problemsToWire(endpoint, fields) }),
    ...(details !== undefined && { details: detailsToWire(details) }),
  });

const idempotencyKeyOf = (endpoint: Endpoint, request: FastifyRequest): string | null => {
  if (!endpoint.money) return null;
  const header = request.headers['idempotency-key'];
  const parsed = UuidSchema.safeParse(header);
  if (!parsed.success)
    throw new Refusal('invalid', 'This call needs an Idempotency-Key header with a UUID.', {
      fields: { 'Idempotency-Key': 'must be a UUID' },
    });
  // A UUID is the same in capitals.
  return parsed.data.toLowerCase();
};

/** Looks at the proof of a call that asks for one; what is asked for `above-limit` its handler knows. */
const consumeProofOf = async (
  { proofs }: RouteDeps,
  endpoint: Endpoint,
  { headers, caller }: FastifyRequest,
): Promise<void> => {
  if (!endpoint.stepUp) return;
  const header = headers[PROOF_HEADER.toLowerCase()];
  if (header !== undefined) {
    const proof = typeof header === 'string' ? readProof(header) : null;
    if (!proof)
      throw new Refusal('invalid', `The ${PROOF_HEADER} header must be "password …" or "code …".`, {
        fields: { [PROOF_HEADER]: 'must be a proof' },
      });
    await consumeProof(proofs, caller, proof);
  }
  if (endpoint.stepUp === 'always') await requireProof(proofs.database.read, proofs.clock, caller);
};

const MOST_OF_DEVICE = 120;

const deviceOf = (userAgent: string | undefined): string => (userAgent ?? '').slice(0, MOST_OF_DEVICE);

/** Forwards a request to the process that serves its caller; false when that is this one. @throws Refusal */
export type ForwardRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export interface RouteDeps {
  /** Parts that check proofs. */
  readonly proofs: SecondStepDeps;
  readonly database: Database;
  readonly clock: Clock;
  readonly authenticator: Authenticator;
  readonly keyUses: KeyUses;
  readonly handlers: AllHandlers;
  /** Sign-ins a minute from one address. */
  readonly signInsPerMinute: number;
  readonly sourceOf: SourceOf;
  readonly countCall: CountCall;
  readonly forward: ForwardRequest;
  /** Called when the answer of an executed call could not be kept. */
  readonly onUnkept: (error: unknown) => void;
}

/** A call as it is served at a path. */
interface ServedCall {
  readonly id: CallId;
  readonly endpoint: Endpoint;
  readonly route: Route;
  readonly handler: AnyHandler;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The call that is asked for; null where there is none. */
    call: ServedCall | null;
    /** Deed of a script with its key; null of a person, and where it is forwarded. */
    keyDeed: KeyDeed | null;
  }
}

const servedCalls = (handlers: AllHandlers): ServedCall[] =>
  Object.entries(contract).flatMap(([domain, calls]) =>
    (Object.entries(calls) as [string, Endpoint][]).flatMap(([name, endpoint]) => {
      const handler = handlers.of(domain as keyof typeof contract, name);
      const id = `${domain}.${name}` as CallId;
      return routesOf(endpoint).map((route) => ({ id, endpoint, route, handler }));
    }),
  );

const keyOf = (method: string, path: string): string => `${method} ${path}`;

/**
 * Serves every call of the contract: authentication, then the right to it, then path, then payload, then the handler.
 * Calls at a fixed path that have nothing of their own share one route and are found in a table: a route for each
 * would be a good part of the time that a start takes.
 */
export const registerRoutes = (app: FastifyInstance, deps: RouteDeps): void => {
  const tools = {
    ...deps,
    underWay: new UnderWay(),
    longAnswers: new LongAnswers(),
    fair: new FairTurns(),
  };
  app.decorateRequest('call', null);
  app.decorateRequest('keyDeed', null);
  const shared = new Map<string, ServedCall>();
  for (const call of servedCalls(deps.handlers)) {
    const { endpoint, route } = call;
    const isPlain =
      endpoint.bodyLimit === BODY_LIMIT && endpoint.access === 'bearer' && !route.path.includes(':');
    if (isPlain) shared.set(keyOf(endpoint.method, route.path), call);
    else registerOwnRoute(app, tools, call);
  }
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    bodyLimit: BODY_LIMIT,
    onRequest: async (request, reply) => {
      request.call =
        shared.get(keyOf(request.method, `/${(request.params as { '*': string })['*']}`)) ?? null;
      if (!request.call) return reply.callNotFound();
      return admit(tools, request.call, request, reply);
    },
    handler: (request, reply) => answerCall(tools, request, reply),
  });
};

/**
 * Occupy the place of a costly call. It is given back when the work is done and its answer was read: one that
 * nobody reads is held in memory. Returns how to say that the work is done.
 */
const startCostly = (
  underWay: UnderWay,
  callId: CallId,
  atOnce: number,
  { raw, caller }: FastifyRequest,
  reply: FastifyReply,
): (() => void) => {
  const { socket } = raw;
  const moved = (): number => socket.bytesRead + socket.bytesWritten - socket.writableLength;
  const before = moved();
  let [isWorking, isOpen] = [true, true];
  const giveBack = underWay.start(callId, caller.userId, atOnce, {
    waitsForClient: () => !raw.complete || !isWorking,
    bytes: () => moved() - before,
    end: () => socket.destroy(),
  });
  reply.raw.once('close', () => {
    isOpen = false;
    // Of a request that never came whole nothing is worked on.
    if (!isWorking || !raw.complete) giveBack();
  });
  return () => {
    isWorking = false;
    if (!isOpen) giveBack();
  };
};

type RouteTools = RouteDeps & {
  readonly underWay: UnderWay;
  readonly longAnswers: LongAnswers;
  readonly fair: FairTurns;
};

/**
 * Register a route that the shared ones cannot serve. It has a parameter in its path, a larger body, or callers who
 * have not signed in yet.
 */
const registerOwnRoute = (app: FastifyInstance, tools: RouteTools, call: ServedCall): void => {
  const { endpoint, route } = call;
  app.route({
    method: endpoint.method,
    url: route.path,
    bodyLimit: endpoint.bodyLimit,
    config: {
      rateLimit:
        endpoint.access === 'api-token'
          ? {
              max: tools.signInsPerMinute,
              timeWindow: 60_000,
              keyGenerator: (request: FastifyRequest) => tools.sourceOf(clientOf(request)) ?? '',
              // Everybody shares it: one who calls too often would lock out all.
              allowList: (request: FastifyRequest) => tools.sourceOf(clientOf(request)) === null,
            }
          : false,
    },
    onRequest: (request, reply) => {
      request.call = call;
      return admit(tools, call, request, reply);
    },
    handler: (request, reply) => answerCall(tools, request, reply),
  });
};

/** Admit a call whose caller is known and has the right. @throws Refusal */
const admit = async (
  tools: RouteTools,
  { id, endpoint }: ServedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  request.caller = await tools.authenticator.authenticate(endpoint.access, request.headers);
  if (await tools.forward(request, reply)) return;
  const { ability, key } = request.caller;
  if (key) {
    request.keyDeed = id;
    // Before all else: a script that calls too often takes nothing from its person's other keys.
    tools.keyUses.count(key);
  }
  if (endpoint.access === 'bearer') await tools.countCall(id, request, reply);
  if (key) requireScope(key, endpoint);
  const reason = ability && whyNot(ability, id);
  if (reason) throw new Refusal('forbidden', reason);
  if (endpoint.atOnce === null) return;
  requireConnection(request);
  // Before the body is read: what is not to be done is not taken in either.
  request.endCostly = startCostly(tools.underWay, id, endpoint.atOnce, request, reply);
};

/** Does a call that was let in; what it answers is written here where it may be long. @throws Refusal */
const answerCall = async (
  tools: RouteTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const { call } = request;
  if (!call?.endpoint.isLong) return carryOut(tools, request);
  return tools.longAnswers.inTurn(call.id, request, reply, async () => {
    const answer = await carryOut(tools, request);
    void reply.type('application/json; charset=utf-8');
    return answerBytes(answer, pauses());
  });
};

/** Parse the input of an admitted call, and execute the call. Returns the body of the answer. @throws Refusal */
const carryOut = async (tools: RouteTools, request: FastifyRequest): Promise<object> => {
  if (!request.call) throw new Error('A call that is not in the contract was let in.');
  const { id, endpoint, route, handler } = request.call;
  // A user who wants to get out waits for no other call of theirs.
  if (endpoint.access === 'bearer' && !LEAVING.has(id)) await tools.fair.enter(request.caller.userId);
  const params = parseParams(endpoint, { ...(request.params as object), ...route.fixed });
  const query = parsePart(endpoint, 'query', request.query);
  const body = parsePart(endpoint, 'body', request.body);
  const input = { ...params, ...query, ...body };
  const { userId, sessionId, key: script } = request.caller;
  if (script)
    await requireStrategies(tools.database.readOf(userId), { userId, key: script }, request.call, input);
  const key = idempotencyKeyOf(endpoint, request);
  await consumeProofOf(tools, endpoint, request);
  const attempt = key === null ? null : attemptOf(userId, key, id, payloadOf(endpoint, params, query, body));
  const context: CallContext = {
    userId,
    sessionId,
    ownKey: randomUUID(),
    address: clientOf(request),
    source: tools.sourceOf(clientOf(request)),
    device: deviceOf(request.headers['user-agent']),
    language: languageOfHeader(request.headers['accept-language']),
    key: request.caller.key,
    attempt,
  };
  const run = async (): Promise<object> => {
    const answer = await handler(input, context);
    const reply: Reply<unknown> = answer instanceof Reply ? answer : new Reply<unknown>(answer, 'OK');
    return successBody(toWire(endpoint.output, reply.data), reply.message);
  };
  // A ledger call keeps its promise itself, where the money moves; so does a marked one. What stops needs none.
  const carriedOut =
    attempt && endpoint.money === 'orders'
      ? (onceByKey(tools.database, tools.clock, attempt, run, tools.onUnkept) as Promise<object>)
      : run();
  return carriedOut
    .catch((error: unknown) => {
      throw error instanceof Refusal ? refusalOnWire(endpoint, error) : error;
    })
    .finally(() => request.endCostly?.());
};
