import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { midday } from '../../../../tests/support/basket-sample.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { openPosition } from '../../../../tests/support/written-position.ts';

/** Pace of the market: real time is 1. Standing, it has a tick in hours. */
const [FAST, STANDING] = [600, 0.001];

let server: TestBackend;
let user: TestUser;

beforeAll(async () => {
  server = await startTestBackend();
  user = await server.register('holder');
  await server.backend.parts.marketRuns.whenOpen();
  server.backend.parts.marketRuns.simulated.session.setSpeed(FAST);
});
afterAll(() => server.dispose());

const addPosition = async (symbol: string, product: 'intraday' | 'delivery', strategyId: number) => {
  const { database, marketRuns } = server.backend.parts;
  const { id: userId } = await user.call('profile.mine');
  await database.write(userId, (tx) =>
    tx.query
      .insertInto('positions')
      .values(
        openPosition({
          user_id: userId,
          strategy_id: strategyId,
          symbol,
          mode: 'test',
          source: 'simulated',
          run_id: marketRuns.runOf(userId).identity.runId,
          product,
          quantity: 2,
          entry_quantity: 2,
          entry_value: 200_00,
        }),
      )
      .execute(),
  );
};

it('holdings are delivered shares: neither intraday nor a contract is one', async () => {
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name: 'Mine',
    document: RSI_RULES,
  });
  await addPosition('ITC', 'delivery', strategyId!);
  await addPosition('SBIN', 'intraday', strategyId!);
  await addPosition('NIFTY', 'delivery', strategyId!);
  const { listHoldings } = await user.call('baskets.holdings', {});
  expect(listHoldings.map(({ symbol }) => symbol)).toEqual(['ITC']);
});

it('a basket’s result is that of its shares in Holdings with what it has sold, to the paisa', async () => {
  await midday(user);
  const bank = (await user.call('baskets.list', { search: 'Bank Five' })).listBasket[0]!;
  const { basketId } = bank;
  const mine = async () => (await user.call('baskets.mine', {})).myBaskets[0]!;
  const settled = () => until('filled orders', async () => (await mine()).state !== 'working' || undefined);
  const { session } = server.backend.parts.marketRuns.simulated;
  /** The basket and its shares at the prices of a standing market. */
  const both = async () => {
    session.setSpeed(STANDING);
    const read = await until('figures at the same prices', async () => {
      const basket = await mine();
      const { listHoldings } = await user.call('baskets.holdings', {});
      if (!isDeepStrictEqual(await mine(), basket)) return undefined;
      const parts = listHoldings.flatMap((holding) =>
        holding.parts.filter((part) => part.basketId === basketId),
      );
      const sum = (figure: 'pnl' | 'value' | 'chargesToCome') =>
        parts.reduce((total, part) => total + part[figure], 0);
      return { basket, sum };
    });
    session.setSpeed(FAST);
    return read;
  };

  await user.call('baskets.open', { basketId, amount: 3 * bank.minimumAmount! });
  await settled();
  const held = await both();
  expect(held.sum('pnl')).toBe(held.basket.pnl);
  expect(held.sum('value')).toBe(held.basket.value - held.basket.cash);
  expect(held.sum('chargesToCome')).toBe(held.basket.chargesToCome);
  expect(held.basket.chargesToCome).toBeGreaterThan(0);
  expect(held.basket.closedPnl).toBe(0);

  const [first] = (await user.call('positions.open', { place: 'baskets' })).list;
  await midday(user);
  await user.call('positions.exit', { positionId: first!.positionId });
  await settled();
  const { test_tradehistory: trades } = await user.call('positions.trades', { isTest: 1 });
  const after = await both();
  expect(trades).toHaveLength(1);
  expect(after.basket.closedPnl).toBe(trades![0]!.net);
  expect(after.sum('pnl') + after.basket.closedPnl).toBe(after.basket.pnl);
}, 60_000);
