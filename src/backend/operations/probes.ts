import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ReadinessCheck } from './readiness.ts';

/** Path at which a supervisor asks whether the process is alive. */
export const HEALTH_PATH = '/healthz';
/** Path at which a load balancer asks whether to send calls here. */
export const READINESS_PATH = '/readyz';

/**
 * `GET /healthz` and `GET /readyz`. They stand before authentication and every limit, and say nothing of the data. A
 * process that is alive is not restarted; one that is not ready gets no calls until it is.
 */
export const registerProbes = (app: FastifyInstance, readiness: ReadinessCheck): void => {
  const config = { isProbe: true };
  app.get(HEALTH_PATH, { config }, async () => {
    await turn();
    return { alive: true };
  });
  app.get(READINESS_PATH, { config }, async (_request, reply) => {
    const current = await readiness.current();
    return reply.code(current.ready ? 200 : 503).send(current);
  });
};
