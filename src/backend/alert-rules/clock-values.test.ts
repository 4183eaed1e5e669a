import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { openPosition } from '../../../tests/support/written-position.ts';
import { closedTrade } from '../../../tests/support/written-trade.ts';
import { yearsTo } from '../../engine/contracts/expiry.ts';
import { modelledPrice, smiledVolatility } from '../../engine/options/option-model.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { bookTrades } from '../trading/kept-results.ts';
import { paperDayResult, volatilityOf } from './clock-values.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const OPTION = 'NIFTY 2026-12-29 25000 CE';
const SPOT = 24_900_00;

const pricedAt = (price: number, at = NOW) =>
  ({ session: { now: NOW, lastPrice: () => ({ price, at }) } }) as unknown as MarketRun;

it('the volatility of an option is the one that its price was made with', () => {
  const expiry = { spot: SPOT, years: yearsTo('2026-12-29', NOW), level: 14 };
  const price = modelledPrice(expiry, 'call', 25_000_00);
  expect(volatilityOf(pricedAt(price), OPTION, SPOT)).toBeCloseTo(smiledVolatility(expiry, 25_000_00), 6);
});

it('is not known without a fresh price, without its underlying, and of what is no option', () => {
  expect(volatilityOf(pricedAt(300_00, NOW - 3_600_000), OPTION, SPOT)).toBeNull();
  expect(volatilityOf(pricedAt(300_00), OPTION, null)).toBeNull();
  expect(volatilityOf(pricedAt(300_00), 'ITC', SPOT)).toBeNull();
  expect(volatilityOf(pricedAt(1), OPTION, SPOT)).toBeNull();
});

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  server.backend.parts.marketRuns.simulated.session.pause();
});
afterAll(() => server.dispose());

it('the result of a day is that of its own person’s strategies, although others trade on the same market', async () => {
  const { database, marketRuns } = server.backend.parts;
  const run = marketRuns.simulated;
  const traded = async (name: string, net: number) => {
    const user = await server.register(name);
    const { id: userId } = await user.call('profile.mine');
    const [offer] = (await user.call('home.marketplace', {})).rows;
    const { strategyId } = await user.call('strategies.clone', { strategyId: offer!.strategyId });
    const owner = {
      ...{ user_id: userId, strategy_id: strategyId, symbol: 'ITC', mode: 'test' as const },
      ...{ source: 'simulated' as const, run_id: run.identity.runId },
    };
    await database.write(userId, async (tx) => {
      const { id } = await tx.query
        .insertInto('positions')
        .values(openPosition({ ...owner, status: 'closed', quantity: 0, opened_at: run.session.now }))
        .returning('id')
        .executeTakeFirstOrThrow();
      await bookTrades(tx, [
        {
          ...closedTrade({ ...owner, net, exit_at: run.session.now }),
          position_id: id,
          entry_at: run.session.now,
        },
      ]);
    });
    return { userId, strategyId };
  };
  const asha = await traded('asha', 500_00);
  const ravi = await traded('ravi', -200_00);
  const resultOf = (userId: number, strategyId: number | null) =>
    paperDayResult(database, run, userId, strategyId);
  expect(await resultOf(asha.userId, null)).toBe(500_00);
  expect(await resultOf(ravi.userId, null)).toBe(-200_00);
  expect(await resultOf(ravi.userId, ravi.strategyId)).toBe(-200_00);
});

it('the result of a day counts what is traded by hand while it is open, as it does once it is closed', async () => {
  const { database, marketRuns } = server.backend.parts;
  const run = marketRuns.simulated;
  const user = await server.register('by-hand');
  const { id: userId } = await user.call('profile.mine');
  const [offer] = (await user.call('home.marketplace', {})).rows;
  const { strategyId } = await user.call('strategies.clone', { strategyId: offer!.strategyId });
  const last = run.session.lastPrice('ITC')?.price ?? 0;
  const held = await database.write(userId, async ({ query }) => {
    await query.updateTable('strategies').set({ kind: 'manual' }).where('id', '=', strategyId).execute();
    return query
      .insertInto('positions')
      .values(
        openPosition({
          ...{ user_id: userId, strategy_id: strategyId, symbol: 'ITC', mode: 'test', source: 'simulated' },
          ...{
            run_id: run.identity.runId,
            quantity: 10,
            entry_quantity: 10,
            entry_value: 10 * (last + 100_00),
          },
          opened_at: run.session.now,
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  const holding = Object.create(run, {
    execution: { value: { openPositionsOf: () => [held] } },
  }) as MarketRun;
  expect(await paperDayResult(database, holding, userId, null)).toBeLessThan(-900_00);
});
