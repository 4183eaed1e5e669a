import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLiveSample, wantTen } from '../../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';

/** Live figures on every screen that has them: positions, trades and results of the broker. */
let server: TestBackend;
let links: SeededLinks;
const began = Date.now();
let passed = 0;
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began + passed };
const options = () => ({ clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });

let user: TestUser;
let strategyId: number;
beforeAll(async () => {
  links = new SeededLinks(clock.now);
  links.broker.partly = 0;
  server = await startTestBackend(options());
  user = await server.register('figures');
  const sample = await addLiveSample(server, user, links);
  strategyId = sample.strategyId;
  await user.call('live.resolve', { orderId: sample.unknownOrderId, decision: 'not-placed' });
  await user.call('live.goLive', { strategyId, confirmName: sample.name });
});
afterAll(() => server.dispose());

const run = async () =>
  server.backend.parts.brokerAccounts.requireAccount((await user.call('profile.mine', {})).id).run;
const card = async () => (await user.call('strategies.mine', { pageType: 'Live' })).rows[0];

/** Holds ten shares, bought at ₹400. */
const buyTen = async (): Promise<Position> => {
  await wantTen(await run(), links, strategyId);
  return until('a live position', async () => {
    links.move('ITC', 400_00);
    return (await user.call('positions.open', { type: 'live' })).list[0];
  });
};

it('an open position counts on its card, at home and in the header, at the broker’s price', async () => {
  expect(await card()).toMatchObject({ openPositions: 0, today: 0 });
  await buyTen();
  links.move('ITC', 410_00);
  await (await run()).settled();
  const { list } = await user.call('positions.open', { type: 'live' });
  expect(list[0]).toMatchObject({ symbol: 'ITC', quantity: 10, ltp: 410_00 });
  const pnl = list[0]?.pnl ?? 0;
  expect(pnl).toBeGreaterThan(0);
  expect(await card()).toMatchObject({ openPositions: 1, today: pnl });
  expect((await user.call('home.summary', {})).live).toMatchObject({ openPositions: 1, today: pnl });
  const state = list[0]?.protection?.state;
  expect((await user.call('home.summary', {})).live).toMatchObject({
    watched: state === 'watched' ? 1 : 0,
    bare: state === 'none' ? 1 : 0,
  });
  const { live } = await user.call('home.header', {});
  expect(live).toMatchObject({ state: 'open', label: 'Market open · closes 15:15' });
});

it('the chart of a live strategy has the minutes of today, of the broker’s prices', async () => {
  passed += 2 * MINUTE_MS;
  links.move('ITC', 411_00);
  const close = await until('a closed minute', async () => {
    const { close, source } = await user.call('market.candles', {
      symbol: 'ITC',
      timeframe: '1m',
      source: 'broker',
    });
    expect(source).toBe('broker');
    return close[0];
  });
  expect(close).toBe(410_00);
});

it('a trade that is over is in the trade history, the profit, the statistics and the tax report', async () => {
  const { list } = await user.call('positions.open', { type: 'live' });
  await user.call('positions.exit', { positionId: list[0]?.positionId ?? 0 });
  const trade = await until('the trade', async () => {
    links.move('ITC', 411_00);
    return (await user.call('positions.trades', { isTest: 0 })).live_tradehistory?.[0];
  });
  expect(trade).toMatchObject({ symbol: 'ITC', quantity: 10 });
  expect(trade.net).toBeGreaterThan(0);
  expect((await user.call('strategies.profit', {})).live).toMatchObject({ net: trade.net });
  const details = await user.call('strategies.details', { strategyId });
  expect(details.live?.statistics).toMatchObject({ trades: 1, net: trade.net, source: 'broker' });
  expect(details.lastTrades).toHaveLength(1);
  expect(await card()).toMatchObject({ openPositions: 0, today: trade.net });
  const { lots } = await user.call('reports.tax', { mode: 'live' });
  expect(lots).toMatchObject([{ symbol: 'ITC' }]);
});

it('what was sold of an open position counts once in the result of today, on its card and at home', async () => {
  passed += MINUTE_MS;
  const before = (await card())?.today ?? 0;
  const { positionId } = await buyTen();
  const { execution } = await run();
  await execution.exit(positionId, 'target', 'Partial exit 1 of 1', clock.now(), 'figures:part', 4);
  const held = await until('what is left', async () => {
    links.move('ITC', 400_00);
    return (await user.call('positions.open', { type: 'live' })).list.find(({ quantity }) => quantity === 6);
  });
  expect(await card()).toMatchObject({ today: before + held.pnl });
  expect((await user.call('home.summary', {})).live).toMatchObject({ today: before + held.pnl });
  await user.call('positions.exit', { positionId });
  await until('that all of it is sold', async () => {
    links.move('ITC', 400_00);
    return (await card())?.openPositions === 0 || undefined;
  });
  passed += MINUTE_MS;
});

it('the last trades of a strategy run up to its net result, as in the trade history', async () => {
  const { lastTrades, live } = await user.call('strategies.details', { strategyId });
  const { live_tradehistory: history } = await user.call('positions.trades', { isTest: 0, strategyId });
  expect(lastTrades.length).toBeGreaterThan(1);
  expect(lastTrades[0]?.runningTotal).toBe(live?.statistics.net);
  expect(lastTrades.map(({ runningTotal }) => runningTotal)).toEqual(
    history?.map(({ runningTotal }) => runningTotal),
  );
});

it('a position is there after a restart, even while the session is over: the account cannot be unlinked', async () => {
  await buyTen();
  await server.close();
  passed += 2 * DAY_MS;
  const { dataDir, backend } = server;
  server = await startTestBackend({ ...options(), dataDir, port: backend.port });
  const { id } = await user.call('profile.mine', {});
  await until('the account', () =>
    Promise.resolve(server.backend.parts.brokerAccounts.accountOf(id) ?? undefined),
  );
  expect((await user.call('home.summary', {})).live).toMatchObject({ openPositions: 1 });
  const refused = await user.ask('live.unlink', {});
  expect(refused.body.message).toBe('One live position is open there. Close them first.');
});
