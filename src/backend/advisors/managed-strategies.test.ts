import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { costlyRules } from '../../../tests/support/costly-rules.ts';
import { riskAnswers, RISK_VERSION } from '../../../tests/support/risk-answers.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { requireRunningQuota } from '../trading/running-quota.ts';

/** All of the indicators that an account may have running. */
const HEAVY = costlyRules(50, 16, 14);

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

it('one that does not start is stopped, and its owner is notified', async () => {
  const user = await server.register('does-not-start');
  const { reference } = await user.call('wallet.add', { amount: 10_000_00, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until('the money', async () => (await user.call('wallet.mine', {})).available > 0);
  await user.call('advisors.saveQuestionnaire', { version: RISK_VERSION, answers: riskAnswers('most') });
  const failing = vi
    .spyOn(server.backend.parts.marketRuns, 'startStrategy')
    .mockRejectedValueOnce(new Error('the candles cannot be read'));
  await user.call('subscription.buy', { planId: 'advisor-steady' });
  const alertsOf = async () =>
    (await user.call('alerts.list', {})).notification_list.filter(({ title }) =>
      title.endsWith(' did not start'),
    );
  await until('the alert', async () => (await alertsOf()).length > 0);
  failing.mockRestore();
  expect(await alertsOf()).toHaveLength(1);
  const { rows } = await user.call('strategies.mine', { strategyStatus: 0, pageType: 'All', pageSize: 50 });
  const stopped = rows.filter(({ strategyStatus }) => strategyStatus === STRATEGY_STATUS.stopped);
  expect(stopped.map(({ name }) => `${name} did not start`)).toEqual(
    (await alertsOf()).map(({ title }) => title),
  );
}, 60_000);

it('a plan that is activated again runs no more than an account may have running', async () => {
  const user = await server.register('runs-too-much');
  const { reference } = await user.call('wallet.add', { amount: 10_000_00, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until('the money', async () => (await user.call('wallet.mine', {})).available > 0);
  await user.call('advisors.saveQuestionnaire', { version: RISK_VERSION, answers: riskAnswers('most') });
  await user.call('subscription.buy', { planId: 'advisor-steady' });
  const { rows } = await user.call('strategies.mine', { strategyStatus: 0, pageType: 'All', pageSize: 50 });
  const copies = rows.filter(({ managedBy }) => managedBy !== null).map(({ strategyId }) => strategyId);
  expect(copies.length).toBeGreaterThan(1);
  for (const strategyId of copies) {
    await user.call('strategies.stop', { strategyId });
    await user.call('strategies.add', { url: 'update', strategyId, document: HEAVY });
  }
  // Another plan ends the first; then the first is activated again, with the copies of before.
  await user.call('subscription.buy', { planId: 'advisor-swing' });
  await user.ask('subscription.buy', { planId: 'advisor-steady' });
  const { database } = server.backend.parts;
  const { id: userId } = await user.call('profile.mine', {});
  const running = await database.read
    .selectFrom('strategies')
    .select('id')
    .where('id', 'in', copies)
    .where('status', '=', STRATEGY_STATUS.running)
    .execute();
  for (const { id } of running) server.backend.parts.marketRuns.stopStrategy(userId, id);
  await database.write(userId, (tx) => requireRunningQuota(tx, userId));
}, 60_000);
