import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { keepResults } from '../trading/kept-results.ts';
import { statisticsOf } from '../trading/results.ts';
import { foldTogether } from '../trading/result-fold.ts';
import { advisorPlans } from './advisor-plans.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

/** More than are folded where requests are answered. */
const MANY = 3_000;

let server: TestBackend;
let user: TestUser;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('plans');
}, 120_000);
afterAll(() => server.dispose());

const addTrades = async (strategyId: number, count: number) => {
  const { database, marketRuns } = server.backend.parts;
  const { identity, session } = marketRuns.simulated;
  await writeForAll(database, async (tx) => {
    await sql`with recursive n (value) as (select cast(1 as bigint) union all select value + 1 from n where value < ${count})
      insert into trades (user_id, strategy_id, symbol, mode, source, run_id, side, product, quantity, entry_at,
        entry_price, entry_reason, exit_at, exit_price, exit_reason, gross, charges, charge_items_json, net)
      select owner_id, id, 'SBIN', 'test', ${identity.source}, ${identity.runId}, 'long', 'intraday', 1,
        ${session.now} - (value + 1) * 60000, 80000, 'Entry rule', ${session.now} - value * 60000, 80010,
        'Exit rule', value % 23 * 50 - 500, 0, '{}', value % 23 * 50 - 500
      from n, strategies where id = ${strategyId}`.execute(tx.query);
    await keepResults(tx.query);
  });
};

it('the track record of a plan is that of the trades of all its strategies, few or many', async () => {
  const { database, marketRuns } = server.backend.parts;
  const { identity } = marketRuns.simulated;
  const [plan] = await advisorPlans(database.read);
  const ids = plan?.strategies.map(({ id }) => id) ?? [];
  const expected = async () => {
    const trades = await database.read
      .selectFrom('trades')
      .select(['strategy_id', 'gross', 'charges', 'net', 'entry_at', 'exit_at', 'structure_day'])
      .where('strategy_id', 'in', ids)
      .where('run_id', '=', identity.runId)
      .orderBy('exit_at')
      .orderBy('strategy_id')
      .orderBy('id')
      .execute();
    const capital = plan?.strategies.reduce((sum, strategy) => sum + strategy.capital, 0) ?? 0;
    return statisticsOf(
      foldTogether(ids.map((id) => trades.filter((trade) => trade.strategy_id === id))),
      capital,
      identity.source,
    );
  };
  const shown = async () => {
    const { proPlans } = await user.call('advisors.plans');
    return proPlans.find(({ planId }) => planId === plan?.planId)?.trackRecord.statistics;
  };
  expect(ids.length).toBeGreaterThan(1);
  for (const count of [0, 40, MANY]) {
    for (const id of ids) await addTrades(id, count);
    expect(await shown()).toEqual(await expected());
  }
  expect((await expected()).trades).toBeGreaterThan(MANY);
}, 60_000);
