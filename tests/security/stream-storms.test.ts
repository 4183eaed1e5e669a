import { afterAll, beforeAll, expect, it } from 'vitest';
import { STREAM_PATH } from '../../src/shared/contract/stream.ts';
import { openStream } from '../support/stream-reader.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

const MOST_OPENED = 60;

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ callsPerMinute: 600 });
});
afterAll(() => server.dispose());

it('streams that are opened again and again are refused beyond a limit, and the answer says when to come back', async () => {
  const user = await server.register('opens-again');
  for (let opened = 0; opened < MOST_OPENED; opened++) {
    const stream = await openStream(server.url, user.accessToken);
    expect(stream.status).toBe(200);
    stream.close();
    await stream.ended;
  }
  const answer = await fetch(`${server.url}${STREAM_PATH}`, {
    headers: { authorization: `Bearer ${user.accessToken}` },
    signal: AbortSignal.timeout(5_000),
  });
  expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([429, String(MOST_OPENED)]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({
    code: 'rate',
    message: expect.stringMatching(/^More than 60 new streams a minute\. Wait \d+ seconds/) as string,
  });
  // What is counted apart takes nothing from calls.
  expect((await user.ask('alerts.count')).status).toBe(200);
}, 60_000);
