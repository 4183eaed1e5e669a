import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * To be asked before something is taken that the end of the connection gives back: who has hung up while their token was
 * looked at has no such end any more.
 * @throws Refusal `unavailable`, which nobody hears
 */
export const requireConnection = ({ raw }: FastifyRequest): void => {
  if (raw.socket.destroyed) throw new Refusal('unavailable', 'Whoever asked has hung up.');
};
