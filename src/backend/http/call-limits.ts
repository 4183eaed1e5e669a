import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallId } from '../../shared/contract/index.ts';
import { clientOf } from './forwarded.ts';
import type { SourceOf } from './source.ts';
import { Refusal } from '../refusal.ts';

/**
 * Calls by which somebody gets out. With them are those that settle what may stand in the way. They are counted
 * apart, so that nothing else can use up what they have.
 */
export const LEAVING: ReadonlySet<CallId> = new Set([
  'positions.exit',
  'positions.exitAll',
  'positions.cancelOrder',
  'strategies.stop',
  'strategies.sell',
  'baskets.close',
  'manual.close',
  'manual.closeNet',
  'manual.endLive',
  'live.killSwitch',
  'live.resolve',
  'live.settleDifference',
  'gtt.cancel',
]);

const WINDOW_MS = 60_000;

/** Things that are counted: a call, or the opening of a stream. */
type Counted = CallId | 'stream';

/** Count a signed-in user's call; the answer's headers carry what is left. @throws Refusal `rate` */
export type CountCall = (what: Counted, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Streams that a user may open a minute. A stream that is opened again sends up to 5,000 missed events, as costly as
 * many calls; a window opens one.
 */
const STREAMS_PER_MINUTE = 60;

/** Users of one house who may all be busy at once. */
const USERS_OF_ADDRESS = 10;

/**
 * Limit of calls a minute, for each user and for each address. A user's holds whatever address the calls come from, and
 * all keys of a user have as much together; an address has ten times as many, whatever users. `null`, for a backend of
 * the user's own, sets no limit. An address that many share is not counted.
 */
export const callLimits = (
  app: FastifyInstance,
  callsPerMinute: number | null,
  sourceOf: SourceOf,
): CountCall => {
  if (callsPerMinute === null) return () => Promise.resolve();
  const budget = (name: string, max = callsPerMinute) =>
    app.createRateLimit({
      max,
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${name} of ${request.caller.userId}`,
    });
  const [leaving, others] = [budget('leaving'), budget('calls')];
  const mostStreams = Math.min(callsPerMinute, STREAMS_PER_MINUTE);
  const streams = budget('streams', mostStreams);
  // One for all keys of a user: a key each would be twenty times the calls for the server.
  const ofKeys = { calls: budget('calls of keys'), streams: budget('streams of keys', mostStreams) };
  const ofAddress = app.createRateLimit({
    max: USERS_OF_ADDRESS * callsPerMinute,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `address ${sourceOf(clientOf(request))}`,
    allowList: (request) => sourceOf(clientOf(request)) === null,
  });
  const spend = async (
    limit: typeof leaving,
    request: FastifyRequest,
    reply: FastifyReply,
    { noun = 'calls', whose = '', isTold = true } = {},
  ) => {
    const counted = await limit(request);
    if (counted.isAllowed) return;
    const { max, remaining, ttlInSeconds, isExceeded } = counted;
    if (!isExceeded && !isTold) return;
    void reply.headers({
      'ratelimit-limit': max,
      'ratelimit-remaining': remaining,
      'ratelimit-reset': ttlInSeconds,
      ...(isExceeded && { 'retry-after': ttlInSeconds }),
    });
    if (isExceeded)
      throw new Refusal(
        'rate',
        `More than ${max} ${noun} a minute${whose}. Wait ${ttlInSeconds} seconds and try again.`,
      );
  };
  // What is left of one's own is told in the headers.
  const spendOfAddress = (request: FastifyRequest, reply: FastifyReply) =>
    spend(ofAddress, request, reply, { whose: ' from your address', isTold: false });
  // What scripts do uses up nothing of what their person has in the window.
  return async (what, request, reply) => {
    const isStream = what === 'stream';
    if (request.caller.key) {
      if (isStream) return spend(ofKeys.streams, request, reply, { noun: 'new streams of keys' });
      await spend(ofKeys.calls, request, reply, { noun: 'calls of keys' });
      // Last: what is beyond the keys' own is not taken from the window at the same address.
      await spendOfAddress(request, reply);
    } else if (isStream) await spend(streams, request, reply, { noun: 'new streams' });
    else if (LEAVING.has(what)) await spend(leaving, request, reply);
    else {
      await spendOfAddress(request, reply);
      await spend(others, request, reply);
    }
  };
};
