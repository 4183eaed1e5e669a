import { afterAll, beforeAll, expect, it } from 'vitest';
import { addOwn, crossingRules } from '../../../../tests/support/published.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

it('rules without a stop-loss are refused for a strategy that is sized by risk', async () => {
  const user = await server.register('by-risk');
  const strategyId = await addOwn(user, 'By risk', crossingRules(3));
  await user.call('strategies.settings', { strategyId, riskPercent: 1 });
  // The same change by the call that is there for it.
  expect((await user.ask('strategies.modifyStopLoss', { strategyId, stopLoss: null })).status).toBe(422);
  const document = { ...crossingRules(3), stopLoss: null };
  const { status } = await user.ask('strategies.add', { url: 'update', strategyId, document });
  expect(status).not.toBe(200);
});
