import type { FastifyInstance } from 'fastify';

const OPENAPI_PATH = '/openapi.json';

/**
 * Serves what the contract says of every call, to anybody: it holds nothing of a person. It is made when it is first
 * asked for, and once.
 */
export const registerOpenApi = (app: FastifyInstance): void => {
  let made: Promise<Buffer> | null = null;
  const make = async (): Promise<Buffer> => {
    const { openApiDocument } = await import('../../shared/openapi/openapi-document.ts');
    return Buffer.from(JSON.stringify(openApiDocument()));
  };
  app.get(OPENAPI_PATH, async (_request, reply) => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return reply.type('application/json; charset=utf-8').send(await made);
  });
};
