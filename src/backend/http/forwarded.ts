import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Headers of a request that a process forwards to another. */
export const FORWARDED = {
  /** The secret of the house. */
  secret: 'x-trickdesk-house',
  /** Address of the client. */
  client: 'x-trickdesk-client',
  requestId: 'x-request-id',
} as const;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether another process of the house has forwarded a request. */
export type IsForwarded = (headers: IncomingHttpHeaders) => boolean;

/** `secret` is the house's; none of a process that is alone. */
export const forwarded = (secret: string | undefined): IsForwarded => {
  if (secret === undefined) return () => false;
  const expected = digest(secret);
  return (headers) => {
    const given = headers[FORWARDED.secret];
    return typeof given === 'string' && timingSafeEqual(digest(given), expected);
  };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether another process of the house has forwarded it. */
    isForwarded: boolean;
  }
}

/** Address of the client: of a request that was forwarded, the one that the other process saw. */
export const clientOf = ({ isForwarded, headers, ip }: FastifyRequest): string => {
  const client = headers[FORWARDED.client];
  return isForwarded && typeof client === 'string' ? client : ip;
};
