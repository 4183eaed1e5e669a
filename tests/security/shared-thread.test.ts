import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, istDate } from '../../src/shared/time.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

/** A structure of eight legs with stops: no more than the contract allows. */
const DOCUMENT = {
  version: 2,
  underlying: 'NIFTY',
  entry: { at: '09:20' },
  exit: { at: '15:15' },
  legs: Array.from({ length: 8 }, (_, at) => ({
    side: at % 2 === 0 ? 'sell' : 'buy',
    kind: at % 4 < 2 ? 'call' : 'put',
    lots: 1,
    strike: { by: 'delta', delta: 0.2 + at / 20 },
    stop: { of: 'premium', distance: { kind: 'percent', value: 30 } },
  })),
};

it('a large request of one person is read while a sweep of another goes on', async () => {
  const [greedy, other] = [await server.register('sweeping'), await server.register('pictured')];
  const { now } = server.backend.parts.marketRuns.simulated.session;
  let isSwept = false;
  const sweep = greedy
    .ask('options.sweep', {
      ...{ document: DOCUMENT, windows: 2 },
      ...{ from_date: istDate(now - 30 * DAY_MS), to_date: istDate(now - DAY_MS) },
      parameters: [{ name: 'stop', from: 1, to: 200, step: 1 }],
    })
    .finally(() => (isSwept = true));
  await wait(500);
  const base64 = Buffer.alloc(500_000).toString('base64');
  // Read, and looked at: there is no such trade.
  expect((await other.ask('journal.keepPicture', { tradeId: 1, base64 })).status).toBe(400);
  expect(isSwept).toBe(false);
  const { status, body } = await sweep;
  expect([status, body.message]).toEqual([200, 'OK']);
}, 120_000);
