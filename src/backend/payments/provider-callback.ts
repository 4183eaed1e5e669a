import type { FastifyInstance } from 'fastify';
import type { DeliverMessage } from './payment-provider.ts';
import { SIGNATURE_HEADER } from './signed-callback.ts';

/** Where a payment provider tells what happened. No call of the contract: no person and no window asks it. */
export const PROVIDER_PATH = '/provider/payments';

const BODY_LIMIT = 64 * 1024;

/** `POST /provider/payments`. Who may tell is decided by the signature over the bytes, so they are not read before. */
export const registerProviderCallback = async (
  app: FastifyInstance,
  deliver: DeliverMessage,
): Promise<void> => {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post(PROVIDER_PATH, { bodyLimit: BODY_LIMIT }, async (request) => {
      const signature = request.headers[SIGNATURE_HEADER];
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      await deliver(typeof signature === 'string' ? signature : undefined, body);
      return { status: true, message: 'OK' };
    });
    done();
  });
};
