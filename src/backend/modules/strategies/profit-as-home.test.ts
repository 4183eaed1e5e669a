import { afterAll, beforeAll, expect, it } from 'vitest';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { NO_CHARGES } from '../../../engine/charges/charges.ts';
import { DAY_MS, istDate, istMidnight } from '../../../shared/time.ts';
import { bookTrades } from '../../trading/kept-results.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;
let user: TestUser;
/** A moment of the market, epoch ms. */
let now: number;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('profit-as-home');
  const { marketRuns } = server.backend.parts;
  const userId = (await user.call('profile.mine')).id;
  const run = marketRuns.runOf(userId);
  now = run.session.now;
  const added = async (name: string): Promise<number> =>
    (await user.call('strategies.add', { url: 'add', name, document: RSI_RULES })).strategyId!;
  const [rules, basket] = [await added('Rules'), await added('Basket')];
  const tradeOf = (strategyId: number, net: number, daysAgo: number) => ({
    user_id: userId,
    strategy_id: strategyId,
    position_id: null,
    symbol: 'ITC',
    mode: 'test' as const,
    source: run.identity.source,
    run_id: run.identity.runId,
    side: 'long' as const,
    product: 'delivery' as const,
    quantity: 1,
    entry_at: 0,
    entry_price: 100_00,
    entry_reason: 'written by a test',
    exit_at: istMidnight(now) - daysAgo * DAY_MS,
    exit_price: 100_00 + net,
    exit_reason: 'written by a test',
    gross: net,
    charges: 0,
    charge_items_json: JSON.stringify(NO_CHARGES),
    net,
  });
  await writeForAll(server.backend.parts.database, async (tx) => {
    await tx.query.updateTable('strategies').set({ kind: 'basket' }).where('id', '=', basket).execute();
    await bookTrades(tx, [
      tradeOf(rules, 5_00, 0),
      tradeOf(rules, -2_00, 3),
      tradeOf(basket, 1_000_00, 0),
      tradeOf(basket, 20_000_00, 3),
    ]);
  });
});
afterAll(() => server.dispose());

it('My profit and Home say the same of the same days; baskets stand apart from both', async () => {
  const { test: shown } = await user.call('home.summary', {});
  const profitSince = async (daysAgo: number) =>
    (await user.call('strategies.profit', { from_date: istDate(now - daysAgo * DAY_MS) })).test;
  const [today, thirtyDays] = [await profitSince(0), await profitSince(29)];
  expect([today.net, thirtyDays.net]).toEqual([shown.today, shown.thirtyDays]);
  expect([today.net, thirtyDays.net]).toEqual([5_00, 3_00]);
  expect([today.basketsNet, thirtyDays.basketsNet]).toEqual([1_000_00, 21_000_00]);
});
