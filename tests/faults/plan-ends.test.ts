import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryOf } from '../support/live-path.ts';
import { riskAnswers, RISK_VERSION } from '../support/risk-answers.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** A plan that ends stops its strategies: what they still have on its way in does not arrive. */

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  // Prices are moved by hand.
  await server.backend.parts.marketRuns.simulated.session.stop();
}, 60_000);
afterAll(() => server.dispose());

const bought = async (name: string) => {
  const user = await server.register(name);
  const { reference } = await user.call('wallet.add', { amount: 10_000_00, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until('the money', async () => (await user.call('wallet.mine', {})).available > 0);
  await user.call('advisors.saveQuestionnaire', { version: RISK_VERSION, answers: riskAnswers('most') });
  await user.call('subscription.buy', { planId: 'advisor-steady' });
  const { id: userId } = await user.call('profile.mine', {});
  const { rows } = await user.call('strategies.mine', { strategyStatus: 0, pageType: 'All', pageSize: 50 });
  const strategyId = rows.find(({ managedBy }) => managedBy !== null)?.strategyId ?? 0;
  const { execution, identity, session } = server.backend.parts.marketRuns.simulated;
  const key = `waits of ${name}`;
  await execution.place(
    entryOf(identity, { userId, strategyId, symbol: 'ITC', quantity: 10, key, at: session.now }),
  );
  return { user, strategyId };
};
const tick = async () => {
  const { execution, session } = server.backend.parts.marketRuns.simulated;
  const time = session.now + 1_000;
  await execution.onTicks({ time, ticks: [{ symbol: 'ITC', price: 400_00, volume: 100_000, isGap: true }] });
};
const held = async (strategyId: number) =>
  (
    await server.backend.parts.database.read
      .selectFrom('positions')
      .select('symbol')
      .where('strategy_id', '=', strategyId)
      .execute()
  ).length;

it('an entry that waits when another plan takes its place is withdrawn', async () => {
  const { user, strategyId } = await bought('plan-ends');
  await user.call('subscription.buy', { planId: 'advisor-swing' });
  await new Promise((done) => setTimeout(done, 200));
  await tick();
  expect(await held(strategyId)).toBe(0);
});

it('an entry that waited when the program ended, and whose strategy was stopped since, is withdrawn', async () => {
  const { strategyId } = await bought('stopped-since');
  const { dataDir, backend } = server;
  const { port } = backend;
  await writeForAll(server.backend.parts.database, ({ query }) =>
    query.updateTable('strategies').set({ status: 2 }).where('id', '=', strategyId).execute(),
  );
  await server.close();
  server = await startTestBackend({ dataDir, port });
  await server.backend.prepared;
  await server.backend.parts.marketRuns.simulated.session.stop();
  await tick();
  expect(await held(strategyId)).toBe(0);
});
