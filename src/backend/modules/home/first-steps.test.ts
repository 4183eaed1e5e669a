import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { verifiedForWithdrawals } from '../../../../tests/support/verified-user.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
}, 60_000);
afterAll(() => server.dispose());

const stepsOf = async (user: TestUser) =>
  Object.fromEntries(
    (await user.call('home.summary', {})).agenda.flatMap(({ step, isDone }) =>
      step ? [[step, isDone]] : [],
    ),
  );

it('leads from registering to real money, and ticks off what is there', async () => {
  const user = await server.register('steps');
  expect(await stepsOf(user)).toEqual({
    aadhaar: false,
    pan: false,
    broker: false,
    clone: false,
    'stop-loss': false,
    'go-live': false,
  });
  await verifiedForWithdrawals(server.backend.parts.database, user.email, { pan: false });
  expect(await stepsOf(user)).toMatchObject({ aadhaar: true, pan: false });
  const [first] = (await user.call('home.marketplace', {})).rows;
  const { strategyId } = await user.call('strategies.clone', { strategyId: first!.strategyId });
  const { strategy } = await user.call('strategies.details', { strategyId });
  expect(strategy.origin).toEqual({ name: first!.name, author: first!.strategyAuthor.name });
  expect(first!.origin).toBeNull();
  const { settings } = await user.call('strategies.details', { strategyId });
  expect(settings.stopLoss).not.toBeNull();
  // The stop-loss that the copy came with was nobody's doing.
  expect(await stepsOf(user)).toMatchObject({ clone: true, 'stop-loss': false });
  await user.call('strategies.modifyStopLoss', { strategyId, stopLoss: null });
  expect(await stepsOf(user)).toMatchObject({ clone: true, 'stop-loss': false });
  await user.call('strategies.modifyStopLoss', { strategyId, stopLoss: { kind: 'percent', value: 2 } });
  expect(await stepsOf(user)).toMatchObject({ clone: true, 'stop-loss': true, 'go-live': false });
});

it('somebody else’s steps are their own', async () => {
  expect(await stepsOf(await server.register('other'))).toMatchObject({ clone: false });
});
