import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallId } from '../../shared/contract/index.ts';
import { Refusal } from '../refusal.ts';

/** Calls by which somebody gets out. They are counted apart, so that nothing else can use up what they have. */
const LEAVING: ReadonlySet<CallId> = new Set([
  'positions.exit',
  'positions.exitAll',
  'positions.cancelOrder',
  'strategies.stop',
  'strategies.sell',
  'baskets.close',
  'live.killSwitch',
]);

const WINDOW_MS = 60_000;

/** Counts a call of a signed-in user and tells what is left in the answer's headers. @throws Refusal `rate` */
export type CountCall = (callId: CallId, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** So many calls a minute for each user, whatever address they come from; `null` for a backend of somebody's own. */
export const callLimits = (app: FastifyInstance, callsPerMinute: number | null): CountCall => {
  if (callsPerMinute === null) return () => Promise.resolve();
  const budget = (name: string) =>
    app.createRateLimit({
      max: callsPerMinute,
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${name} of ${request.caller.userId}`,
    });
  const [leaving, others] = [budget('leaving'), budget('calls')];
  return async (callId, request, reply) => {
    const counted = await (LEAVING.has(callId) ? leaving : others)(request);
    if (counted.isAllowed) return;
    const { max, remaining, ttlInSeconds, isExceeded } = counted;
    void reply.headers({
      'ratelimit-limit': max,
      'ratelimit-remaining': remaining,
      'ratelimit-reset': ttlInSeconds,
      ...(isExceeded && { 'retry-after': ttlInSeconds }),
    });
    if (isExceeded)
      throw new Refusal(
        'rate',
        `More than ${max} calls a minute. Wait ${ttlInSeconds} seconds and try again.`,
      );
  };
};
