import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestBackend, TEST_API_TOKEN, type TestBackend } from '../../../tests/support/test-backend.ts';

let server: TestBackend;
afterEach(() => server.dispose());

/** Status of a sign-in sent to a server under the given name. */
const statusUnder = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'a wild guess' });
    const headers = { host, 'x-api-token': TEST_API_TOKEN, 'content-type': 'application/json' };
    request(`${server.url}/jwt/login`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end(body);
  });

describe('a server that listens on its own machine', () => {
  it('answers only to the machine’s own names, so that no page can reach it under another', async () => {
    server = await startTestBackend();
    for (const host of ['127.0.0.1', 'localhost:8787', '[::1]']) expect(await statusUnder(host)).toBe(401);
    for (const host of ['strategy.example', '127.0.0.1.evil.example', 'localhost.evil.example'])
      expect(await statusUnder(host), host).toBe(403);
  });

  it('answers to the name that the world knows it by, when a proxy stands before it', async () => {
    server = await startTestBackend({ trustedProxies: ['127.0.0.1'] });
    expect(await statusUnder('strategy.example')).toBe(401);
  });
});
