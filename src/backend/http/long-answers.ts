import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallId } from '../../shared/contract/index.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { requireConnection } from './hung-up.ts';

/**
 * Calls with long answers, those of one user one after the other. A turn ends when its answer has been taken: one that
 * nobody reads is held in memory.
 */
export class LongAnswers {
  private readonly lanes = new KeyedLanes<string>();

  /** Does the work of a call when its turn has come. @throws Refusal when its client has hung up meanwhile */
  inTurn<T>(
    callId: CallId,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<T>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.lanes.run(`${request.caller.userId} ${callId}`, async () => {
        try {
          requireConnection(request);
          const closed = new Promise((taken) => reply.raw.once('close', taken));
          resolve(await work());
          await closed;
        } catch (error) {
          // A failure is a short answer.
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }
}
