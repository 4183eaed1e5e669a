import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { inRequest, type RequestScope } from '../request-scope.ts';
import { FORWARDED, type IsForwarded } from './forwarded.ts';
import { memberOf } from './source.ts';

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope;
  }
}

/** Ids as proxies draw them: UUIDs, hex, words with dashes. Anything else would let a caller write into the log. */
const SANE = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/**
 * Makes the id of a request: that of a trusted proxy or of another process of the house, if it is sane, or else one of
 * our own.
 */
export const requestIds = (
  trustedProxies: readonly string[],
  isForwarded: IsForwarded,
): ((raw: IncomingMessage) => string) => {
  const isTrusted = memberOf(trustedProxies);
  return ({ headers, socket }) => {
    const given = headers[FORWARDED.requestId];
    if (typeof given !== 'string' || !SANE.test(given)) return randomUUID();
    return isTrusted(socket.remoteAddress ?? '') || isForwarded(headers) ? given : randomUUID();
  };
};

/** Puts the id of a request into every log line of it. To be registered first. */
export const scopeRequests = (app: FastifyInstance): void => {
  app.decorateRequest('scope');
  app.addHook('onRequest', (request, reply, done) => {
    const scope = { id: request.id, isOver: false };
    request.scope = scope;
    reply.raw.once('close', () => (scope.isOver = true));
    inRequest(scope, done);
  });
  // The body has come from the socket, which knows no request.
  app.addHook('preValidation', (request, _reply, done) => inRequest(request.scope, done));
};
