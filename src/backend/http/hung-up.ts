import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Refusal for a client that is gone. Nobody receives it. */
export const hungUp = (): Refusal => new Refusal('unavailable', 'The caller has closed the connection.');

/**
 * Require that the connection of a request is still open. Called before something is taken that the end of the
 * connection gives back: a client that hung up while its token was looked at has no such end any more.
 * @throws Refusal `unavailable`, which nobody receives
 */
export const requireConnection = ({ raw }: FastifyRequest): void => {
  if (raw.socket.destroyed) throw hungUp();
};
