import { afterAll, beforeAll, expect, it } from 'vitest';
import { BONUS_LIST, bonusCandles, ordinaryDays } from '../../../../tests/support/bonus-candles.ts';
import { buyAndHold } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const DAYS = ordinaryDays('2024-09-02', 75);

/** Buys at once. Sells when the close falls below its average of 20 days. */
const HOLD = {
  ...buyAndHold('ITC'),
  target: null,
  exit: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: '<',
    right: { kind: 'indicator', indicator: { name: 'sma', period: 20 } },
  },
  stopLoss: { kind: 'percent', value: 10 },
  size: { kind: 'capital-percent', percent: 50 },
};

const replayOf = async (user: TestUser) => {
  const { id } = await user.call('profile.mine');
  return server.backend.parts.marketRuns.requireReplay(id);
};

/** A strategy that has traded ITC on a replay over the bonus. */
const held = async (name: string, lists: readonly { name: string; text: string }[]) => {
  const user = await server.register(name);
  await user.call('market.import', { files: [bonusCandles('ITC', DAYS), ...lists] });
  const { strategyId } = await user.call('strategies.add', {
    ...{ url: 'add', name: 'Holds', document: HOLD },
  });
  await user.call('strategies.start', { strategyId: strategyId ?? 0 });
  await user.call('market.replay', { action: 'start', speed: 600, from: '2024-10-10' });
  const run = await replayOf(user);
  await server.backend.parts.marketRuns.setSpeed(run, 100_000);
  await until('the end of the replay', () => Promise.resolve(run.session.status === 'ended'), 60_000);
  const { list } = await user.call('positions.open', {});
  const { test_tradehistory: trades } = await user.call('positions.trades', { isTest: 1 });
  return { user, list, trades: trades ?? [] };
};

it('a strategy holds a share over its bonus: neither its stop nor its exit rule takes the fall for one', async () => {
  const { user, list, trades } = await held('over-bonus', [BONUS_LIST]);
  expect(trades).toEqual([]);
  expect(list).toHaveLength(1);
  const [position] = list;
  // Bought near ₹1,000 and worth as much in twice the shares, but for the spread and the charges.
  expect(position).toMatchObject({ symbol: 'ITC', source: 'replay' });
  expect(position!.quantity % 2).toBe(0);
  expect(position!.averagePrice).toBeCloseTo(500_00, -3);
  expect(position!.stopLoss).toBeCloseTo(450_00, -3);
  expect(Math.abs(position!.pnlPercent)).toBeLessThan(1);
  const { log_list: logs } = await user.call('logs.trading', {});
  expect(logs.filter(({ topic }) => topic === 'action').map(({ text }) => text)).toEqual([
    expect.stringContaining('ITC: Bonus 1:1, ex-date 28-10-2024.') as string,
  ]);
}, 90_000);

it('without the list the fall is a loss, as it was', async () => {
  const { trades } = await held('without-bonus', []);
  expect(trades.length).toBeGreaterThan(0);
}, 90_000);

it('a bonus that is listed under an earlier symbol is carried over as well', async () => {
  const ofEarlier = { ...BONUS_LIST, text: BONUS_LIST.text.replaceAll('ITC', 'OLDITC') };
  const changes = { name: 'symbolchange.csv', text: 'OLD SYMBOL,NEW SYMBOL,FROM\nOLDITC,ITC,2024-11-04' };
  const { list, trades } = await held('renamed-bonus', [ofEarlier, changes]);
  expect(trades).toEqual([]);
  expect(list[0]?.averagePrice).toBeCloseTo(500_00, -3);
}, 90_000);
