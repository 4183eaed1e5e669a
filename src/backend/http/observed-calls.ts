import type { FastifyInstance } from 'fastify';
import type { CallId } from '../../shared/contract/index.ts';
import { STREAM_PATH } from '../../shared/contract/stream.ts';
import type { FailureCode } from '../../shared/failure.ts';

/** How a call ended. One whose client did not wait for the answer is `aborted`. */
export type CallOutcome = FailureCode | 'ok' | 'aborted';

/** Names that calls are counted by; `other` is what the contract does not have. */
export type CallName = CallId | 'stream' | 'other';

/** Follows calls from their first line to their end. */
export interface CallObserver {
  begun(): void;
  ended(name: CallName, outcome: CallOutcome, seconds: number): void;
  /** A stream that was not opened. One that is open is no call. */
  streamRefused(outcome: CallOutcome): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused or failed; null otherwise. */
    failure: FailureCode | null;
  }
}

/** Reports each call to an observer. To be registered first: what later hooks refuse is a call too. */
export const observeCalls = (app: FastifyInstance, observer: CallObserver): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const isStream = url === STREAM_PATH;
    const began = performance.now();
    if (!config.isProbe && !isStream) observer.begun();
    // A client that hangs up ends no answer: the close comes either way.
    reply.raw.once('close', () => {
      const outcome = request.failure ?? (reply.raw.writableFinished ? 'ok' : 'aborted');
      if (isStream && request.failure) observer.streamRefused(outcome);
      if (config.isProbe || isStream) return;
      observer.ended(request.call?.id ?? 'other', outcome, (performance.now() - began) / 1_000);
    });
    done();
  });
};
