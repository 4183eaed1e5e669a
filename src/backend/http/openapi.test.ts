import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../shared/openapi/openapi-document.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

it('a running backend answers with its OpenAPI document, without a token', async () => {
  const answers = await Promise.all([1, 2].map(() => fetch(`${server.url}/openapi.json`)));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  }
});
